-- A merchant reads what was done in its own account: the entries of its audit log that are its business, without what staff note for themselves.

-- What the browser or program says it is that a merchant's act came from.
alter table audit_log add column user_agent text;

-- An entry may say so. Programs of the version before call it without.
drop function audit_append(bigint, bigint, text, text, text, jsonb, text, timestamptz, bytea, bytea);
create function audit_append(
  owner bigint, sequence bigint, actor_kind text, actor text, action text, details jsonb, ip text, created_at timestamptz,
  previous_hash bytea, hash bytea, user_agent text default null
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  scope constant text := public.scope();
  follows boolean;
begin
  if scope is null or scope not in ('system', owner::text) then
    raise exception 'the audit log of another owner' using errcode = 'insufficient_privilege';
  end if;
  select a.sequence + 1 = sequence and a.hash = previous_hash into follows
  from public.audit_log a where a.owner_id = owner order by a.sequence desc limit 1;
  if not coalesce(follows, sequence = 1 and previous_hash = decode(repeat('00', 32), 'hex')) then
    raise exception 'audit entry % of % does not follow the last one', sequence, owner using errcode = 'integrity_constraint_violation';
  end if;
  insert into public.audit_log (owner_id, sequence, actor_kind, actor, action, details, ip, created_at, previous_hash, hash, user_agent)
  values (owner, sequence, actor_kind, actor, action, details, ip, created_at, previous_hash, hash, user_agent);
end
$$;
revoke all on function audit_append from public;
grant execute on function audit_append to purser_app, purser_operator;

-- What an entry tells of: of what two members of staff did together, that itself.
create function audit_act(action text, details jsonb) returns text
language sql immutable parallel safe
return case when action = 'approval.approve' then details ->> 'kind' else action end;

create index audit_log_of_owner on audit_log (owner_id, created_at, sequence);
create index audit_log_of_act on audit_log (owner_id, audit_act(action, details), created_at, sequence);

-- The acts that a merchant sees, by their kind. Those of staff are named one by one; of any other act of staff's a merchant sees nothing.
create function own_acts() returns table (kind text, act text, of_staff boolean)
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
    ('recharge', true, '{recharge.quick}'),
    ('transfer', false, '{transfer.confirm,refund.confirm,adjustment.add,payment_link.add,payment_link.close,order.close}'),
    ('transfer', true, '{ledger.manual_posting}'),
    ('decision', false, '{user_withdrawal.approve,user_withdrawal.reject,user_withdrawal.cancel,adjustment.release,adjustment.take_back}'),
    ('decision', true, '{review.approve,review.reject}'),
    ('account', false, '{notice_mail.change,time_zone.change,logo.update,identity.submit,identity.erase,file.upload,file.remove,agreement.accept}'),
    ('account', true, '{party.suspend,party.reinstate,party.approve_identity,party.withdraw_identity,party.set_recharge_configuration,identity.approve,identity.reject,market.merchant_enable,market.merchant_terms}')
  ) as listed (kind, of_staff, acts)
  cross join lateral unnest(listed.acts) as one (act)
$$;

-- What an entry says it was about. A name that is not listed here is shown to nobody; of what others did, only what names the thing itself.
create function own_subject(is_own boolean, details jsonb) returns jsonb
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_object_agg(said.key, said.value) filter (where said.value <> 'null'), '{}')
  from jsonb_each(details) as said
  where said.key = any ('{serial_number,serial_numbers,order_no,order,done,txid,access_key,endpoint_id,delivery_id,payment_method_id,session_id}')
    or is_own and said.key = any ('{to,user,amount,coin,coin_name,out_abbreviation,trade_count,count,abbreviation,network,address,url,ip,'
      'ip_permission,remark,market,account_number,holder_name,bank_name,single_limit,day_limit,mail,time_zone,failures,ended,file_id,'
      'return_address}')
$$;

-- Where the entries of the caller's own log stand: of one kind of act or of all, of one number or of all, those after a place in their order.
create function own_audit_places(
  of_kind text, numbered bigint, from_time timestamptz, to_time timestamptz,
  after_time timestamptz, after_sequence bigint, newest_first boolean, skip bigint, most bigint
) returns table (sequence bigint, created_at timestamptz)
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  scope constant text := public.scope();
  acts constant jsonb := (select jsonb_object_agg(own.act, own.of_staff) from public.own_acts() own where of_kind is null or own.kind = of_kind);
  ordered constant text := format('order by l.created_at %1$s, l.sequence %1$s', case when newest_first then 'desc' else 'asc' end);
  -- What one member of staff entered and another has yet to approve has not happened.
  seen constant text := $sql$
    l.owner_id = $1 and l.created_at >= coalesce($3, '-infinity') and l.created_at < coalesce($4, 'infinity')
    and (l.actor_kind <> 'operator' or ($2 -> public.audit_act(l.action, l.details))::boolean)
    and not (l.action like 'review.%' and l.details -> 'done' = '[]')$sql$
    || case when numbered is null then '' else ' and l.sequence = $9' end
    || case when after_time is null then ''
         else format(' and (l.created_at, l.sequence) %s ($5, $6)', case when newest_first then '<' else '>' end) end;
begin
  if scope is null or scope = 'system' then
    raise exception 'an audit trail is of one owner' using errcode = 'insufficient_privilege';
  end if;
  return query execute
    case when of_kind is null then
      'select l.sequence, l.created_at from public.audit_log l where $2 ? public.audit_act(l.action, l.details) and '
      || seen || ' ' || ordered || ' limit $8 offset $7'
    else
      -- One short range of the index for each act of the kind.
      'select l.sequence, l.created_at from jsonb_object_keys($2) as own (act) cross join lateral (
         select l.sequence, l.created_at from public.audit_log l where public.audit_act(l.action, l.details) = own.act and '
      || seen || ' ' || ordered || ' limit $7 + $8) as l ' || ordered || ' limit $8 offset $7'
    end
  using scope::bigint, acts, from_time, to_time, after_time, after_sequence, skip, most, numbered;
end
$$;

-- The entries themselves. Who of the staff acted, and from where, is not said.
create function own_audit(
  of_kind text, numbered bigint, from_time timestamptz, to_time timestamptz,
  after_time timestamptz, after_sequence bigint, newest_first boolean, skip bigint, most bigint
) returns table (
  sequence bigint, created_at timestamptz, kind text, act text, actor_kind text, actor text, subject jsonb, ip text, user_agent text
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  scope constant text := public.scope();
begin
  if scope is null or scope = 'system' then
    raise exception 'an audit trail is of one owner' using errcode = 'insufficient_privilege';
  end if;
  return query
    select l.sequence, l.created_at, own.kind, own.act, l.actor_kind,
      case when l.actor_kind in ('operator', 'system') then '' else l.actor end,
      public.own_subject(l.actor_kind not in ('operator', 'system'), l.details),
      case when l.actor_kind = 'operator' then null else l.ip end,
      case when l.actor_kind = 'operator' then null else l.user_agent end
    from public.own_audit_places(of_kind, numbered, from_time, to_time, after_time, after_sequence, newest_first, skip, most)
      with ordinality as found (sequence, created_at, place)
    cross join lateral (
      select * from public.audit_log a where a.owner_id = scope::bigint and a.sequence = found.sequence limit 1
    ) as l
    join public.own_acts() own on own.act = public.audit_act(l.action, l.details)
    order by found.place;
end
$$;

-- How many there are, counted up to a bound.
create function own_audit_count(of_kind text, numbered bigint, from_time timestamptz, to_time timestamptz, most bigint) returns bigint
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select count(*) from public.own_audit_places(of_kind, numbered, from_time, to_time, null, null, true, 0, most));
end
$$;

revoke all on function audit_act, own_acts, own_subject, own_audit_places, own_audit, own_audit_count from public;
grant execute on function own_audit, own_audit_count to purser_app;
