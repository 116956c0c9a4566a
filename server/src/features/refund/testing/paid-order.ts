import { checkoutAuthorise, checkoutPay } from '@purser/contract/features/checkout';
import { dataOf, type TestApp } from '../../../platform/testing/app.ts';
import type { TestUser } from '../../../platform/testing/parties.ts';
import { makeOrder, type TestOrder } from '../../checkout/testing/order.ts';

/** An order that a payer has paid, with reward funds if they have any. The app has the checkout's routes. */
export async function makePaidOrder(app: TestApp, merchantId: number, payer: TestUser, amount = '12.50'): Promise<TestOrder> {
  const order = await makeOrder(app, merchantId, { amount });
  const by = { payerToken: payer.token };
  const { token } = order;
  const { payment_grant } = dataOf(await app.call(checkoutAuthorise, { token, payment_password: payer.payment_password }, by));
  dataOf(await app.call(checkoutPay, { token, payment_grant, use_reward: true }, by));
  return order;
}
