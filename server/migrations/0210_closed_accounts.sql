-- Wallet users take their data along and close their account. Who has closed it counts as suspended for whatever asks: nothing is paid to them, and
-- nothing by them. What law makes the provider keep stays under the account's number, without name or contact.

alter table wallet_user add column closed_at timestamptz;
alter table wallet_user add constraint closed_for_good check (closed_at is null or status = 'suspended');
create index wallet_user_closed on wallet_user (created_at desc, user_id desc) where closed_at is not null;
grant select (closed_at) on wallet_user to purser_operator;

create or replace view party_user as
  select user_id, nick, kind, username, phone, email, payment_password_failures, payment_password_lockouts, payment_password_locked_until,
    markets, authentication_status, status, created_at, search_name, search_contact, closed_at
  from wallet_user where (select scope()) = 'system';

-- From where, and with what, somebody accepted an agreement goes with their account; that they did stays.
alter table content_acceptance alter column ip drop not null;

-- Login names of closed accounts, as keyed hashes: nobody else takes one and is held for whoever had it.
create table reserved_username (
  username_mac bytea primary key check (length(username_mac) = 32),
  reserved_at timestamptz not null default now()
);
alter table reserved_username enable row level security;
create policy system_only on reserved_username for select to purser_app using ((select scope()) = 'system');
grant select on reserved_username to purser_app;

-- What stands in the way of closing an account, a row for each: money of a kind in a coin, an order under way by its number, or what else waits.
create function closing_obstacles(closing bigint) returns table (what text, coin text, amount bigint, serial_number text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  if public.scope() is null or public.scope() not in ('system', closing::text) then
    raise exception 'the account of another owner' using errcode = 'insufficient_privilege';
  end if;
  return query
    select money.what, a.coin, money.amount, null::text
    from ledger.account a
    cross join lateral (values
      (case a.purpose when 'reward' then 'reward' else 'balance' end, a.available), ('frozen', a.frozen), ('pending', a.pending)
    ) as money (what, amount)
    where a.owner_id = closing and money.amount <> 0
    union all
    select 'order', o.coin, o.amount, o.serial_number
    from (
      select * from public.review_order where owner_id = closing
      union all
      select * from public.review_order where payee_id = closing and owner_id <> closing
    ) as o
    where o.status in ('pending_review', 'created', 'paid', 'appeal', 'failed')
      or o.status = 'approved' and o.kind in ('usdt_withdrawal', 'fiat_withdrawal')
    union all
    -- What staff have set aside or send back is decided, and what was credited by hand is in the balance.
    select 'deposit', null, null, null where exists (
      select from public.chain_deposit where owner_id = closing and (state = 'confirming' or state = 'held' and reason <> 'told_by_hand'))
    union all
    select 'identity', null, null, null where exists (
      select from public.identity_submission where owner_id = closing and status = 'pending')
    union all
    select 'decision', null, null, null where exists (
      select from public.approval where owner_id = closing and state = 'pending' and expires_at > now())
    order by 1, 2, 4;
end
$$;
revoke all on function closing_obstacles from public;
grant execute on function closing_obstacles to purser_app;

-- Closes an account whole, and erases what may be erased. The accounts are held first, so that no money comes in between. Raises where anything
-- stands in the way: whoever calls it has asked for that before, under the same locks.
create function hold_for_closing(closing bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if public.scope() is null or public.scope() not in ('system', closing::text) then
    raise exception 'the account of another owner' using errcode = 'insufficient_privilege';
  end if;
  perform from public.wallet_user where user_id = closing and status = 'normal' for update;
  if not found then
    return false;
  end if;
  perform from ledger.account where owner_id = closing order by coin, purpose for update;
  return true;
end
$$;
revoke all on function hold_for_closing from public;
grant execute on function hold_for_closing to purser_app;

create function close_wallet_user(closing bigint, username_mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
begin
  if not public.hold_for_closing(closing) or exists (select from public.closing_obstacles(closing)) then
    raise exception 'the account % cannot be closed', closing using errcode = 'check_violation';
  end if;

  if username_mac is not null then
    insert into public.reserved_username as r (username_mac) values (username_mac) on conflict do nothing;
  end if;
  delete from public.login_directory where owner_id = closing and kind in ('user_username', 'user_phone', 'user_email');

  delete from public.session where owner_id = closing;
  delete from public.payer_passkey where user_id = closing;
  delete from public.face_session where owner_id = closing;
  delete from public.face_enrolment where owner_id = closing;
  delete from public.payment_method where owner_id = closing;
  delete from public.payout_address where owner_id = closing;
  delete from public.known_address where owner_id = closing;
  delete from public.known_device where owner_id = closing;
  delete from public.risk_sign where owner_id = closing;
  delete from public.sign_in_failure where owner_id = closing;
  delete from public.content_read where owner_id = closing;
  delete from public.idempotency_key where owner_id = closing;
  -- One that waits to be sent is not sent any more.
  delete from public.message where owner_id = closing;

  -- That something was handed in and decided stays. The bytes of the files go a moment later, by the job that removes files, and their rows with them;
  -- proofs of payments are part of the books.
  update public.identity_submission set content = null, document_mac = null, file_ids = '{}', reason = '' where owner_id = closing;
  update public.file set name = '', remove_at = case when purpose = 'voucher' and used_at is not null then remove_at else now() end
  where owner_id = closing;
  update public.content_acceptance set ip = null, user_agent = '' where owner_id = closing;
  -- So does what staff decided, without the name under which it was shown to them.
  update public.approval set content = (
    select jsonb_object_agg(field.key, case when field.key in ('nick', 'name', 'owner') then '""' else field.value end)
    from jsonb_each(content::jsonb) as field)::text
  where owner_id = closing and content::jsonb ?| array['nick', 'name', 'owner'];

  update public.wallet_user set
    closed_at = now(), status = 'suspended', nick = '', username = null, phone = null, email = null, password_hash = '', language = null,
    payment_password_hash = null, payment_password_failures = 0, payment_password_lockouts = 0, payment_password_locked_until = null,
    login_password_reset_at = null, authentication_status = 'not_authenticated'
  where user_id = closing;
end
$$;
revoke all on function close_wallet_user from public;
grant execute on function close_wallet_user to purser_app;

-- What a wallet user did, as the audit log tells it: the acts alone, none of staff's.
create function own_acts_done(after_sequence bigint, most integer) returns table (sequence bigint, created_at timestamptz, action text, ip text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  scope constant text := public.scope();
begin
  if scope is null or scope = 'system' then
    raise exception 'what was done is told to one owner' using errcode = 'insufficient_privilege';
  end if;
  return query
    select l.sequence, l.created_at, l.action, l.ip from public.audit_log l
    where l.owner_id = scope::bigint and l.sequence > after_sequence and l.actor_kind = 'user' order by l.sequence limit most;
end
$$;
revoke all on function own_acts_done from public;
grant execute on function own_acts_done to purser_app;

-- Takes the name of a closed account off what one merchant keeps of it, so many rows of each kind at a time. Answers whether any was found: then
-- there may be more.
create function forget_payer_name(of_merchant bigint, closed bigint, most integer) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  counted bigint;
  found_any boolean := false;
begin
  if public.scope() is distinct from 'system' then
    raise exception 'names are forgotten by the system' using errcode = 'insufficient_privilege';
  end if;
  perform from public.wallet_user where user_id = closed and closed_at is not null;
  if not found then
    raise exception 'the account % is not closed', closed using errcode = 'check_violation';
  end if;
  update public.payment_order set payer_nick = '' where merchant_id = of_merchant and serial_number = any (array(
    select serial_number from public.payment_order where merchant_id = of_merchant and payer_id = closed and payer_nick <> '' limit most));
  get diagnostics counted = row_count;
  found_any := counted > 0;
  update public.refund set payer_nick = '' where merchant_id = of_merchant and serial_number = any (array(
    select serial_number from public.refund where merchant_id = of_merchant and payer_id = closed and payer_nick <> '' limit most));
  get diagnostics counted = row_count;
  found_any := found_any or counted > 0;
  update public.review_order set payee_nick = '' where owner_id = of_merchant and serial_number = any (array(
    select serial_number from public.review_order where owner_id = of_merchant and payee_id = closed and payee_nick <> '' limit most));
  get diagnostics counted = row_count;
  return found_any or counted > 0;
end
$$;
revoke all on function forget_payer_name from public;
grant execute on function forget_payer_name to purser_app;
