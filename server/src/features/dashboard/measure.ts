import { isFinal } from '@purser/contract/machine';
import { PAYMENT_ORDER_SOURCES, PAYMENT_ORDER_STATES, paymentOrderMachine } from '@purser/contract/payment-order';
import type { ReviewKind, ReviewState } from '@purser/contract/review';
import type { Queryable } from '@purser/ledger/accounts';
import { HASH_RANGE, HASHES_KEPT, NO_SUMS, payTimesOf, PRODUCTS_KEPT, type Sums } from './figures.ts';

/** Whose figures, in which coin, and from when (inclusive) to when (exclusive). */
export interface Span {
  readonly merchantId: number;
  readonly coin: string;
  readonly from: Date;
  readonly to: Date;
}

/** A range by one of the moments of its orders. */
interface Measured {
  readonly sums: Sums;
  /** Whether some of it may still change as orders go on. */
  readonly open: boolean;
}

/** By what an order is in a range: when it was created, when money moved, or when somebody asked for a withdrawal or recharge. */
export const PARTS = ['created', 'moved', 'asked'] as const;
export type Part = (typeof PARTS)[number];

export const ASKED_KINDS = ['user_withdrawal', 'usdt_recharge'] as const satisfies readonly ReviewKind[];
export const NOT_ASKED_ANY_MORE = ['rejected', 'cancelled'] as const satisfies readonly ReviewState[];
/** How an order ends. */
export const ENDED = PAYMENT_ORDER_STATES.filter((state) => isFinal(paymentOrderMachine, state));

/** Reads a part of a range from the orders themselves. */
export const MEASURES: Readonly<Record<Part, (client: Queryable, span: Span) => Promise<Measured>>> = { created, moved, asked };

async function created(client: Queryable, { merchantId, coin, from, to }: Span): Promise<Measured> {
  const { rows } = await client.query<Pick<Sums, 'orders_created' | 'orders_ended' | 'orders_succeeded'>>(
    `select count(*) as orders_created, count(*) filter (where status = any ($7)) as orders_ended,
            count(*) filter (where status = 'paid') as orders_succeeded
     from payment_order
     where merchant_id = $1 and coin = $2 and status = any ($5) and order_from = any ($6) and create_time >= $3 and create_time < $4`,
    [merchantId, coin, from, to, PAYMENT_ORDER_STATES, PAYMENT_ORDER_SOURCES, ENDED],
  );
  const sums = { ...NO_SUMS, ...rows[0] };
  return { sums, open: sums.orders_ended < sums.orders_created };
}

interface MovedRow extends Pick<Sums, 'orders_paid' | 'amount_paid' | 'handling_fee' | 'transferred_in' | 'transferred_out'> {
  readonly pay_seconds: number[] | null;
  readonly pay_counts: string[] | null;
  readonly payers: string[] | null;
  readonly product_names: string[] | null;
  readonly product_counts: string[] | null;
  readonly product_amounts: string[] | null;
  readonly products_cut: boolean;
}

async function moved(client: Queryable, { merchantId, coin, from, to }: Span): Promise<Measured> {
  const { rows } = await client.query<MovedRow>(
    `with paid as materialized (
       select payer_id, amount, handling_fee, description, greatest(extract(epoch from paid_time - create_time), 0)::integer as seconds
       from payment_order
       where merchant_id = $1 and coin = $2 and paid_time is not null and paid_time >= $3 and paid_time < $4
     ), product as (
       select description, count(*) as count, sum(amount)::bigint as amount, count(*) over () > $5 as cut
       from paid group by description order by sum(amount) desc, count(*) desc, description limit $5
     )
     select counted.*, times.*, hashes.*, products.*, transferred.*
     from (
       select count(*) as orders_paid, coalesce(sum(amount), 0)::bigint as amount_paid, coalesce(sum(handling_fee), 0)::bigint as handling_fee
       from paid
     ) as counted, (
       select array_agg(seconds) as pay_seconds, array_agg(count) as pay_counts
       from (select seconds, count(*) as count from paid group by seconds) as second
     ) as times, (
       select array_agg(hash order by hash) as payers
       from (select distinct hashint8extended(payer_id, 0) & ($6::bigint - 1) as hash from paid order by hash limit $7) as hash
     ) as hashes, (
       select array_agg(description) as product_names, array_agg(count) as product_counts, array_agg(amount) as product_amounts,
              coalesce(bool_or(cut), false) as products_cut
       from product
     ) as products, (
       select coalesce(sum(settlement_amount) filter (where transfer_type = 'receive'), 0)::bigint as transferred_in,
              coalesce(sum(transfer_amount) filter (where transfer_type = 'transfer'), 0)::bigint as transferred_out
       from merchant_transfer
       where merchant_id = $1 and coin = $2 and create_time >= $3 and create_time < $4
     ) as transferred`,
    [merchantId, coin, from, to, PRODUCTS_KEPT, HASH_RANGE, HASHES_KEPT],
  );
  const [row] = rows;
  if (!row) throw new Error('an aggregate without a row');
  const { pay_seconds, pay_counts, payers, product_names, product_counts, product_amounts, ...counts } = row;
  return {
    open: false,
    sums: {
      ...NO_SUMS,
      ...counts,
      pay_times: payTimesOf(pay_seconds ?? [], (pay_counts ?? []).map(BigInt)),
      payers: (payers ?? []).map(Number),
      products: productsOf(product_names ?? [], product_counts ?? [], product_amounts ?? []),
    },
  };
}

async function asked(client: Queryable, { merchantId, coin, from, to }: Span): Promise<Measured> {
  const { rows } = await client.query<
    Pick<Sums, 'withdrawals' | 'amount_withdrawn' | 'recharges' | 'amount_recharged'> & { open: boolean | null }
  >(
    `select count(*) filter (where kind = 'user_withdrawal') as withdrawals,
            coalesce(sum(amount) filter (where kind = 'user_withdrawal'), 0)::bigint as amount_withdrawn,
            count(*) filter (where kind = 'usdt_recharge') as recharges,
            coalesce(sum(amount) filter (where kind = 'usdt_recharge'), 0)::bigint as amount_recharged,
            bool_or(status = 'pending_review') as open
     from review_order
     where owner_id = $1 and kind = any ($5) and coin = $2 and status <> all ($6) and create_time >= $3 and create_time < $4`,
    [merchantId, coin, from, to, ASKED_KINDS, NOT_ASKED_ANY_MORE],
  );
  const { open = false, ...sums } = rows[0] ?? {};
  return { sums: { ...NO_SUMS, ...sums }, open: open ?? false };
}

/** Products as the database lists them: names, counts and amounts in the same order. */
export function productsOf(
  names: readonly string[],
  counts: readonly (string | bigint)[],
  amounts: readonly (string | bigint)[],
): Sums['products'] {
  return new Map(names.map((name, index) => [name, { count: BigInt(counts[index] ?? 0), amount: BigInt(amounts[index] ?? 0) }]));
}
