import * as calls from '@purser/contract/features/face';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf, type TestApp } from '../../platform/testing/app.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { mayRest, untilWaiting } from '../../platform/testing/lock-waits.ts';
import { makeMerchant } from '../../platform/testing/parties.ts';
import { makeOrder } from '../checkout/testing/order.ts';
import { countAttempt } from './queries.ts';
import { enrol, identifiedUser, offerFace } from './testing/enrolled.ts';
import { createFaceApp, frameOf } from './testing/face-app.ts';
import { look, person } from './testing/looks.ts';

/** A face is locked for a day after three attempts, whatever comes at the same time. */

let app: TestApp;
beforeAll(async () => {
  app = await createFaceApp({});
  await offerFace(app);
});
afterAll(() => app.close());

async function afterTwoAttempts() {
  const payer = await identifiedUser(app);
  await enrol(app, payer.user_id, { document: person(1), selfie: person(1) });
  await app.sql('update face_enrolment set failures = 2 where owner_id = $1', [payer.user_id]);
  return payer;
}
const lockOf = async (userId: number) =>
  (await app.sql('select failures, locked_until > now() as is_locked from face_enrolment where owner_id = $1', [userId]))[0];

it.skipIf(onCluster)('a confirmation that is begun while another counts the last attempt is refused', async () => {
  const payer = await afterTwoAttempts();
  const as = { payerToken: payer.token };
  const { token } = await makeOrder(app, (await makeMerchant(app)).merchant_id, {});
  const begin = () => app.call(calls.faceSession, { token }, as);
  const { session_id } = dataOf(await begin());
  const show = () => app.call(calls.faceFrame, { session_id, frame: frameOf(look('head', {})) }, as);
  expect(dataOf(await show())).toMatchObject({ attempts_left: 1 });
  let begun: ReturnType<typeof begin> | undefined;
  await app.platform.db.systemTransaction(async (tx) => {
    await mayRest(tx);
    await tx.query('select from wallet_user where user_id = $1 for no key update', [payer.user_id]);
    begun = begin();
    await untilWaiting(app);
    expect(dataOf(await show())).toMatchObject({ state: 'looking', attempts_left: 0 });
  });
  expect(await begun).toMatchObject({ msg: 'face_locked' });
  expect(await lockOf(payer.user_id)).toEqual({ failures: 3, is_locked: true });
});

it('an attempt that is counted while it is locked ends no lock', async () => {
  const payer = await afterTwoAttempts();
  const count = () => app.platform.db.scoped(payer.user_id, (tx) => countAttempt(tx, payer.user_id));
  expect([await count(), await count()]).toEqual([0, 0]);
  expect(await lockOf(payer.user_id)).toEqual({ failures: 3, is_locked: true });
});
