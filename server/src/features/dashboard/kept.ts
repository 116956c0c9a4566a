import type { Queryable } from '@purser/ledger/accounts';
import { bestProducts, NO_SUMS, PRODUCTS_KEPT, type Sums, together } from './figures.ts';
import { MEASURES, type Part, PARTS, productsOf, type Span } from './measure.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HASH_BYTES = 6;

export const hourBefore = (time: Date): Date => new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);
const hourAfter = (time: Date): Date => new Date(Math.ceil(time.getTime() / HOUR_MS) * HOUR_MS);
export const dayBefore = (time: Date): Date => new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);
const dayAfter = (time: Date): Date => new Date(Math.ceil(time.getTime() / DAY_MS) * DAY_MS);

type Width = 'hour' | 'day';

interface KeptRow extends Omit<Sums, 'orders_ended' | 'pay_times' | 'payers' | 'products'> {
  readonly pay_classes: number[];
  readonly pay_counts: (string | bigint)[];
  readonly payers: Buffer;
  readonly product_names: string[];
  readonly product_counts: (string | bigint)[];
  readonly product_amounts: (string | bigint)[];
}

/** From when on and up to when each part is summed up. */
export type Progress = Readonly<Record<`${Part}_to` | 'began_at', Date>>;

export async function progressOf(client: Queryable, merchantId: number, coin: string): Promise<Progress | undefined> {
  const { rows } = await client.query<Progress>(
    'select began_at, created_to, moved_to, asked_to from figure_progress where merchant_id = $1 and coin = $2',
    [merchantId, coin],
  );
  return rows[0];
}

/**
 * A range whole: days and hours that are kept, and the orders themselves for what is not summed up yet and for the parts of hours at its
 * ends. The same whether much or nothing is summed up.
 */
export async function sumUp(client: Queryable, span: Span, progress: Progress | undefined): Promise<Sums> {
  return together(await Promise.all(PARTS.map((part) => partOf(client, part, span, progress))));
}

async function partOf(client: Queryable, part: Part, span: Span, progress: Progress | undefined): Promise<Sums> {
  if (progress === undefined) return (await MEASURES[part](client, span)).sums;
  const from = hourAfter(later(span.from, progress.began_at));
  const to = hourBefore(earlier(span.to, progress[`${part}_to`]));
  if (from >= to) return (await MEASURES[part](client, span)).sums;
  const edges = [
    { ...span, to: from },
    { ...span, from: to },
  ].filter((edge) => edge.from < edge.to);
  const [kept, ...read] = await Promise.all([
    rowsOf(client, part, span, daysAndHours(from, to)),
    ...edges.map((edge) => MEASURES[part](client, edge)),
  ]);
  return together([...kept, ...read.map(({ sums }) => sums)]);
}

const later = (one: Date, other: Date): Date => (one > other ? one : other);
const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

interface Stretch {
  readonly width: Width;
  readonly from: Date;
  readonly to: Date;
}

/** Whole hours, as whole days as far as it goes. */
function daysAndHours(from: Date, to: Date): Stretch[] {
  const [firstDay, lastDay] = [dayAfter(from), dayBefore(to)];
  const stretches: Stretch[] =
    firstDay >= lastDay
      ? [{ width: 'hour', from, to }]
      : [
          { width: 'hour', from, to: firstDay },
          { width: 'day', from: firstDay, to: lastDay },
          { width: 'hour', from: lastDay, to },
        ];
  return stretches.filter((stretch) => stretch.from < stretch.to);
}

async function rowsOf(
  client: Queryable,
  part: Part,
  { merchantId, coin }: Pick<Span, 'merchantId' | 'coin'>,
  stretches: readonly Stretch[],
): Promise<Sums[]> {
  const { rows } = await client.query<KeptRow>(
    `select kept.orders_created, orders_succeeded, orders_paid, amount_paid, handling_fee, pay_classes, pay_counts, payers, product_names,
            product_counts, product_amounts, products_cut, transferred_in, transferred_out, withdrawals, amount_withdrawn, recharges, amount_recharged
     from unnest($4::text[], $5::timestamptz[], $6::timestamptz[]) as stretch (width, since, before)
     cross join lateral (
       select * from figure_sum
       where merchant_id = $1 and coin = $2 and part = $3 and width = stretch.width and starts_at >= stretch.since and starts_at < stretch.before
       -- Keeps each stretch a scan of the key by itself.
       offset 0
     ) as kept`,
    [merchantId, coin, part, stretches.map(({ width }) => width), stretches.map(({ from }) => from), stretches.map(({ to }) => to)],
  );
  return rows.map(sumsOf);
}

function sumsOf({ pay_classes, pay_counts, payers, product_names, product_counts, product_amounts, ...counts }: KeptRow): Sums {
  return {
    ...counts,
    orders_ended: counts.orders_created,
    pay_times: new Map(pay_classes.map((bucket, index) => [bucket, BigInt(pay_counts[index] ?? 0)])),
    payers: hashesOf(payers),
    products: productsOf(product_names, product_counts, product_amounts),
  };
}

function hashesOf(payers: Buffer): number[] {
  const bytes = new DataView(payers.buffer, payers.byteOffset, payers.length);
  const hashes: number[] = [];
  for (let at = 0; at < payers.length; at += HASH_BYTES) hashes.push(bytes.getUint16(at) * 2 ** 32 + bytes.getUint32(at + 2));
  return hashes;
}

/** Makes the row of a day from those of its hours. */
export async function keepDay(client: Queryable, part: Part, whose: Pick<Span, 'merchantId' | 'coin'>, day: Date): Promise<void> {
  const hours = await rowsOf(client, part, whose, [{ width: 'hour', from: day, to: new Date(day.getTime() + DAY_MS) }]);
  await keep(client, part, whose, 'day', day, together(hours));
}

/** Keeps the sums of an hour or a day, unless there is nothing in it. */
export async function keep(
  client: Queryable,
  part: Part,
  { merchantId, coin }: Pick<Span, 'merchantId' | 'coin'>,
  width: Width,
  startsAt: Date,
  sums: Sums,
): Promise<void> {
  if (isNothing(sums)) return;
  const payers = Buffer.alloc(sums.payers.length * HASH_BYTES);
  for (const [index, hash] of sums.payers.entries()) payers.writeUIntBE(hash, index * HASH_BYTES, HASH_BYTES);
  const products = bestProducts(sums.products, PRODUCTS_KEPT);
  await client.query(
    `insert into figure_sum (merchant_id, coin, part, width, starts_at, orders_created, orders_succeeded, orders_paid, amount_paid, handling_fee,
       pay_classes, pay_counts, payers, product_names, product_counts, product_amounts, products_cut, transferred_in, transferred_out, withdrawals,
       amount_withdrawn, recharges, amount_recharged)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)`,
    [
      merchantId,
      coin,
      part,
      width,
      startsAt,
      sums.orders_created,
      sums.orders_succeeded,
      sums.orders_paid,
      sums.amount_paid,
      sums.handling_fee,
      [...sums.pay_times.keys()],
      [...sums.pay_times.values()],
      payers,
      products.map(({ name }) => name),
      products.map(({ count }) => count),
      products.map(({ amount }) => amount),
      sums.products_cut || sums.products.size > PRODUCTS_KEPT,
      sums.transferred_in,
      sums.transferred_out,
      sums.withdrawals,
      sums.amount_withdrawn,
      sums.recharges,
      sums.amount_recharged,
    ],
  );
}

export function isNothing(sums: Sums): boolean {
  return Object.entries(NO_SUMS).every(([name, none]) => typeof none !== 'bigint' || sums[name as keyof Sums] === none);
}
