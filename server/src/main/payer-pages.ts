import { checkoutPages, paymentCode } from '../features/checkout/pages.ts';
import { Checkout } from '../features/checkout/service.ts';
import { payerLogin } from '../features/wallet/login.ts';
import { walletPages } from '../features/wallet/pages.ts';
import { Wallet } from '../features/wallet/service.ts';
import { loadPayerBuild, type PayerBuild } from '../platform/http/payer-build.ts';
import { payerPages } from '../platform/http/payer-pages.ts';
import type { Platform } from '../platform/platform.ts';
import type { Pages } from '../platform/http/server.ts';

/** Every payer page, feature by feature. They have the checkout in common with nobody: their forms are rare beside the calls. */
export async function allPayerPages(platform: Platform, build?: PayerBuild): Promise<Pages[]> {
  const built = build ?? (await loadPayerBuild());
  const { renderer } = built;
  const wallet = new Wallet(platform);
  const checkout = new Checkout(platform);
  const login = payerLogin(platform, wallet);
  return [
    payerPages(built, [...walletPages(wallet, login, renderer), ...checkoutPages(platform, checkout, login, renderer)]),
    paymentCode(checkout, renderer),
  ];
}
