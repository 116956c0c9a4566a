import { LAST_PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { verifyLedger } from '@purser/ledger/verify';
import { Findings, reading } from '@purser/ledger/verify-reader';
import pg from 'pg';
import { expect } from 'vitest';
import { verifyHeldOrders } from '../../../platform/proof/held-orders.ts';
import type { TestApp } from '../../../platform/testing/app.ts';
import type { Corner, Refused } from './corner.ts';
import { changesOf, heldBy, type ModelOrder, stateOf, statesWithin, wayOf } from './model.ts';
import { type Change, GIVEN_BACK, main, NEXT, worthOf } from './rules.ts';

type Balances = Map<string, { available: bigint; frozen: bigint; pending: bigint }>;

/** Everything in the ledger that a corner's orders may touch. */
export async function balancesOf(app: TestApp, corner: Pick<Corner, 'merchants' | 'users'>): Promise<Balances> {
  const owners = [...corner.merchants, ...corner.users].map(({ id }) => id);
  const rows = await app.sql<{ account: string; available: string; frozen: string; pending: string }>(
    `select format('%s %s %s', owner_id, coin, purpose) as account, available, frozen, pending from ledger.account
     where owner_id <= ${LAST_PROVIDER_OWNER_ID} or owner_id = any ($1::bigint[])`,
    [owners],
  );
  return new Map(
    rows.map(({ account, ...buckets }) => [
      account,
      { available: BigInt(buckets.available), frozen: BigInt(buckets.frozen), pending: BigInt(buckets.pending) },
    ]),
  );
}

/** Once nothing is under way: everything that is stored is what follows from what was told, and every refusal had its reason. */
export async function judge(corner: Corner, before: Balances): Promise<void> {
  const orders = [...corner.orders.values()];
  expect(await storedOrders(corner)).toEqual(new Map(orders.map((order) => [order.serial, orderText(order)])));
  expect(await balancesOf(corner.app, corner)).toEqual(after(before, [...orders.flatMap(changesOf), ...refundChanges(corner)]));
  expect(await storedHolds(corner)).toEqual(orders.flatMap((order) => heldBy(order) ?? []).sort());
  expect(await storedDays(corner)).toEqual(modelDays(orders));
  for (const refused of corner.refused) explain(refused, orders);
  await expectTxids(corner, orders);
  await expectQuota(corner);
  const sums = await corner.app.sql(
    'select coin, sum(available + frozen + pending) from ledger.account group by coin having sum(available + frozen + pending) <> 0',
  );
  expect(sums).toEqual([]);
  await expectTellable(corner);
}

/** What the consoles tell an owner's entries apart by: each kind of posting is made once under a number. */
async function expectTellable({ app, merchants, users }: Corner): Promise<void> {
  const alike = await app.sql(
    `select owner_id, purpose, coin, serial_number, type from ledger.entry where owner_id = any ($1::bigint[])
     group by owner_id, purpose, coin, serial_number, type having count(*) > 1`,
    [[...merchants, ...users].map(({ id }) => id)],
  );
  expect(alike).toEqual([]);
}

function orderText(order: ModelOrder): string {
  const { kind, owner, payee, coin, amount, fee, networkFee, settlement, otherCoin, other } = order;
  return `${kind} of ${owner} for ${payee}: ${stateOf(order)}, ${coin} ${amount} ${fee} ${networkFee} ${settlement}, ${otherCoin ?? ''} ${other ?? ''}`;
}

async function storedOrders({ app, merchants, users }: Corner): Promise<Map<string, string>> {
  const rows = await app.sql<{ serial: string; text: string }>(
    `select serial_number as serial, format('%s of %s for %s: %s, %s %s %s %s %s, %s %s', kind, owner_id, coalesce(payee_id, 0), status, coin, amount, fee,
       network_fee, settlement, other_coin, other_amount) as text
     from review_order where owner_id = any ($1::bigint[])`,
    [[...merchants, ...users].map(({ id }) => id)],
  );
  return new Map(rows.map(({ serial, text }) => [serial, text]));
}

function after(before: Balances, changes: readonly Change[]): Balances {
  const balances: Balances = new Map([...before].map(([account, buckets]) => [account, { ...buckets }]));
  for (const { account, bucket, by } of changes) {
    const buckets = balances.get(account) ?? { available: 0n, frozen: 0n, pending: 0n };
    buckets[bucket] += by;
    balances.set(account, buckets);
  }
  return balances;
}

/** The payer's own money comes back first, and reward funds last. */
function refundChanges({ paid, givenBack }: Corner): Change[] {
  return paid.flatMap((order) => {
    const back = givenBack.filter((one) => one.order === order).reduce((sum, { amount }) => sum + amount, 0n);
    const own = order.amount - order.fromReward;
    const toMain = back < own ? back : own;
    return [
      { account: main(order.merchant, 'USDP'), bucket: 'available' as const, by: -back },
      { account: main(order.payer, 'USDP'), bucket: 'available' as const, by: toMain },
      { account: `${order.payer} USDP reward`, bucket: 'available' as const, by: back - toMain },
    ];
  });
}

async function storedHolds({ app, merchants, users }: Corner): Promise<string[]> {
  const rows = await app.sql<{ text: string }>(
    `select format('%s %s %s %s %s', owner_id, coin, purpose, bucket, remaining) as text from ledger.hold where owner_id = any ($1::bigint[])`,
    [[...merchants, ...users].map(({ id }) => id)],
  );
  return rows.map(({ text }) => text).sort();
}

async function storedDays({ app, merchants, users }: Corner): Promise<Map<string, bigint>> {
  const rows = await app.sql<{ whose: string; total: string }>(
    `select format('%s %s', owner_id, coin) as whose, sum(total)::text as total from usdt_withdrawal_day where owner_id = any ($1::bigint[])
     group by 1 having sum(total) > 0`,
    [[...merchants, ...users].map(({ id }) => id)],
  );
  return new Map(rows.map(({ whose, total }) => [whose, BigInt(total)]));
}

function modelDays(orders: readonly ModelOrder[]): Map<string, bigint> {
  const days = new Map<string, bigint>();
  for (const order of orders) {
    if (order.kind !== 'usdt_withdrawal' || GIVEN_BACK.includes(stateOf(order))) continue;
    const whose = `${order.owner} ${order.coin}`;
    days.set(whose, (days.get(whose) ?? 0n) + worthOf(order.coin, order.amount));
  }
  return days;
}

/** What was refused had a reason at some moment while it was asked. */
function explain(refused: Refused, orders: readonly ModelOrder[]): void {
  const { outcome, order, event, by, txid } = refused;
  const earlier = (other: ModelOrder | undefined, when = other?.made.start ?? Number.NaN) => other !== order && when < refused.end;
  const states = order ? statesWithin(order, refused) : [];
  const holds = {
    review_decided: () => order && event && states.some((state) => NEXT[order.kind][state]?.[event] === undefined),
    already_done: () => states.includes('appeal'),
    // Who approved it does not pay it out.
    second_person_required: () => states.includes('approved') && order?.steps.some((step) => step.event === 'approve' && step.by === by),
    payout_txid_taken: () =>
      states.includes('approved') && orders.some((other) => other.steps.some((step) => step.txid === txid && earlier(other, step.start))),
    txid_used: () => orders.some((other) => other.txid === txid && earlier(other)),
  }[outcome];
  if (holds?.() !== true) throw new Error(`${outcome} without a reason: ${event} of ${order?.serial}, which was ${states.join(', ')}`);
}

/** A transaction counts once: for one recharge that nobody refused, and for one withdrawal; and no one person pays out what they approved. */
async function expectTxids({ app, merchants, users }: Corner, orders: readonly ModelOrder[]): Promise<void> {
  const owners = [...merchants, ...users].map(({ id }) => id);
  const stored = async (table: string) =>
    (
      await app.sql<{ text: string }>(
        `select format('%s %s', serial_number, txid) as text from ${table} where owner_id = any ($1::bigint[])`,
        [owners],
      )
    )
      .map(({ text }) => text)
      .sort();
  const standing = orders.filter((order) => order.kind === 'usdt_recharge' && !GIVEN_BACK.includes(stateOf(order)));
  expect(await stored('recharge_txid')).toEqual(standing.map(({ serial, txid }) => `${serial} ${txid}`).sort());
  const settled = orders.flatMap((order) =>
    wayOf(order).flatMap((step) => (step.event === 'settle' && step.txid ? [{ order, step }] : [])),
  );
  expect(new Set(settled.map(({ step }) => step.txid)).size).toBe(settled.length);
  for (const { order, step } of settled) expect(order.steps.find(({ event }) => event === 'approve')?.by).not.toBe(step.by);
}

/** What was approved by itself never exceeds the quota of a day, and what was not would have. */
async function expectQuota({ app, merchants }: Corner): Promise<void> {
  const broken = await app.sql(
    `select o.owner_id, o.serial_number, o.amount, used.total from review_order o
     join withdrawal_limit l on l.merchant_id = o.owner_id and l.coin = o.coin
     cross join lateral (
       select coalesce(sum(amount), 0) as total from review_order a where a.owner_id = o.owner_id and a.kind = o.kind and a.review_mode = 'automatic'
         and (a.create_time at time zone 'utc')::date = (o.create_time at time zone 'utc')::date
     ) as used
     where o.owner_id = any ($1::bigint[]) and o.kind = 'user_withdrawal' and (
       used.total > l.day_limit or (o.review_mode = 'automatic' and o.amount > l.single_limit)
       or (o.review_mode = 'manual' and o.amount <= l.single_limit and used.total + o.amount <= l.day_limit))`,
    [merchants.map(({ id }) => id)],
  );
  expect(broken).toEqual([]);
}

/** The proofs that an installation itself is given: nothing is found. */
export async function expectVerified(app: TestApp): Promise<void> {
  const client = new pg.Client({ connectionString: app.ownerUrl });
  await client.connect();
  try {
    const { breaks } = await verifyLedger(client, app.platform.ledgerKey);
    expect(breaks).toEqual([]);
    const findings = new Findings();
    await reading(client, (reader) => verifyHeldOrders(reader, findings));
    expect(findings.breaks).toEqual([]);
  } finally {
    await client.end();
  }
}

/** No two transactions ever waited for each other in a circle: PostgreSQL ends one of them then, after a second. */
export async function expectNoDeadlock(app: TestApp): Promise<void> {
  const [row] = await app.sql<{ deadlocks: string }>('select deadlocks::text from pg_stat_database where datname = current_database()');
  expect(row?.deadlocks).toBe('0');
}
