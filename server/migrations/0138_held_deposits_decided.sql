-- Staff see what arrives on chains, and decide of what is held: it is credited, or set aside.

alter table chain_deposit
  drop constraint chain_deposit_state_check,
  drop constraint chain_deposit_check,
  -- Names it where its network, transaction and place are too long.
  add column deposit_id text not null default gen_random_uuid()::text,
  -- Who of the staff last set it aside or credited it, and why.
  add column decided_by bigint,
  add column remark text not null default '' check (length(remark) <= 1000),
  -- As 0119 says; set aside: held, and credited only when staff say so.
  add constraint chain_deposit_state_check check (state in ('confirming', 'orphaned', 'credited', 'held', 'ignored', 'set_aside')),
  add constraint chain_deposit_check check ((state in ('held', 'set_aside')) = (reason <> ''));
grant update (state, reason, serial_number, settled_at, decided_by, remark) on chain_deposit to purser_operator;

drop index chain_deposit_arriving;
create index chain_deposit_arriving on chain_deposit (owner_id, seen_at desc) where state in ('confirming', 'held', 'set_aside');
-- The lists of staff: of all owners, of one, on one network, and what is held for a reason.
create index chain_deposit_by_id on chain_deposit (deposit_id);
create index chain_deposit_by_state on chain_deposit (state, seen_at, deposit_id);
create index chain_deposit_by_owner on chain_deposit (owner_id, state, seen_at, deposit_id);
create index chain_deposit_by_network on chain_deposit (network, seen_at, deposit_id);
create index chain_deposit_by_reason on chain_deposit (reason, seen_at, deposit_id) where reason <> '';
create index chain_deposit_by_txid on chain_deposit (txid);
create index chain_deposit_by_address on chain_deposit (address, seen_at, deposit_id);

-- The acts that a merchant sees, by their kind, with what staff credited.
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
    ('account', false, '{notice_mail.change,time_zone.change,logo.update,identity.submit,identity.erase,file.upload,file.remove,agreement.accept}'),
    ('account', true, '{party.suspend,party.reinstate,party.approve_identity,party.withdraw_identity,party.set_recharge_configuration,identity.approve,identity.reject,market.merchant_enable,market.merchant_terms}')
  ) as listed (kind, of_staff, acts)
  cross join lateral unnest(listed.acts) as one (act)
$$;
