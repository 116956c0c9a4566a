import type { PaymentLinkState } from '@purser/contract/payment-link';
import type { Queryable } from '@purser/ledger/accounts';
import type { Selectable } from 'kysely';
import type { PaymentOrder } from '../../domain/payment-order.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Tx } from '../../platform/database/tx.ts';

export type PaymentLink = Selectable<Schema['payment_link']>;

/**
 * A link's state: that of its one order, or else what its own times say. Nothing keeps it twice, so nothing has to be kept in step with payments.
 * An expression over `payment_link`.
 */
export const LINK_STATE = `
  case
    when payment_link.uses = 'many' then
      case when payment_link.close_time is not null then 'closed' when payment_link.expire_time <= now() then 'expired' else 'open' end
    else (
      select max(case its.status when 'paid' then 'paid' when 'cancelled' then 'closed' when 'expired' then 'expired'
        else case when its.expire_time <= now() then 'expired' else 'open' end end)
      from payment_order its
      where its.merchant_id = payment_link.merchant_id and its.serial_number = payment_link.order_serial_number
    )
  end`;

/** How a link stands: its state, how often it was paid, and what came together in minor units. */
export interface Standing {
  readonly link_status: PaymentLinkState;
  readonly payments: bigint;
  readonly sum: string;
}

/** By the links' numbers. A link's payments are its total, and those since the moment up to which that counts. */
export async function standingsOf(db: Queryable, links: readonly PaymentLink[]): Promise<ReadonlyMap<string, Standing>> {
  const { rows } = await db.query<Standing & { serial_number: string }>({
    name: 'payment-link-standings',
    text: `
      select payment_link.serial_number, ${LINK_STATE} as link_status,
        coalesce(total.payments, 0) + coalesce(since.payments, 0) as payments,
        (coalesce(total.amount, 0) + coalesce(since.amount, 0))::text as sum
      from unnest($1::bigint[], $2::text[]) as asked (merchant_id, serial_number)
      cross join lateral (
        select * from payment_link
        where payment_link.merchant_id = asked.merchant_id and payment_link.serial_number = asked.serial_number
        group by merchant_id, serial_number
      ) as payment_link
      left join lateral (
        select payments, amount, counted_to from payment_link_total
        where payment_link_total.merchant_id = payment_link.merchant_id and payment_link_total.serial_number = payment_link.serial_number
        group by merchant_id, serial_number
      ) as total on true
      left join lateral (
        select count(*) as payments, sum(amount) as amount from payment_order
        where merchant_id = payment_link.merchant_id and link_number = payment_link.serial_number and link_number <> ''
          and paid_time >= coalesce(total.counted_to, '-infinity') group by merchant_id
      ) as since on true`,
    values: [links.map(({ merchant_id }) => merchant_id), links.map(({ serial_number }) => serial_number)],
  });
  return new Map(rows.map((row) => [row.serial_number, row]));
}

/** A new link, without what comes by itself. One for many payments ends so many minutes from now. */
export type NewPaymentLink = Pick<PaymentLink, 'serial_number' | 'token' | 'coin' | 'amount' | 'description' | 'uses'> & {
  readonly merchantId: number;
  readonly order: PaymentOrder | undefined;
  readonly lifetimeMin: number;
};

export async function insertLink(tx: Tx, link: NewPaymentLink): Promise<PaymentLink> {
  const { rows } = await tx.query<PaymentLink>(
    `insert into payment_link (merchant_id, serial_number, token, coin, amount, description, uses, order_serial_number, expire_time)
     values ($1, $2, $3, $4, $5, $6, $7, $8, coalesce($9, date_trunc('milliseconds', now()) + make_interval(mins => $10))) returning *`,
    [
      link.merchantId,
      link.serial_number,
      link.token,
      link.coin,
      link.amount,
      link.description,
      link.uses,
      link.order?.serial_number ?? null,
      link.order?.expire_time ?? null,
      link.lifetimeMin,
    ],
  );
  return rows[0] as PaymentLink;
}

/** One of the merchant's links, locked so that no order is opened at it meanwhile. */
export async function lockLink(tx: Tx, merchantId: number, serialNumber: string): Promise<PaymentLink | undefined> {
  const { rows } = await tx.query<PaymentLink>('select * from payment_link where merchant_id = $1 and serial_number = $2 for update', [
    merchantId,
    serialNumber,
  ]);
  return rows[0];
}

export async function closeLink(tx: Tx, { merchant_id, serial_number }: PaymentLink): Promise<void> {
  await tx.query('update payment_link set close_time = now() where merchant_id = $1 and serial_number = $2', [merchant_id, serial_number]);
}

/** A link as somebody opens it: with the database's clock. */
export interface OpenedLink extends PaymentLink {
  readonly now: Date;
}

/** By its token. `for share` keeps the link from being closed until the transaction ends. */
export async function findLink(
  db: Queryable,
  { merchantId, token }: { readonly merchantId: number; readonly token: string },
  lock: '' | 'for share' = '',
): Promise<OpenedLink | undefined> {
  const { rows } = await db.query<OpenedLink>(
    `select *, clock_timestamp() as now from payment_link where merchant_id = $1 and token = $2 ${lock}`,
    [merchantId, token],
  );
  return rows[0];
}

/** The payer's unpaid order at a link, or at the standing code of a coin; locked until the transaction ends. */
export async function lockOpened(
  tx: Tx,
  opened: { readonly merchantId: number; readonly userId: number; readonly coin: string; readonly linkNumber: string },
): Promise<PaymentOrder | undefined> {
  const { rows } = await tx.query<PaymentOrder>(
    `select * from payment_order
     where merchant_id = $1 and opened_by = $2 and coin = $3 and link_number = $4 and status || '' in ('created', 'scanned')
     for no key update`,
    [opened.merchantId, opened.userId, opened.coin, opened.linkNumber],
  );
  return rows[0];
}
