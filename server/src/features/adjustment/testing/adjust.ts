import type { InputOf, OutputOf } from '@purser/contract/call';
import { adjustmentAdd } from '@purser/contract/features/adjustment';
import { dataOf, type TestApp } from '../../../platform/testing/app.ts';
import { googleCode, type TestMerchant, type TestUser } from '../../../platform/testing/parties.ts';

type Wishes = Partial<Omit<InputOf<typeof adjustmentAdd>, 'google_code' | 'receipt_user_id'>>;

/** Increases a user's balance as the merchant would: 10.00 USDP that is kept pending, unless said otherwise. */
export async function adjust(
  app: TestApp,
  merchant: TestMerchant,
  { user_id }: Pick<TestUser, 'user_id'>,
  wishes: Wishes = {},
): Promise<OutputOf<typeof adjustmentAdd>> {
  const usual = { coin_name: 'USDP', balance_type: 'pending', amount: '10.00', remark: 'Compensation for order A-1001' } as const;
  const input = { receipt_user_id: user_id, ...usual, ...wishes, google_code: await googleCode(app, merchant) };
  return dataOf(await app.call(adjustmentAdd, input, { token: merchant.token }));
}
