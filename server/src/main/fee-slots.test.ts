import { stripeOf } from '@purser/ledger/account';
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transfers } from '../features/transfer/batch.ts';
import { FeeSlot } from '../platform/commands/fee-slot.ts';
import { moneyBatch } from '../platform/commands/money-batch.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { fund, makeMerchant, type TestMerchant } from '../platform/testing/parties.ts';

let app: TestApp;
let sender: TestMerchant;
let recipient: TestMerchant;
beforeAll(async () => {
  app = await createTestApp({ routes: () => [] });
  [sender, recipient] = [await makeMerchant(app), await makeMerchant(app)];
  await fund(app, sender.merchant_id, 'USDP', '100.00');
});
afterAll(() => app.close());

it('a batch adds fees to the accounts of the slot that its process has at the time', async () => {
  const { db, clock } = app.platform;
  const batcher = moneyBatch(app.platform, transfers);
  const transfer = () =>
    batcher.submit({
      from: sender.merchant_id,
      to: recipient.merchant_id,
      coin: 'USDP',
      amount: '10.00',
      remark: '',
      idempotencyKey: undefined,
      requestHash: randomBytes(32),
      deadline: clock.inS(60),
    });
  const feesGoTo = async () => {
    const rows = await app.sql<{ owner_id: string }>(
      `select owner_id::text from ledger.entry where purpose = 'fees' and counterparty = $1 order by posted_at`,
      [recipient.merchant_id],
    );
    return rows.map(({ owner_id }) => Number(owner_id));
  };
  const stripe = stripeOf(recipient.merchant_id);
  await transfer();
  expect(await feesGoTo()).toEqual([stripe]);

  const other = new FeeSlot(db, pino({ level: 'silent' }));
  await other.start();
  await app.platform.feeSlot.start();
  await transfer();
  await other.close();
  expect(await feesGoTo()).toEqual([stripe, stripe + 16]);
});
