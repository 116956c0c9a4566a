import { openAccounts } from '@purser/ledger/accounts';
import { mainAccount } from '@purser/ledger/account';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fiatWithdrawalMachine } from '@purser/contract/review';
import { planHold } from '@purser/ledger/review-postings';
import { reviewHeld, reviewKind, reviewPosting, submitReviewOrder, type ReviewOrder } from '../domain/review-order.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { fund, makeMerchant, type TestMerchant } from '../platform/testing/parties.ts';
import { HeldWatch } from '../platform/proof/held-watch.ts';

const kind = reviewKind({
  kind: 'fiat_withdrawal',
  machine: fiatWithdrawalMachine,
  posting: (order, event) => (event === 'submit' ? planHold({ ...reviewPosting(order, event), ...reviewHeld(order) }) : undefined),
});

let app: TestApp;
let merchant: TestMerchant;
beforeAll(async () => {
  app = await createTestApp({ routes: () => [] });
  merchant = await makeMerchant(app);
  await openAccounts(app.platform.db.system, [mainAccount(merchant.merchant_id, 'USDP')]);
  await fund(app, merchant.merchant_id, 'USDP', '100.00');
});
afterAll(() => app.close());

function submit(): Promise<ReviewOrder> {
  return app.platform.db.systemTransaction((tx) =>
    submitReviewOrder(tx, app.platform, kind, {
      owner_id: BigInt(merchant.merchant_id),
      kind: 'fiat_withdrawal',
      status: 'pending_review',
      review_mode: 'manual',
      coin: 'USDP',
      amount: 100n,
      fee: 0n,
      settlement: 100n,
      fee_bp: 0,
    }),
  );
}

it('finds money that is held for no order that waits, in as many goes as it takes, and that it was given back', async () => {
  const watch = new HeldWatch(app.platform.db);
  expect(watch.seen).toBeNull();
  const orders = [await submit(), await submit(), await submit(), await submit(), await submit()];
  await watch.look();
  expect(watch.seen).toEqual({ stray: 0, first: null });

  const decide = (status: string, { serial_number }: ReviewOrder) =>
    app.sql('update review_order set status = $2 where serial_number = $1', [serial_number, status]);
  const [one, two] = [orders[1] as ReviewOrder, orders[3] as ReviewOrder];
  await decide('rejected', one);
  await decide('cancelled', two);
  const small = new HeldWatch(app.platform.db, { most: 2 });
  await small.look();
  await small.look();
  expect(small.seen, 'not before every hold was looked at').toBeNull();
  await small.look();
  const names = [one, two].map(({ owner_id, serial_number }) => `${owner_id} ${serial_number}`);
  expect(small.seen).toEqual({ stray: 2, first: expect.toBeOneOf(names) });
  await decide('pending_review', one);
  await decide('pending_review', two);
  for (let go = 0; go < 3; go += 1) await small.look();
  expect(small.seen).toEqual({ stray: 0, first: null });
});
