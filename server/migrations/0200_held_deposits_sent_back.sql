-- What arrived on a chain and is held can be sent back: the signer pays it as it pays withdrawals, and it ends there.

alter table chain_deposit
  drop constraint chain_deposit_state_check,
  drop constraint chain_deposit_check,
  -- Where it is sent back to, what arrives there and what the network fee takes, in minor units of USDT; after a failure what was asked last.
  add column return_address text,
  add column return_amount bigint check (return_amount > 0),
  add column return_fee bigint check (return_fee >= 0),
  -- The transaction that has sent it back.
  add column returned_txid bytea check (length(returned_txid) = 32),
  -- As 0138 says; two people have said that it is sent back (returning), and the transfer of that is final (returned).
  add constraint chain_deposit_state_check
    check (state in ('confirming', 'orphaned', 'credited', 'held', 'ignored', 'set_aside', 'returning', 'returned')),
  add constraint chain_deposit_check check ((state in ('held', 'set_aside', 'returning', 'returned')) = (reason <> '')),
  add constraint chain_deposit_return check (
    (return_address is null) = (return_amount is null) and (return_address is null) = (return_fee is null)
    and return_amount + return_fee = amount and (state not in ('returning', 'returned') or return_address is not null)
  ),
  add constraint chain_deposit_returned check ((state = 'returned') = (returned_txid is not null));
grant update (return_address, return_amount, return_fee, returned_txid) on chain_deposit to purser_operator;
create index chain_deposit_returning on chain_deposit (network, settled_at) where state = 'returning';
create index chain_deposit_by_returned_txid on chain_deposit (returned_txid) where returned_txid is not null;
create index chain_deposit_returned_later on chain_deposit (network, settled_at) where state = 'returned';

-- The signer sees what is to be sent back, and nothing else of deposits.
create policy signer_reads on chain_deposit for select to purser_signer using (state = 'returning');
grant select (owner_id, network, txid, ordinal, state, return_address, return_amount, settled_at) on chain_deposit to purser_signer;

-- A transaction may be for one of these too: its number is that of the transfer that is sent back ("return 0x… 0").
alter table chain_tx drop constraint chain_tx_kind_check;
alter table chain_tx add constraint chain_tx_kind_check check (kind in ('payout', 'return', 'sweep', 'fuel'));

-- Holds what is to be sent back for the transaction that signs it, as payout_to_sign does with a withdrawal.
create function return_to_sign(its_owner bigint, its_network text, its_txid bytea, its_ordinal integer)
returns table (network text, address text, other_coin text, other_amount numeric)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select d.network, d.return_address, 'USDT', d.return_amount
  from public.chain_deposit as d
  where d.owner_id = its_owner and d.network = its_network and d.txid = its_txid and d.ordinal = its_ordinal and d.state || '' = 'returning'
    and not exists (select from public.blocked_address as b where b.address = d.return_address)
    and not exists (
      select from public.network as its join public.network as alike on alike.kind = its.kind
      where its.network = d.network and (
        exists (select from public.address_directory as a where a.network = alike.network and a.address = d.return_address)
        or exists (select from public.chain_holding as h where h.network = alike.network and h.address = d.return_address)
        or exists (
          select from public.coin_network as c
          where c.network = alike.network and lower(d.return_address) in (lower(c.contract_address), lower(c.deposit_address))
        )
      )
    )
  for no key update of d
$$;
revoke all on function return_to_sign from public;
grant execute on function return_to_sign to purser_signer;
