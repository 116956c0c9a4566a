-- What stands against closing lies in several places, of which each is asked for itself. In no order: whoever asks puts it in one.
create or replace function closing_obstacles(closing bigint) returns table (what text, coin text, amount bigint, serial_number text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  half record;
begin
  if public.scope() is null or public.scope() not in ('system', closing::text) then
    raise exception 'the account of another owner' using errcode = 'insufficient_privilege';
  end if;
  return query
    select money.what, a.coin::text, money.amount, null::text
    from ledger.account a
    cross join lateral (values
      (case a.purpose when 'reward' then 'reward' else 'balance' end, a.available), ('frozen', a.frozen), ('pending', a.pending)
    ) as money (what, amount)
    where a.owner_id = closing and money.amount <> 0;
  return query
    select 'order', o.coin, o.amount, o.serial_number
    from (
      select * from public.review_order where owner_id = closing
      union all
      select * from public.review_order where payee_id = closing and owner_id <> closing
    ) as o
    where o.status in ('pending_review', 'created', 'paid', 'appeal', 'failed')
      or o.status = 'approved' and o.kind in ('usdt_withdrawal', 'fiat_withdrawal');
  -- A payment whose second half is not made yet may come back.
  for half in
    select p.owner_id, p.posting_id, p.serial_number from ledger.crossing c
    join ledger.posting p on p.owner_id = c.owner_id and p.posting_id = c.posting_id where c.owner_id = closing
  loop
    return query
      select 'order', e.coin::text, e.available_after - e.available_before, half.serial_number from ledger.entry e
      where e.serial_number = half.serial_number and e.posting_id = half.posting_id and e.posting_owner_id = half.owner_id and e.purpose = 'clearing';
  end loop;
  -- What staff have set aside or send back is decided, and what was credited by hand is in the balance.
  return query
    select 'deposit', null::text, null::bigint, null::text where exists (
      select 1 from public.chain_deposit where owner_id = closing and (state = 'confirming' or state = 'held' and reason <> 'told_by_hand'));
  return query
    select 'identity', null::text, null::bigint, null::text where exists (
      select 1 from public.identity_submission where owner_id = closing and status = 'pending');
  return query
    select 'decision', null::text, null::bigint, null::text where exists (
      select 1 from public.approval where owner_id = closing and state = 'pending' and expires_at > now());
end
$$;

create or replace function close_wallet_user(closing bigint, username_mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  at_once constant timestamptz := now();
begin
  if not public.hold_for_closing(closing) or exists (select 1 from public.closing_obstacles(closing)) then
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
  delete from public.referral_code where owner_id = closing;
  -- One that waits to be sent is not sent any more.
  delete from public.message where owner_id = closing;

  -- That something was handed in and decided stays. The bytes of the files go a moment later, by the job that removes files, and their rows with them;
  -- proofs of payments are part of the books.
  update public.identity_submission set content = null, document_mac = null, file_ids = '{}', reason = '' where owner_id = closing;
  update public.file set name = '', remove_at = case when purpose = 'voucher' and used_at is not null then remove_at else at_once end
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
