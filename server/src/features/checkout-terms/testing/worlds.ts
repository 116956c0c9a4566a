import type { InputOf } from '@purser/contract/call';
import { CHECKOUT_WAYS } from '@purser/contract/checkout-ways';
import type { checkoutTermsSet } from '@purser/contract/features/checkout-terms';
import type { CallOptions, TestApp } from '../../../platform/testing/app.ts';
import { makeMerchant } from '../../../platform/testing/parties.ts';

/** The terms that hold where nothing was set, as they are sent. */
export const TERMS: Omit<InputOf<typeof checkoutTermsSet>, 'google_code'> = {
  coin_name: 'USDP',
  listing: 'on',
  minimum: null,
  maximum: null,
  ways: [...CHECKOUT_WAYS],
  version: 0,
};

/** A fresh world for the keyed call about checkout terms, by its path. */
export const checkoutTermsWorlds = (app: () => TestApp) => ({
  '/v1/merchant/checkout_terms/set': async () => {
    const merchant = await makeMerchant(app());
    const options: CallOptions = { token: merchant.token };
    return { merchant, options, input: TERMS, other: { ...TERMS, listing: 'off' } };
  },
});
