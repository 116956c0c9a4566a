-- Closing an account as before, and with it the account's referral code: nobody registers by it any more. Who came by it stays with the books.

create or replace function close_wallet_user(closing bigint, username_mac bytea) returns void
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
  delete from public.referral_code where owner_id = closing;
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
