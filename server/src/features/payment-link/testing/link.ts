import type { InputOf } from '@purser/contract/call';
import { paymentLinkAdd } from '@purser/contract/features/payment-link';
import { dataOf, type TestApp } from '../../../platform/testing/app.ts';
import type { TestMerchant } from '../../../platform/testing/parties.ts';
import type { ShownLink } from '../view.ts';

/** What a link for many payments of 12.50 USDP is made with. */
export const LINK: InputOf<typeof paymentLinkAdd> = {
  coin_name: 'USDP',
  amount: '12.50',
  description: 'Evening class',
  link_uses: 'many',
  lifetime_min: 60,
};

export async function makeLink(app: TestApp, { token }: TestMerchant, wish: Partial<typeof LINK> = {}): Promise<ShownLink> {
  return dataOf(await app.call(paymentLinkAdd, { ...LINK, ...wish }, { token }));
}

/** The token in the address where a link, its order or a standing code is paid. */
export function tokenIn({ payment_url }: { readonly payment_url: string }): string {
  return payment_url.split('/').at(-1) ?? '';
}
