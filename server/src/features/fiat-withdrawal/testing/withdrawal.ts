import { fiatWithdrawalAdd } from '@purser/contract/features/fiat-withdrawal';
import { fiatWithdrawalKind } from '../../../domain/fiat-withdrawal.ts';
import { moveReviewOrders } from '../../../domain/review-order.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { dataOf, type TestApp } from '../../../platform/testing/app.ts';
import { fund, googleCode, makeMerchant } from '../../../platform/testing/parties.ts';
import { makeMethod } from '../../payment-method/testing/method.ts';

/** A merchant with money and a verified bank account, and a wish to withdraw some. */
export async function withdrawer(app: TestApp, amount = '100.00') {
  const merchant = await makeMerchant(app);
  await fund(app, merchant.merchant_id, 'USDP', '1000.00');
  const wish = { coin_name: 'USDP', amount, payment_method_id: await makeMethod(app, merchant.merchant_id) };
  return { merchant, wish };
}

/** Asks for a withdrawal, and gives its number. */
export async function makeWithdrawal(
  app: TestApp,
  { merchant, wish }: Pick<Awaited<ReturnType<typeof withdrawer>>, 'merchant' | 'wish'>,
): Promise<string> {
  const asked = { ...wish, google_code: await googleCode(app, merchant) };
  return dataOf(await app.call(fiatWithdrawalAdd, asked, { token: merchant.token })).order_no;
}

/** Approves withdrawals as staff do. */
export async function approveWithdrawals(app: TestApp, ownerId: number, orders: readonly string[]): Promise<void> {
  const by = { kind: 'operator', id: '1001', name: 'Ada' } as const;
  const moves = orders.map((serialNumber) => ({ ownerId, serialNumber, event: 'approve' as const, by }));
  const results = await app.platform.db.systemTransaction((tx) => moveReviewOrders(tx, app.platform, fiatWithdrawalKind, moves));
  for (const result of results) if (result instanceof Refusal) throw result;
}
