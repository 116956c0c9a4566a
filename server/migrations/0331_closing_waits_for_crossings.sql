-- Nobody closes an account from which money is on its way to another group of shards: it comes back where the other half is refused.

-- What stands in the way of closing an account, a row for each: money of a kind in a coin, an order under way by its number, or what else waits.
create or replace function closing_obstacles(closing bigint) returns table (what text, coin text, amount bigint, serial_number text)
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
    -- A payment whose second half is not made yet may come back.
    select 'order', e.coin, e.available_after - e.available_before, p.serial_number
    from ledger.crossing c
    join ledger.posting p on p.owner_id = c.owner_id and p.posting_id = c.posting_id
    join ledger.entry e on e.serial_number = p.serial_number and e.posting_id = p.posting_id and e.posting_owner_id = p.owner_id and e.purpose = 'clearing'
    where c.owner_id = closing
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
