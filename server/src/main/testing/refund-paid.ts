import { refunds } from '../../features/refund/batch.ts';
import { lockRefundable } from '../../features/refund/queries.ts';
import { UNKEYED } from '../../platform/commands/idempotency.ts';
import { runMoneyBatch } from '../../platform/commands/money-batch.ts';
import type { TestApp } from '../../platform/testing/app.ts';

/** Refunds a part of as many of a merchant's orders, together, and asks for one of an order that is not there. */
export async function refundPaid(app: TestApp, merchantId: number, size: number, mark: string): Promise<void> {
  const paid = await app.sql<{ serial_number: string }>(
    `select serial_number from payment_order where merchant_id = $1 and status = 'paid' and refunded = 0 order by create_time desc limit $2`,
    [merchantId, size],
  );
  const commands = [...paid.map(({ serial_number }) => serial_number), 'PO0'].map((serialNumber, n) => ({
    merchantId,
    serialNumber,
    refundId: `${mark}-${n}`,
    amount: '0.10',
    remark: '',
    from: 'api' as const,
    ...UNKEYED,
    deadline: new Date(Date.now() + 60_000),
  }));
  const { db, ledgerKey } = app.platform;
  const results = await db.systemTransaction((tx) => runMoneyBatch(tx, ledgerKey, refunds, commands, { skipLocked: true }));
  const made = results.filter(({ ok }) => ok).length;
  if (made !== paid.length) throw new Error(`${paid.length} orders were paid and ${made} refunded`);
  await db.systemTransaction((tx) => lockRefundable(tx, [{ merchantId, serialNumber: 'PO0' }], false));
}
