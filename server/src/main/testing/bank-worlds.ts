import { checkoutTermsWorlds } from '../../features/checkout-terms/testing/worlds.ts';
import { bankFileWorlds } from '../../features/bank-file/testing/worlds.ts';
import { fiatWithdrawalWorlds } from '../../features/fiat-withdrawal/testing/worlds.ts';
import { paymentMethodWorlds } from '../../features/payment-method/testing/worlds.ts';
import type { TestApp } from '../../platform/testing/app.ts';

/** A fresh world for each write that money takes on its way to a bank, and for how a merchant is paid, by its path. */
export const bankWorlds = (app: () => TestApp) => ({
  ...paymentMethodWorlds(app),
  ...fiatWithdrawalWorlds(app),
  ...bankFileWorlds(app),
  ...checkoutTermsWorlds(app),
});
