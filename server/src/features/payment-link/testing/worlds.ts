import type { CallOptions, TestApp } from '../../../platform/testing/app.ts';
import { makeMerchant } from '../../../platform/testing/parties.ts';
import { LINK, makeLink } from './link.ts';

interface World {
  readonly options: CallOptions;
  readonly input: object;
  readonly other: object;
}

/** A fresh world for each keyed call about payment links, by its path: who asks, what for, and another content. */
export function paymentLinkWorlds(app: () => TestApp): Record<string, () => Promise<World>> {
  return {
    '/v1/merchant/payment_link/add': async () => {
      const { token } = await makeMerchant(app());
      return { options: { token }, input: LINK, other: { ...LINK, amount: '12.51' } };
    },
    '/v1/merchant/payment_link/close': async () => {
      const merchant = await makeMerchant(app());
      const [link, other] = [await makeLink(app(), merchant), await makeLink(app(), merchant)];
      return {
        options: { token: merchant.token },
        input: { serial_number: link.serial_number },
        other: { serial_number: other.serial_number },
      };
    },
  };
}
