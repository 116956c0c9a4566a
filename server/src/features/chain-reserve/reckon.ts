import { USDT, USDT_DECIMALS } from '@purser/contract/exchange';
import { custodyPurpose, PROVIDER_OWNER_ID } from '@purser/ledger/account';
import type { Hex } from 'viem';
import { addressBytes } from '../../domain/chain-address.ts';
import type { ChainNetwork } from '../../domain/chain-network.ts';
import { WITNESSES, witnessesAmong, witnessesOf } from '../../domain/chain-witness.ts';
import { balanceAt } from '../../platform/chain/balances.ts';
import { headerAt } from '../../platform/chain/blocks.ts';
import type { ChainProvider } from '../../platform/chain/providers.ts';
import { receiptOf, transfersIn } from '../../platform/chain/receipts.ts';
import { solidBalanceAt } from '../../platform/chain/tron-balances.ts';
import { tronProvidersOf } from '../../platform/chain/tron-node.ts';
import type { Database } from '../../platform/database/database.ts';

/** What the chain should have at the block, part by part, as the token counts. */
interface Parts {
  /** In custody, as the ledger says. */
  readonly custody: bigint;
  /** Deposits that are final and neither credited nor sent back, but for what somebody was credited for by hand; and what is below the smallest unit of those that are, and of recharges that were told and approved. */
  readonly uncredited: bigint;
  readonly remainders: bigint;
  /** Recharges that were told, are there by the block and not decided; and those that were approved and are in a later one. */
  readonly told: bigint;
  readonly toldLater: bigint;
  /** Payouts, and what was sent back, that have left by the block and are not settled; and those that are settled and are in a later one. */
  readonly leaving: bigint;
  readonly leftLater: bigint;
}

/** A network's custody at one final block. */
export interface Reckoning {
  readonly network: string;
  readonly block: bigint;
  readonly addresses: number;
  readonly held: bigint;
  readonly expected: bigint;
  /** What is held beyond what is expected: zero when chain and ledger agree to the last unit. */
  readonly drift: bigint;
  readonly parts: Parts;
  /** The token's units in a minor unit of USDT. */
  readonly unit: bigint;
}

/** Everything of the database, as of one moment. */
interface Books {
  readonly block_number: bigint;
  readonly block_hash: Buffer;
  readonly custody: string;
  readonly uncredited: string;
  readonly remainders: string;
  readonly told: string;
  readonly told_later: string;
  readonly settled: readonly { readonly txid: string; readonly amount: string }[];
  readonly open: readonly { readonly txid: string }[];
}

/** A node that answers for a network's chain, and how it tells what a token has at addresses in the state of a block. */
interface Teller {
  readonly provider: ChainProvider;
  readonly balanceBy: (token: Hex, addresses: readonly Hex[], block: bigint) => Promise<bigint>;
}

async function tellersOf(network: ChainNetwork): Promise<Teller[]> {
  if (network.kind === 'tron') {
    const witnesses = await witnessesAmong(tronProvidersOf(network.endpoints), network);
    return witnesses.map(({ provider }) => ({ provider, balanceBy: (...of) => solidBalanceAt(provider, ...of) }));
  }
  const witnesses = await witnessesOf(network);
  return witnesses.map(({ provider }) => ({ provider, balanceBy: (...of) => balanceAt(provider, ...of) }));
}

/**
 * Reckons what a network's chain has of ours at the block up to which everything was settled, by two nodes, and what it should have. The books are read in one
 * statement with the watcher's cursor, so that both are of one moment. Throws where the nodes differ, or have not kept the block's state.
 *
 * @param more addresses of ours that the installation does not know of
 */
export async function reckon(db: Database, network: ChainNetwork, more: readonly string[] = []): Promise<Reckoning> {
  const tellers = (await tellersOf(network)).slice(0, WITNESSES);
  if (tellers.length < WITNESSES) throw new Error('fewer than two nodes answer');
  const unit = 10n ** BigInt(network.tokenDecimals - USDT_DECIMALS);
  const books = await booksOf(db, network, unit);
  const block = books.block_number;
  const addresses = await addressesOf(db, network, more);
  const token = addressBytes(network.kind, network.token);
  const [held, other] = await Promise.all(
    tellers.map(async ({ provider, balanceBy }) => {
      const header = await headerAt(provider, block);
      if (header.hash !== `0x${books.block_hash.toString('hex')}`) throw new Error(`${provider.name} has another block ${block}`);
      return balanceBy(token, addresses, block);
    }),
  );
  if (held === undefined || held !== other) throw new Error('the nodes say different balances');
  const [leaving, leftLater] = await payoutsAround(tellers[0]?.provider, token, books);
  const parts: Parts = {
    custody: BigInt(books.custody) * unit,
    uncredited: BigInt(books.uncredited),
    remainders: BigInt(books.remainders),
    told: BigInt(books.told),
    toldLater: BigInt(books.told_later) * unit,
    leaving,
    leftLater: leftLater * unit,
  };
  const expected = parts.custody + parts.uncredited + parts.remainders + parts.told - parts.toldLater - parts.leaving + parts.leftLater;
  return { network: network.network, block, addresses: addresses.length, held, expected, drift: held - expected, parts, unit };
}

async function booksOf(db: Database, { network }: ChainNetwork, unit: bigint): Promise<Books> {
  const { rows } = await db.system.query<Books>(
    `with told as materialized (
       select coalesce(found.raw_amount, found.amount * $5::numeric) as raw, found.block_number, told.address
       from recharge_evidence as found join review_order as told using (owner_id, serial_number)
       where told.kind = 'usdt_recharge' and told.status = 'pending_review' and told.network || '' = $1 and found.recipient = told.address
     ), approved as materialized (
       select found.raw_amount - found.amount * $5::numeric as rest, found.block_number, told.address
       from recharge_evidence as found join review_order as told using (owner_id, serial_number)
       where told.kind = 'usdt_recharge' and told.status = 'approved' and told.review_mode = 'manual' and told.network = $1 and found.recipient = told.address
         and found.raw_amount > found.amount * $5::numeric
     ), credited_for as materialized (
       select told.txid, told.address from recharge_evidence as found join review_order as told using (owner_id, serial_number)
       where told.kind = 'usdt_recharge' and told.status = 'approved' and told.review_mode = 'manual' and told.network = $1
         and found.token = 'usdt' and found.recipient = told.address
     ), by_hand as materialized (
       select address, encode(txid, 'hex') as txid, raw_amount, amount from chain_deposit
       where network = $1 and state in ('held', 'set_aside') and reason = 'told_by_hand'
     ), held_by_hand as materialized (
       select raw_amount, amount, exists (
         select from credited_for where credited_for.txid in (by_hand.txid, '0x' || by_hand.txid) and credited_for.address <> by_hand.address
       ) as is_another
       from by_hand
     ), told_later as (
       select coalesce(sum(told.other_amount), 0)::text as amount from recharge_evidence as found join review_order as told using (owner_id, serial_number)
       where told.kind = 'usdt_recharge' and told.status = 'approved' and told.network || '' = $1
         and found.block_number > (select block_number from chain_cursor where network = $1)
     )
     select block_number, block_hash,
       (select coalesce(-sum(available::numeric + frozen + pending), 0)::text from ledger.account where owner_id = $2 and coin = $3 and purpose = $4) as custody,
       ((select coalesce(sum(raw_amount), 0) from chain_deposit
         where network = $1 and state in ('held', 'ignored', 'set_aside', 'returning') and reason <> 'told_by_hand')
         + (select coalesce(sum(raw_amount), 0) from held_by_hand where is_another))::text as uncredited,
       case when $5::numeric = 1 then '0'
         else ((select coalesce(sum(raw_amount - amount * $5::numeric), 0) from chain_deposit where network = $1 and state in ('credited', 'returned'))
           + (select coalesce(sum(raw_amount - amount * $5::numeric), 0) from held_by_hand where not is_another)
           + (select coalesce(sum(rest), 0) from approved
             where approved.block_number <= chain_cursor.block_number
               and not exists (select from address_directory as own where own.network = $1 and own.address = approved.address)))::text end as remainders,
       (select coalesce(sum(raw), 0)::text from told
        where told.block_number <= chain_cursor.block_number
          and not exists (select from address_directory as own where own.network = $1 and own.address = told.address)) as told,
       (select amount from told_later) as told_later,
       (select coalesce(json_agg(json_build_object('txid', gone.txid, 'amount', gone.amount)), '[]') from (
          select paid.txid, paid.other_amount::text as amount from review_order as paid
          where paid.kind = 'usdt_withdrawal' and paid.status = 'settled' and paid.network || '' = $1 and paid.update_time > now() - interval '1 day'
          union all
          select encode(returned_txid, 'hex'), return_amount::text from chain_deposit
          where network = $1 and state = 'returned' and settled_at > now() - interval '1 day'
        ) as gone) as settled,
       (select coalesce(json_agg(json_build_object('txid', '0x' || encode(txid, 'hex'))), '[]') from chain_tx as signed
        where signed.network = $1 and signed.kind in ('payout', 'return') and signed.outcome is null) as open
     from chain_cursor where network = $1`,
    [network, PROVIDER_OWNER_ID, USDT, custodyPurpose(network), String(unit)],
  );
  const [books] = rows;
  if (!books) throw new Error(`${network} has not been looked at yet`);
  return books;
}

/**
 * Every address of ours on the network: of owners, of everybody, and the signer's. Also those that were so before, as far as they are known by what came there: where told recharges
 * went, where was swept to, and what payouts were sent from.
 */
async function addressesOf(db: Database, { network, kind }: ChainNetwork, more: readonly string[]): Promise<Hex[]> {
  const { rows } = await db.system.query<{ address: string }>(
    `select address from address_directory where network = $1
     union select deposit_address from coin_network where network = $1 and coin = $2 and deposit_address <> ''
     union select address from review_order where kind = 'usdt_recharge' and status = 'approved' and review_mode = 'manual' and network = $1 and address <> ''
     union select address from review_order where kind = 'usdt_recharge' and status = 'pending_review' and network || '' = $1 and review_mode || '' = 'manual'
     union select address from chain_holding where network = $1
     union select destination from sweep where network = $1 and destination is not null`,
    [network, USDT],
  );
  const { rows: senders } = await db.system.query<{ sender: Buffer }>(
    `select sender from chain_nonce where network = $1 and role = 'hot'`,
    [network],
  );
  return [
    ...new Set([
      ...[...rows.map(({ address }) => address), ...more].map((address) => addressBytes(kind, address)),
      ...senders.map(({ sender }): Hex => `0x${sender.toString('hex')}`),
    ]),
  ];
}

/** What has left by the block and is not settled, as the token counts; and what is settled and left later, in minor units. */
async function payoutsAround(
  provider: ChainProvider | undefined,
  token: Hex,
  { block_number: block, open, settled }: Books,
): Promise<readonly [bigint, bigint]> {
  if (!provider) throw new Error('there is a node');
  const { client } = provider;
  let [leaving, leftLater] = [0n, 0n];
  for (const { txid } of open) {
    const receipt = await receiptOf(client, txid as Hex);
    if (receipt?.status !== 'success' || receipt.blockNumber > block) continue;
    leaving += transfersIn(receipt).reduce((sum, one) => (one.token === token ? sum + one.raw : sum), 0n);
  }
  for (const { txid, amount } of settled) {
    const receipt = await receiptOf(client, `0x${txid.replace(/^0x/, '')}`);
    if (receipt && receipt.blockNumber > block) leftLater += BigInt(amount);
  }
  return [leaving, leftLater];
}
