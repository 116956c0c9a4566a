-- Whether the signer may sign anything new on a network: it, and USDT on it, are switched on. What is signed already is not asked about.
create function signs_on(its_network text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from public.network as n join public.coin_network as c on c.network = n.network
    where n.network = its_network and c.coin = 'USDT' and n.is_on and c.is_on
  )
$$;
revoke all on function signs_on from public;
grant execute on function signs_on to purser_signer;
