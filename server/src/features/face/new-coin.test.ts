import * as calls from '@purser/contract/features/face';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant } from '../../platform/testing/parties.ts';
import { makeStaff } from '../../platform/testing/staff.ts';
import { makeOrder } from '../checkout/testing/order.ts';
import { enrol, identifiedUser, offerFace } from './testing/enrolled.ts';
import { createFaceApp, frameOf } from './testing/face-app.ts';
import { look, person } from './testing/looks.ts';

/** Coins that were added while two processes run, and of which the other one has not heard. */

let app: TestApp;
let elsewhere: TestApp;
let count = 0;
let coin: string;
let market: string;
beforeAll(async () => {
  app = await createFaceApp({});
  await offerFace(app);
  const { masterKey, operatorDatabaseUrl } = app.platform.settings;
  elsewhere = await createFaceApp({ settings: { databaseUrl: app.ownerUrl, masterKey, operatorDatabaseUrl } });
});
afterAll(async () => {
  await elsewhere.close();
  await app.close();
});
/** What was known once stays known, so each test has a coin of its own. */
beforeEach(async () => {
  const letter = String.fromCodePoint(65 + count);
  count += 1;
  [coin, market] = [`FRESH${letter}`, `XF${letter}`];
  await app.sql('insert into market (market) values ($1)', [market]);
  await app.sql(
    `insert into coin (code, market, decimals, symbol, position, transfer_minimum, transfer_fee_bp, payment_fee_bp, order_minimum, order_maximum)
     values ($1, $2, 2, '', 99, 1, 0, 0, 1, 1000000)`,
    [coin, market],
  );
  await app.sql('insert into face_limit (coin, most) values ($1, 5000)', [coin]);
  await app.platform.db.coins.refresh();
});

const isUnknownElsewhere = () => expect(elsewhere.platform.db.coins.find(coin)).toBeUndefined();

it('has its amount shown to wallet users', async () => {
  const { token } = await identifiedUser(app);
  isUnknownElsewhere();
  const { limits } = dataOf(await elsewhere.call(calls.faceView, {}, { payerToken: token }));
  expect(limits).toContainEqual({ coin_name: coin, most: '50.00' });
});

it('has confirmations noted that are left for another', async () => {
  const payer = await identifiedUser(app);
  await enrol(app, payer.user_id, { document: person(1), selfie: person(1) });
  const as = { payerToken: payer.token };
  const { merchant_id } = await makeMerchant(app, { markets: [market] });
  const { token } = await makeOrder(app, merchant_id, { coin });
  const { session_id } = dataOf(await app.call(calls.faceSession, { token }, as));
  for (let frame = 0; frame < 2; frame += 1) await app.call(calls.faceFrame, { session_id, frame: frameOf(look('head', {})) }, as);
  const another = await makeOrder(app, (await makeMerchant(app)).merchant_id, {});
  isUnknownElsewhere();
  expect(await elsewhere.call(calls.faceSession, { token: another.token }, as)).toMatchObject({ msg: 'ok' });
  expect(await app.sql(`select details from audit_log where owner_id = $1 and action = 'face.fail'`, [payer.user_id])).toEqual([
    { details: expect.objectContaining({ outcome: 'left', coin, amount: '12.50' }) },
  ]);
});

it('is offered no more by staff', async () => {
  const admin = await makeStaff(elsewhere, 'admin');
  const { revision } = dataOf(await admin.call(calls.faceSettingQuery, {}));
  isUnknownElsewhere();
  const change = { revision, is_offered: true, limits: [{ coin_name: 'USDP', most: '50.00' }] };
  expect(await admin.call(calls.faceSettingChange, { ...change, google_code: await admin.code() })).toMatchObject({ msg: 'ok' });
  const [noted] = await app.sql<{ details: { limits: { from: string[] } } }>(
    `select details from audit_log where action = 'face_setting.change'`,
  );
  expect(noted?.details.limits.from).toContain(`50.00 ${coin}`);
});
