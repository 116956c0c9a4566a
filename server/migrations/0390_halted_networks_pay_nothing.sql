-- As before (0360), and the network is not halted: where what was final has gone, so have deposits that a withdrawal may be paid from.
create or replace function signs_on(its_network text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from public.network as n join public.coin_network as c on c.network = n.network
    where n.network = its_network and c.coin = 'USDT' and n.is_on and c.is_on
  ) and not exists (select from public.chain_cursor as cursor where cursor.network = its_network and cursor.halted <> '')
$$;
