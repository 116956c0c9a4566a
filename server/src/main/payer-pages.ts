import { checkoutPages } from '../features/checkout/pages.ts';
import { Checkout } from '../features/checkout/service.ts';
import { walletPages } from '../features/wallet/pages.ts';
import { Wallet } from '../features/wallet/service.ts';
import { payerSignIn } from '../features/wallet/sign-in.ts';
import { loadPayerBuild, PayerPages, type PayerBuild } from '../platform/http/payer-pages.ts';
import type { Platform } from '../platform/platform.ts';
import type { Pages } from '../platform/http/server.ts';

/** The payment page and the wallet. They have the checkout in common with nobody: their forms are rare beside the calls. */
export async function payerPages(platform: Platform, build?: PayerBuild): Promise<Pages[]> {
  const pages = new PayerPages(platform, build ?? (await loadPayerBuild()));
  const wallet = new Wallet(platform);
  const signIn = payerSignIn(platform, wallet);
  return [walletPages(wallet, signIn, pages), checkoutPages(new Checkout(platform), signIn, pages)];
}
