import { reading, Findings } from '@purser/ledger/verify-reader';
import type pg from 'pg';
import { verifyHeldOrders } from '../../server/src/platform/proof/held-orders.ts';
import type { Promises } from './promises.ts';
import type { ReceivedEvents } from './receiver.ts';

/** What does not hold of withdrawals: lost or made unasked, paid twice or not at all, held for ever, above the quota, not told. */
export async function brokenWithdrawals(owner: pg.Pool, promises: Promises, received: ReceivedEvents): Promise<string[]> {
  const { rows } = await owner.query<Row>(
    `select serial_number, owner_id, order_id, status, review_mode from review_order where kind = 'user_withdrawal'`,
  );
  return [
    ...lost(rows, promises),
    ...(await wrongPostings(owner)),
    ...(await overQuota(owner)),
    ...untold(rows, received),
    ...(await heldForNothing(owner)),
  ];
}

interface Row {
  readonly serial_number: string;
  readonly owner_id: string;
  readonly order_id: string;
  readonly status: string;
  readonly review_mode: string;
}

function lost(rows: readonly Row[], { withdrawals, withdrawalsRefused }: Promises): string[] {
  const stored = new Map(rows.map((row) => [row.serial_number, row]));
  return [
    ...[...withdrawals]
      .filter(([serial, { orderId }]) => stored.get(serial)?.order_id !== orderId)
      .map(([serial]) => `withdrawal ${serial} is lost`),
    ...[...withdrawals]
      .filter(([serial, { decided }]) => decided !== undefined && stored.get(serial)?.status !== decided)
      .map(([serial, { decided }]) => `withdrawal ${serial} was told to be ${decided} and is ${stored.get(serial)?.status}`),
    ...rows
      .filter(({ serial_number, order_id }) => !withdrawals.has(serial_number) || withdrawalsRefused.has(order_id))
      .map(({ serial_number }) => `withdrawal ${serial_number} was made, and nobody was told so`),
  ];
}

/** Each has the postings of its way and no other, once; the user got the money when it was approved, and it is held only while it waits. */
async function wrongPostings(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ problem: string }>(`
    with wanted as (
      select o.*, case
          when status = 'pending_review' then '{review_submitted}'
          when status = 'approved' and review_mode = 'automatic' then '{review_approved}'
          else array['review_submitted', 'review_' || status] end as postings
      from review_order o where kind = 'user_withdrawal'
    )
    select format('withdrawal %s is %s with postings %s; its user got %s of %s, its merchant gave %s of %s with %s held', w.serial_number, w.status,
      made.types, moved.got, w.settlement, moved.gave, w.amount, moved.held) as problem
    from wanted w
    cross join lateral (
      select coalesce(array_agg(p.type::text order by p.posted_at, p.type desc), '{}') as types from ledger.posting p
      where p.owner_id = w.owner_id and p.serial_number = w.serial_number collate "C"
    ) made
    cross join lateral (
      select coalesce(sum(change) filter (where owner_id = w.payee_id), 0) as got, coalesce(-sum(change) filter (where owner_id = w.owner_id), 0) as gave,
        coalesce(sum(held) filter (where owner_id = w.owner_id), 0) as held
      from (
        select e.owner_id, e.frozen_after - e.frozen_before as held,
          e.available_after - e.available_before + e.frozen_after - e.frozen_before as change
        from ledger.entry e where e.serial_number = w.serial_number collate "C"
      ) e
    ) moved
    where made.types <> w.postings::text[]
      or (moved.got, moved.gave) is distinct from (case when w.status = 'approved' then w.settlement else 0 end, case when w.status = 'approved' then w.amount else 0 end)
      or moved.held <> case when w.status = 'pending_review' then w.amount else 0 end
    limit 50`);
  return rows.map(({ problem }) => problem);
}

/** Two requests at once, at two apis, must not exceed the quota of a day together. */
async function overQuota(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ problem: string }>(`
    select format('merchant %s had %s approved by themselves, of %s in a day', o.owner_id, sum(o.amount), l.day_limit) as problem
    from review_order o join withdrawal_limit l on l.merchant_id = o.owner_id and l.coin = o.coin
    where o.review_mode = 'automatic' group by o.owner_id, o.coin, l.day_limit, (o.create_time at time zone 'UTC')::date having sum(o.amount) > l.day_limit`);
  return rows.map(({ problem }) => problem);
}

/** What waits for a decision is told as it is made, and then how it was decided; what is approved by itself is told once, as approved. */
function untold(rows: readonly Row[], received: ReceivedEvents): string[] {
  return rows.flatMap(({ serial_number, status, review_mode }) => {
    const made = review_mode === 'automatic' ? [] : ['withdrawal.created'];
    const wanted = [...made, ...(status === 'pending_review' ? [] : [`withdrawal.${status}`])];
    const got = received.typesOf(serial_number);
    return got.join() === wanted.join()
      ? []
      : [`the merchant of ${serial_number} was told ${got.join() || 'nothing'} instead of ${wanted.join()}`];
  });
}

async function heldForNothing(owner: pg.Pool): Promise<string[]> {
  const client = await owner.connect();
  const findings = new Findings();
  try {
    await reading(client, () => verifyHeldOrders(client, findings));
  } finally {
    client.release();
  }
  return findings.breaks.map(({ where, found }) => `held for nothing: ${where}: ${found}`);
}
