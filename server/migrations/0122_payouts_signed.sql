-- Withdrawals of USDT that a program of its own signs and sends. What it has signed stands here before anything of it leaves.

-- The signer's own role: it reads approved withdrawals, writes the two tables below, and nothing else.
do $$
begin
  if not exists (select from pg_roles where rolname = 'purser_signer') then
    if not (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) then
      raise exception 'the role purser_signer is missing, and % may not make it. As a superuser: create role purser_signer nologin; grant purser_signer to % with admin option;',
        current_user, quote_ident(current_user);
    end if;
    create role purser_signer nologin;
  end if;
  execute format('grant purser_signer to %I', current_user);
end
$$;

-- The next number that a sender's transaction on a network takes. A network with a sender that is on is paid by the signer, not by hand.
create table chain_nonce (
  network text not null references network,
  sender bytea not null check (length(sender) = 20),
  next_nonce bigint not null check (next_nonce >= 0),
  is_on boolean not null,
  primary key (network, sender)
);

-- Every transaction that was signed, as it goes to the nodes. Attempts of one nonce replace each other: at most one of them is ever mined.
create table chain_tx (
  network text not null references network,
  txid bytea not null check (length(txid) = 32),
  sender bytea not null check (length(sender) = 20),
  nonce bigint not null check (nonce >= 0),
  attempt integer not null check (attempt > 0),
  -- The withdrawal that it pays.
  owner_id bigint not null,
  serial_number text not null,
  raw bytea not null,
  -- For a unit of gas, in the smallest unit of the network's own coin.
  max_fee numeric(78, 0) not null check (max_fee > 0),
  max_tip numeric(78, 0) not null check (max_tip >= 0),
  signed_at timestamptz not null default now(),
  -- The head of the chain when it was last given to the nodes; null: not yet.
  sent_block bigint,
  -- The block that it was seen in, which may still go away.
  seen_block bigint,
  -- What became of its nonce for good: paid, reverted, or taken by a transaction that is none of these. Alike on all attempts.
  outcome text check (outcome in ('paid', 'reverted', 'taken')),
  primary key (network, txid),
  unique (network, sender, nonce, attempt)
);
-- A withdrawal has one nonce, and gets another one only after the first has failed for good.
create unique index chain_tx_of_payout on chain_tx (owner_id, serial_number) where attempt = 1 and (outcome is null or outcome = 'paid');
create index chain_tx_by_payout on chain_tx (owner_id, serial_number);
create index chain_tx_open on chain_tx (network, sender, nonce, attempt) where outcome is null;

alter table chain_nonce enable row level security;
alter table chain_tx enable row level security;
create policy signer_writes on chain_nonce to purser_signer using (true);
create policy signer_writes on chain_tx to purser_signer using (true);
create policy staff_reads on chain_nonce for select to purser_operator using ((select scope()) = 'system');
create policy staff_writes on chain_tx to purser_operator using ((select scope()) = 'system');
grant select, insert on chain_nonce, chain_tx to purser_signer;
grant update (next_nonce, is_on) on chain_nonce to purser_signer;
grant update (sent_block) on chain_tx to purser_signer;
grant select on chain_nonce, chain_tx to purser_operator;
grant update (seen_block, outcome) on chain_tx to purser_operator;

-- What the signer sees of withdrawals: those that are approved, and of them what is to be paid where.
create policy signer_reads on review_order for select to purser_signer using (kind = 'usdt_withdrawal' and status = 'approved');
grant select (owner_id, serial_number, kind, status, network, address, other_coin, other_amount, create_time) on review_order to purser_signer;

-- Addresses as they come into address books: the signer counts their rest by itself from when it first saw them.
create policy signer_reads on payout_address for select to purser_signer using (true);
grant select (network, address, created_at) on payout_address to purser_signer;
create index payout_address_by_time on payout_address (created_at);

-- Holds an approved withdrawal for the transaction that signs it: whoever decides otherwise of it meanwhile waits, and then sees what was signed.
-- No row when it is not to be paid: no longer approved, or its address was blocked or became the provider's since.
create function payout_to_sign(its_owner bigint, its_number text) returns table (network text, address text, other_coin text, other_amount numeric)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select o.network, o.address, o.other_coin, o.other_amount
  from public.review_order as o
  where o.owner_id = its_owner and o.serial_number = its_number and o.kind || '' = 'usdt_withdrawal' and o.status || '' = 'approved'
    and not exists (select from public.blocked_address as b where b.address = o.address)
    and not exists (
      select from public.network as its join public.network as alike on alike.kind = its.kind
      where its.network = o.network and (
        exists (select from public.address_directory as d where d.network = alike.network and d.address = o.address)
        or exists (select from public.coin_network as c where c.network = alike.network and lower(o.address) in (lower(c.contract_address), lower(c.deposit_address)))
      )
    )
  for no key update of o
$$;
revoke all on function payout_to_sign from public;
grant execute on function payout_to_sign to purser_signer;
