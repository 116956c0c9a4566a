import { checkoutView } from '@purser/contract/features/checkout';
import { fileUpload } from '@purser/contract/features/file';
import { logoDetail, logoUpdate } from '@purser/contract/features/logo';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { makeOrder } from '../checkout/testing/order.ts';

let app: TestApp;
let merchant: TestMerchant;
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterAll(() => app.close());
beforeEach(async () => {
  merchant = await makeMerchant(app);
});

async function sent(purpose: 'logo' | 'voucher' = 'logo', whose = merchant): Promise<string> {
  const picture = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#08f' } })
    .png()
    .toBuffer();
  const file = new File([new Uint8Array(picture)], 'logo.png');
  return dataOf(await app.call(fileUpload, { purpose, file }, { token: whose.token })).file_id;
}
const update = (file_id: string | null) => app.call(logoUpdate, { file_id }, { token: merchant.token });
const logo = async () => dataOf(await app.call(logoDetail, {}, { token: merchant.token })).logo;
const isDue = async (file_id: string) =>
  (await app.sql('select remove_at <= now() as due from file where file_id = $1', [file_id]))[0]?.['due'] as boolean | null;

it('is shown to the merchant and to payers, exchanged, and taken away again', async () => {
  expect(await logo()).toBeNull();
  const [first, second] = [await sent(), await sent()];
  expect(dataOf(await update(first))).toEqual({ logo: `/picture/${first}` });
  const { token } = await makeOrder(app, merchant.merchant_id);
  expect(dataOf(await app.call(checkoutView, { token })).order.merchant_logo).toBe(`/picture/${first}`);
  dataOf(await update(first));
  expect(await isDue(first)).toBeNull();
  dataOf(await update(second));
  expect([await logo(), await isDue(first), await isDue(second)]).toEqual([`/picture/${second}`, true, null]);
  dataOf(await update(null));
  expect([await logo(), await isDue(second)]).toEqual([null, true]);
});

it('is a file of one’s own that was sent as a logo: anything else is refused with its field, and the old one stays', async () => {
  const own = await sent();
  dataOf(await update(own));
  const other = await makeMerchant(app);
  for (const id of [await sent('voucher'), await sent('logo', other), 'A'.repeat(30)]) {
    expect(await update(id)).toMatchObject({ msg: 'file_not_usable', data: null });
  }
  expect(logoUpdate.fields).toEqual({ file_not_usable: 'file_id' });
  expect([await logo(), await isDue(own)]).toEqual([`/picture/${own}`, null]);
});
