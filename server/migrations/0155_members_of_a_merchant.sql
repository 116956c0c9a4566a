-- Several people act for one merchant, each with a login of their own.

-- A merchant without rows here has the one login that stands in its own row: the first member, an owner. That member has a row from the first
-- invitation on, for name, role and status; password and authenticator stay where they are. Who was removed stays, without what they logged in
-- with, so that the records go on to name one person by a login name.
create table merchant_member (
  merchant_id bigint not null references merchant,
  -- 1, 2, 3 within the team.
  member_id integer not null check (member_id > 0),
  username text not null,
  name text not null,
  role text not null check (role in ('owner', 'finance', 'developer', 'viewer')),
  status text not null default 'normal' check (status in ('normal', 'suspended')),
  removed_at timestamptz,
  password_hash text,
  totp_secret bytea,
  -- The time step of the last code that was accepted: a code is good once.
  totp_last_step bigint not null default 0,
  -- Since when both are set; null while a one-time link waits to be used.
  set_up_at timestamptz,
  login_ip text,
  login_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (merchant_id, member_id),
  unique (merchant_id, username),
  constraint merchant_member_first check (member_id > 1 or password_hash is null and totp_secret is null and set_up_at is null and removed_at is null),
  constraint merchant_member_removed check (removed_at is null or password_hash is null and totp_secret is null and set_up_at is null)
);
alter table merchant_member enable row level security;
create policy owner_scope on merchant_member to purser_app
  using ((select scope()) = 'system' or merchant_id = nullif((select scope()), 'system')::bigint);
-- A member who was invited and never logged in goes without a trace; the name is then free again.
grant select, insert, update, delete on merchant_member to purser_app;

-- By which a member chooses password and authenticator. The token begins with the merchant's id, as that of a merchant's own link does.
create table merchant_member_link (
  merchant_id bigint not null,
  token_hash bytea not null,
  member_id integer not null,
  -- The member who made it.
  made_by integer not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (merchant_id, token_hash),
  foreign key (merchant_id, member_id) references merchant_member on delete cascade
);
create index merchant_member_link_of_member on merchant_member_link (merchant_id, member_id);
alter table merchant_member_link enable row level security;
create policy owner_scope on merchant_member_link to purser_app
  using ((select scope()) = 'system' or merchant_id = nullif((select scope()), 'system')::bigint);
grant select, insert, update, delete on merchant_member_link to purser_app;

-- Whose of the team it is; 1 of a merchant's own login, and of a wallet user.
alter table session add column member_id integer not null default 1;
alter table login_record add column member_id integer not null default 1;
alter table recovery_code add column member_id integer not null default 1;
-- Staff take the codes of the merchant's own login away, and those of nobody else.
grant select (member_id) on recovery_code to purser_operator;
-- Staff end one session of a party, whoever's of the team it is.
grant select (member_id) on session to purser_operator;

-- Which members have logged in from there.
alter table known_address add column members integer[] not null default '{1}';

-- Who logs in sees the records of their own login.
create index login_record_of_member on login_record (merchant_id, member_id, record_id desc);

-- The acts that a merchant sees, by their kind, with those on its team.
create or replace function own_acts() returns table (kind text, act text, of_staff boolean)
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select listed.kind, one.act, listed.of_staff
  from (values
    ('login', false, '{login,sign_in.fail,session.end,session.end_others,merchant.set_up}'::text[]),
    ('login', true, '{party.end_session,party.unlock,merchant.set_up_link.make,merchant.set_up_link.withdraw}'),
    ('password', false, '{password.change}'),
    ('password', true, '{party.change_password}'),
    ('authenticator', false, '{authenticator.bind,authenticator.replace,recovery_code.make}'),
    ('authenticator', true, '{party.reset_authenticator}'),
    ('access_key', false, '{access_key.add,access_key.update,access_key.delete}'),
    ('access_key', true, '{party.revoke_access_key}'),
    ('white_list', false, '{white_list.add,white_list.delete}'),
    ('white_list', true, '{party.clear_white_list}'),
    ('webhook', false, '{webhook.update,webhook.redeliver,webhook.endpoint.add,webhook.endpoint.update,webhook.endpoint.delete,webhook.endpoint.rotate_secret}'),
    ('address', false, '{payout_address.edit}'),
    ('address', true, '{recharge.deposit_address}'),
    ('bank_account', false, '{payment_method.add,payment_method.update,payment_method.delete,payment_method.set_default}'),
    ('bank_account', true, '{payment_method.verify,payment_method.reject}'),
    ('withdrawal', false, '{usdt_withdrawal.add,usdt_withdrawal.cancel,fiat_withdrawal.add,fiat_withdrawal.cancel,withdrawal_limit.update}'),
    ('withdrawal', true, '{usdt_withdrawal.approved,usdt_withdrawal.settled,usdt_withdrawal.failed,usdt_withdrawal.refunded}'),
    ('recharge', false, '{usdt_recharge.add,usdt_recharge.cancel}'),
    ('recharge', true, '{recharge.quick,chain_deposit.credit}'),
    ('transfer', false, '{transfer.confirm,refund.confirm,adjustment.add,payment_link.add,payment_link.close,order.close}'),
    ('transfer', true, '{ledger.manual_posting}'),
    ('decision', false, '{user_withdrawal.approve,user_withdrawal.reject,user_withdrawal.cancel,adjustment.release,adjustment.take_back}'),
    ('decision', true, '{review.approve,review.reject}'),
    ('team', false, '{member.invite,member.set_up,member.change_role,member.suspend,member.restore,member.reset,member.remove}'),
    ('account', false, '{notice_mail.change,time_zone.change,logo.update,identity.submit,identity.erase,file.upload,file.remove,agreement.accept}'),
    ('account', true, '{party.suspend,party.reinstate,party.approve_identity,party.withdraw_identity,party.set_recharge_configuration,identity.approve,identity.reject,market.merchant_enable,market.merchant_terms}')
  ) as listed (kind, of_staff, acts)
  cross join lateral unnest(listed.acts) as one (act)
$$;
