import { coinOfUsdt, USDT } from '@purser/contract/exchange';
import { RECHARGE_WAYS } from '@purser/contract/features/account';
import type { PassedReason } from '@purser/contract/features/chain-deposit';
import { feeOf, LARGEST_AMOUNT_MINOR } from '@purser/contract/money';
import { mainAccount } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import { bigintArray } from '@purser/ledger/sql-array';
import {
  type ChainDeposit,
  creditedByHand,
  type Crediting,
  depositTxid,
  type Foreseeing,
  type HeldReason,
  type Settled,
} from '../../domain/chain-deposit.ts';
import { type CoinTerms, coinTerms } from '../../domain/coin-terms.ts';
import { exchangeRate } from '../../domain/exchange-rate.ts';
import { insertReviewOrders, moveReviewOrders, newReviewNumber, type NewReviewOrder } from '../../domain/review-order.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { usdtRecharge } from './kind.ts';
import { lockTxids } from './queries.ts';

/** Whose deposit it is, and the coin that they receive for it: the first of theirs that is on, or the first where none is. */
interface Depositor {
  readonly owner_id: bigint;
  readonly type: 'merchant' | 'user';
  readonly status: 'normal' | 'suspended';
  readonly recharge_configuration: readonly number[];
  readonly coin: string | null;
}

/** What of the database decides about the deposits of a batch, read at once. */
interface Standing {
  readonly depositors: ReadonlyMap<bigint, Depositor>;
  readonly termsOf: (depositor: Depositor) => CoinTerms | undefined;
  readonly rates: ReadonlyMap<string, string>;
  readonly blocked: ReadonlySet<string>;
  /** What each owner has sent in all that only the minimum may hold, in minor units of USDT: small transfers are credited once they come to it. */
  readonly sums: ReadonlyMap<bigint, bigint>;
}

/**
 * Credits USDT that arrived at its owner's own address, as a recharge that nobody has to review: at the rate of now, less the fee. A merchant's is
 * one of its quick recharges, a wallet user's one of their recharges.
 */
export const creditDeposits: Crediting = async (tx, platform, deposits, decision) => {
  const planned = await plannedOf(tx, deposits, decision?.despite);
  await claimTxids(tx, ordersOf(planned));
  // Somebody may have been quicker.
  const byHand = await creditedByHand(tx, deposits);
  const settled = deposits.map((deposit, place) => (byHand.has(deposit) ? 'told_by_hand' : (planned[place] as Planned | HeldReason)));
  const made = ordersOf(settled);
  await openAccounts(
    tx,
    made.map(({ owner_id, coin }) => mainAccount(Number(owner_id), coin)),
  );
  await insertReviewOrders(tx, made);
  const by = decision?.by ?? ({ kind: 'system', id: 'chain', name: '' } as const);
  const moves = made.map(({ owner_id, serial_number: serialNumber }) => ({
    ownerId: Number(owner_id),
    serialNumber,
    event: 'approve' as const,
    by,
  }));
  for (const moved of await moveReviewOrders(tx, platform, usdtRecharge, moves)) {
    // Somebody was suspended since the look, say: everything is looked at anew.
    if (moved instanceof Refusal) throw moved;
  }
  return settled.map((one): Settled => (typeof one === 'string' ? { held: one } : { serialNumber: one.order.serial_number }));
};

/** What crediting a deposit would come to, or what holds it. */
export const foreseeDeposit: Foreseeing = async (tx, deposit, despite) => {
  const [planned] = await plannedOf(tx, [deposit], despite);
  if (planned === undefined) throw new Error('a deposit has a plan');
  if (typeof planned === 'string') return { held: planned };
  const { order, passed } = planned;
  const { coin, amount, fee, settlement, rate } = order;
  return { coin, amount, fee, settlement, rate, despite: passed };
};

type Order = NewReviewOrder & {
  readonly serial_number: string;
  readonly network: string;
  readonly txid: string;
  readonly rate: string;
};

/** The order that credits a deposit, with the reasons that it passes over. */
interface Planned {
  readonly order: Order;
  readonly passed: readonly PassedReason[];
}

/** How each of some deposits is credited, or why it is held. What was credited by hand is held for that, also where another reason would hold it: whoever decides must know. */
async function plannedOf(
  tx: Tx,
  deposits: readonly ChainDeposit[],
  despite: readonly PassedReason[] = [],
): Promise<(Planned | HeldReason)[]> {
  const byHand = await creditedByHand(tx, deposits);
  const standing = await standingOf(
    tx,
    deposits.filter((deposit) => !byHand.has(deposit)),
    despite,
  );
  return deposits.map((deposit) => (byHand.has(deposit) ? 'told_by_hand' : plan(deposit, standing, despite)));
}

function ordersOf(planned: readonly (Planned | HeldReason)[]): Order[] {
  return planned.flatMap((one) => (typeof one === 'string' ? [] : one.order));
}

/** How a deposit is credited, or why it is held: the first of the reasons that hold and are not passed over. */
function plan(
  deposit: ChainDeposit,
  { depositors, termsOf, rates, blocked, sums }: Standing,
  despite: readonly PassedReason[],
): Planned | HeldReason {
  const depositor = depositors.get(deposit.owner_id);
  if (!depositor || depositor.status === 'suspended') return 'suspended';
  const terms = termsOf(depositor);
  const judged: readonly PassedReason[] = [
    ...(depositor.type === 'merchant' && !depositor.recharge_configuration.includes(RECHARGE_WAYS.quick)
      ? (['not_permitted'] as const)
      : []),
    ...(blocked.has(deposit.sender) ? (['blocked_sender'] as const) : []),
    ...((sums.get(deposit.owner_id) ?? 0n) < (terms?.usdt_recharge_minimum ?? 0n) ? (['below_minimum'] as const) : []),
  ];
  const holding = judged.find((reason) => !despite.includes(reason));
  if (holding !== undefined && holding !== 'below_minimum') return holding;
  if (depositor.coin === null || !terms?.is_on) return 'no_coin';
  if (holding !== undefined) return holding;
  const rate = rates.get(depositor.coin);
  if (rate === undefined) return 'no_rate';
  const exchanged = coinOfUsdt(deposit.amount, rate, terms.decimals);
  const fee = feeOf(exchanged, terms.usdt_recharge_fee_bp);
  if (exchanged > LARGEST_AMOUNT_MINOR || fee >= exchanged) return 'amount';
  const order: Order = {
    owner_id: deposit.owner_id,
    serial_number: newReviewNumber('usdt_recharge'),
    kind: 'usdt_recharge',
    status: usdtRecharge.machine.initial,
    review_mode: 'automatic',
    way: depositor.type === 'merchant' ? 'quick' : '',
    coin: depositor.coin,
    amount: exchanged,
    fee,
    settlement: exchanged - fee,
    fee_bp: terms.usdt_recharge_fee_bp,
    other_coin: USDT,
    other_amount: String(deposit.amount),
    rate,
    network: deposit.network,
    address: deposit.address,
    txid: depositTxid(deposit),
    submitted_by: 'chain',
  };
  return { order, passed: judged };
}

async function standingOf(tx: Tx, deposits: readonly ChainDeposit[], despite: readonly PassedReason[]): Promise<Standing> {
  const owners = [...new Set(deposits.map(({ owner_id }) => owner_id))];
  const { rows } = await tx.query<Depositor>(
    `with owner as materialized (
       select merchant_id as owner_id, 'merchant' as type, status, markets, recharge_configuration from merchant where merchant_id = any ($1::bigint[])
       union all
       select user_id, 'user', status, markets, '{}' from wallet_user where user_id = any ($1::bigint[])
     )
     select owner.owner_id, type, status, recharge_configuration, code as coin
     from owner
     left join lateral (
       select code from coin left join market using (market) where market = any (owner.markets) or (code = $2 and type = 'merchant')
       order by coin.is_on and coalesce(market.is_on, true) desc, position, code limit 1
     ) as first on true`,
    [bigintArray(owners), USDT],
  );
  const keyOf = ({ owner_id, coin }: Depositor) => ({ merchantId: Number(owner_id), coin: coin ?? '' });
  const terms = await coinTerms(tx, rows.map(keyOf));
  const { rows: found } = await tx.query<{ address: string }>('select address from blocked_address where address = any ($1::text[])', [
    deposits.map(({ sender }) => sender),
  ]);
  const blocked = new Set(found.map(({ address }) => address));
  const sums = new Map<bigint, bigint>();
  for (const { owner_id, amount, sender } of deposits) {
    if (!blocked.has(sender) || despite.includes('blocked_sender')) sums.set(owner_id, (sums.get(owner_id) ?? 0n) + amount);
  }
  return {
    depositors: new Map(rows.map((row) => [row.owner_id, row])),
    termsOf: (depositor) => terms.of(keyOf(depositor)),
    rates: await ratesOf(tx, new Set(rows.flatMap(({ coin }) => coin ?? []))),
    blocked,
    sums,
  };
}

/** The rates of now; a coin that has none is left out. */
async function ratesOf(tx: Tx, coins: ReadonlySet<string>): Promise<Map<string, string>> {
  const rates = new Map<string, string>();
  for (const coin of coins) {
    try {
      rates.set(coin, (await exchangeRate(tx, coin)).rate);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return rates;
}

/**
 * Takes the transactions for orders, and holds them until the transaction ends. One that somebody has told and nobody has approved stays credited to
 * whose address it went to: the other cannot be approved any more.
 */
async function claimTxids(tx: Tx, orders: readonly Order[]): Promise<void> {
  if (orders.length === 0) return;
  const [networks, txids] = [orders.map(({ network }) => network), orders.map(({ txid }) => txid)];
  // Waits for whoever takes one of them at this moment.
  await tx.query(
    `insert into recharge_txid (network, txid, owner_id, serial_number)
     select * from unnest($1::text[], $2::text[], $3::bigint[], $4::text[]) as taken (network, txid, owner_id, serial_number)
     order by 1, 2 on conflict do nothing`,
    [networks, txids, bigintArray(orders.map(({ owner_id }) => owner_id)), orders.map(({ serial_number }) => serial_number)],
  );
  await lockTxids(tx, orders);
}
