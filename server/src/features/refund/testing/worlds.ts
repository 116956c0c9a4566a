import type { CallOptions, TestApp } from '../../../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestMerchant } from '../../../platform/testing/parties.ts';
import { makeKey } from '../../open-order/testing/key.ts';
import { makePaidOrder } from './paid-order.ts';

interface World {
  readonly merchant?: TestMerchant;
  readonly options: CallOptions;
  readonly input: object;
  readonly other: object;
}

/** A fresh world for each keyed call about refunds, by its path: who asks, what for, and another content. */
export function refundWorlds(app: () => TestApp): Record<string, () => Promise<World>> {
  const paid = async () => {
    const [merchant, payer] = [await makeMerchant(app()), await makeUser(app())];
    await fund(app(), payer.user_id, 'USDP', '100.00');
    return { merchant, order: await makePaidOrder(app(), merchant.merchant_id, payer) };
  };
  return {
    '/v1/merchant/refund/add': async () => {
      const { merchant, order } = await paid();
      const input = { order_serial_number: order.serial_number, amount: '1.00' };
      return { merchant, options: { token: merchant.token }, input, other: { ...input, amount: '1.01' } };
    },
    '/v1/open/refund/create': async () => {
      const { merchant, order } = await paid();
      const input = { refund_id: 'R-1', order_id: order.order_id, amount: '1.00' };
      return { options: { signedWith: await makeKey(app(), merchant) }, input, other: { ...input, amount: '1.01' } };
    },
  };
}
