-- What staff change of coins and markets, and nothing else: of a coin never its code, market or decimals. Nothing is deleted but a merchant's
-- own terms, which then are the coin's again.

do $$
declare
  shared text;
begin
  foreach shared in array array['market', 'coin', 'network', 'coin_network', 'coin_rate'] loop
    execute format('create policy staff_writes on %I to purser_operator using ((select scope()) = ''system'')', shared);
  end loop;
end
$$;

grant insert on market, coin, network, coin_network, coin_rate to purser_operator;
grant update (is_on) on market to purser_operator;
grant update (symbol, is_on, transfer_minimum, transfer_fee_bp, payment_fee_bp, order_minimum, order_maximum) on coin to purser_operator;
grant update (endpoints, is_on) on network to purser_operator;
grant update (contract_address, token_decimals, confirmations, is_on) on coin_network to purser_operator;
grant insert, update, delete on merchant_terms to purser_operator;
-- A merchant gets a market, and with it the accounts in its token.
grant update (markets) on merchant to purser_operator;
grant execute on function ledger.open_accounts to purser_operator;
