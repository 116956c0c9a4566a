import type { OutputOf } from '@purser/contract/call';
import { type CoinCode, decimalsOf } from '@purser/contract/coin';
import type { chargeRecordQuery } from '@purser/contract/features/recharge-record';
import { TOTAL_COUNTED_UP_TO } from '@purser/contract/list-call';
import { formatAmount } from '@purser/contract/money';
import type { Database } from '../../platform/database/database.ts';
import { readCursor, writeCursor } from '../../platform/database/list-cursor.ts';
import { countRecords, type ListInput, listRecords, type RecordRow } from './queries.ts';

type Records = OutputOf<typeof chargeRecordQuery>;

/** A page of the merchant's payment orders, newest first unless asked otherwise. */
export async function queryRecords(db: Database, merchantId: number, input: ListInput): Promise<Records> {
  const sortBy = input.sort_by ?? 'create_time';
  const order = `${sortBy}.${input.sort_order}`;
  const after = input.cursor === undefined ? undefined : readCursor(input.cursor, order, sortBy === 'amount' ? 'integer' : 'instant');
  const page = {
    sortBy,
    sortOrder: input.sort_order,
    after,
    offset: after ? 0 : (input.page - 1) * input.page_size,
    // One more than asked for tells whether anything follows.
    limit: input.page_size + 1,
  };
  return db.scoped(merchantId, async (tx) => {
    const found = await listRecords(tx, merchantId, input, page);
    const total = await countRecords(tx, merchantId, input);
    const rows = found.slice(0, input.page_size);
    const last = rows.at(-1);
    return {
      list: rows.map(recordOf),
      total: Math.min(total, TOTAL_COUNTED_UP_TO),
      total_is_exact: total <= TOTAL_COUNTED_UP_TO,
      next_cursor: last && found.length > rows.length ? writeCursor(order, { value: last.place, key: last.serial_number }) : null,
    };
  });
}

function recordOf(row: RecordRow): Records['list'][number] {
  const decimals = decimalsOf(row.coin);
  return {
    create_time: row.create_time.toISOString(),
    order_id: row.order_id,
    serial_number: row.serial_number,
    payment_id: row.payer_id === null ? null : Number(row.payer_id),
    nick: row.payer_nick,
    external_account: row.external_account,
    coin_name: row.coin as CoinCode,
    amount: formatAmount(row.amount, decimals),
    handling_fee: formatAmount(row.handling_fee, decimals),
    settlement_amount: formatAmount(row.settlement_amount, decimals),
    order_type: 'collection',
    order_from: row.order_from,
    order_status: row.status,
    cancelled_by: row.cancelled_by,
    expire_time: row.expire_time.toISOString(),
    update_time: row.update_time.toISOString(),
  };
}
