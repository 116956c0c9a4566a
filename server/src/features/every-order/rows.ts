import type { OutputOf } from '@purser/contract/call';
import { USDT, USDT_DECIMALS } from '@purser/contract/exchange';
import type { EveryOrderKind, everyOrderQuery, EveryOrderStatus } from '@purser/contract/features/every-order';
import { formatAmount } from '@purser/contract/money';
import { depositTxid } from '../../domain/chain-deposit.ts';
import { type Owners, ownersOf } from '../../domain/owners.ts';
import { askedRows } from '../../platform/database/asked-rows.ts';
import { instantText } from '../../platform/lists/cursor.ts';
import type { OrderKey, OrderReader, OrderSource } from './keys.ts';
import { phaseOf } from './phases.ts';

type WireRow = OutputOf<typeof everyOrderQuery>['list'][number];

/** An order of any kind. */
export interface EveryOrder {
  readonly kind: EveryOrderKind;
  readonly number: string;
  readonly owner_id: bigint;
  readonly order_id: string;
  readonly refunded_order: string;
  readonly status: EveryOrderStatus;
  readonly coin: string;
  readonly amount: bigint;
  readonly other_id: bigint | null;
  readonly other_name: string;
  readonly network: string | null;
  readonly address: string;
  /** Of a deposit it is bytes, as the chain has it. */
  readonly txid: string | Buffer;
  /** When it was made, to the microsecond. */
  readonly at: string;
}

const NOT_ON_CHAIN = `null as network, '' as address, '' as txid`;

/** What is read of the rows of each table. */
const READ: Readonly<Record<OrderSource, string>> = {
  payment: `'payment' as kind, o.serial_number as number, o.merchant_id as owner_id, o.order_id, '' as refunded_order, o.status, o.coin, o.amount,
      o.payer_id as other_id, coalesce(o.payer_nick, '') as other_name, ${NOT_ON_CHAIN}, ${instantText('o.create_time')} as at
    from asked cross join lateral (select * from payment_order where merchant_id = asked.owner_id and serial_number = asked.number group by merchant_id, serial_number) as o`,
  transfer: `'transfer' as kind, o.serial_number as number, o.merchant_id as owner_id, '' as order_id, '' as refunded_order, 'completed' as status,
      o.coin, o.transfer_amount as amount, o.counterparty_id as other_id, o.counterparty_name as other_name, ${NOT_ON_CHAIN},
      ${instantText('o.create_time')} as at
    from asked cross join lateral (select * from merchant_transfer where merchant_id = asked.owner_id and serial_number = asked.number group by merchant_id, serial_number) as o`,
  refund: `'refund' as kind, o.serial_number as number, o.merchant_id as owner_id, o.refund_id as order_id, o.order_serial_number as refunded_order,
      'completed' as status, o.coin, o.amount, o.payer_id as other_id, o.payer_nick as other_name, ${NOT_ON_CHAIN}, ${instantText('o.create_time')} as at
    from asked cross join lateral (select * from refund where merchant_id = asked.owner_id and serial_number = asked.number group by merchant_id, serial_number) as o`,
  review: `o.kind, o.serial_number as number, o.owner_id, o.order_id, '' as refunded_order, o.status, o.coin, o.amount, o.payee_id as other_id,
      o.payee_nick as other_name, o.network, o.address, o.txid, ${instantText('o.create_time')} as at
    from asked cross join lateral (select * from review_order where owner_id = asked.owner_id and serial_number = asked.number group by owner_id, serial_number) as o`,
  deposit: `'chain_deposit' as kind, o.deposit_id as number, o.owner_id, '' as order_id, '' as refunded_order, o.state as status, '${USDT}' as coin,
      o.amount, null::bigint as other_id, '' as other_name, o.network, o.address, o.txid, ${instantText('o.seen_at')} as at
    from asked cross join lateral (select * from chain_deposit where deposit_id = asked.number and owner_id = asked.owner_id group by owner_id, network, txid, ordinal) as o`,
};

/** The orders that keys name, in no order. */
export async function ordersOf(reader: OrderReader, keys: readonly OrderKey[]): Promise<EveryOrder[]> {
  const bySource = [...Map.groupBy(keys, ({ source }) => source)];
  const answers = await Promise.all(
    bySource.map(([source, of]) =>
      reader.query<EveryOrder>({
        name: `every-order-rows-${source}`,
        text: `with asked as (select * from ${askedRows('bigint', 'text')} as asked (owner_id, number, position)) select ${READ[source]}`,
        values: [of.map(({ owner_id }) => owner_id), of.map(({ number }) => number)],
      }),
    ),
  );
  return answers.flatMap(({ rows }) => rows);
}

/** Orders as the list shows them. */
export async function shownOrders(reader: OrderReader, orders: readonly EveryOrder[]): Promise<WireRow[]> {
  const owners = await ownersOf(reader, orders);
  await reader.coins.know(
    orders.map(({ coin }) => coin),
    reader,
  );
  return orders.map((order) => shown(reader, order, owners));
}

function shown({ coins }: OrderReader, order: EveryOrder, owners: Owners): WireRow {
  const { kind, status, coin, amount, owner_id, other_id, address, txid, at, ...rest } = order;
  const owner = owners.get(owner_id);
  return {
    ...rest,
    kind,
    owner_id: Number(owner_id),
    owner_type: owner?.type ?? 'merchant',
    owner_name: owner?.name ?? '',
    phase: phaseOf(kind, status),
    status,
    coin_name: coin,
    amount: kind === 'chain_deposit' ? formatAmount(amount, USDT_DECIMALS) : coins.format(amount, coin),
    other_id: other_id === null ? null : Number(other_id),
    address,
    txid: typeof txid === 'string' ? txid : depositTxid({ address, txid }),
    create_time: new Date(at).toISOString(),
  };
}
