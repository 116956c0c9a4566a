import * as calls from '@purser/contract/features/face';
import { staffIdentityDecide } from '@purser/contract/features/identity';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, signIn, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { makeOrder } from '../checkout/testing/order.ts';
import { identityRoutes } from '../identity/routes.ts';
import { documentOf, enrol, giveDocument, identifiedUser, offerFace } from './testing/enrolled.ts';
import { createFaceApp, frameOf } from './testing/face-app.ts';
import { look, person } from './testing/looks.ts';

/** A face confirms as long as the document that it was compared with is the one that staff have approved. */

let app: TestApp;
let merchant: TestMerchant;
let support: TestStaff;
let payer: TestUser;
let other: Buffer;
/** While a document is looked at. */
let meanwhile: () => Promise<void> = async () => {};

beforeAll(async () => {
  app = await createFaceApp({ beside: identityRoutes, meanwhile: async (kind) => (kind === 'document' ? meanwhile() : undefined) });
  merchant = await makeMerchant(app);
  support = await makeStaff(app, 'support');
  other = await documentOf('other');
  await offerFace(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  meanwhile = async () => {};
  payer = await identifiedUser(app);
});

const as = () => ({ payerToken: payer.token });
const view = async () => dataOf(await app.call(calls.faceView, {}, as()));
const session = async () => app.call(calls.faceSession, { token: (await makeOrder(app, merchant.merchant_id, {})).token }, as());
const frame = (session_id: string) => app.call(calls.faceFrame, { session_id, frame: frameOf(look('head', {})) }, as());

async function takeBack(): Promise<void> {
  const [row] = await app.sql<{ submission_id: string }>(
    `select submission_id from identity_submission where owner_id = $1 and status = 'approved'`,
    [payer.user_id],
  );
  await decide(row?.submission_id ?? '', 'approved', 'reject');
  // The payer's sessions have ended with it.
  payer = { ...payer, token: await signIn(app, 'user', payer.user_id) };
}
async function decide(submission_id: string, status: 'approved' | 'pending', decision: 'approve' | 'reject'): Promise<void> {
  const which = { owner_id: payer.user_id, submission_id, status, decision, reason: 'not theirs' };
  expect(await support.call(staffIdentityDecide, { ...which, google_code: await support.code() })).toMatchObject({ msg: 'ok' });
}
async function approveAnother(): Promise<void> {
  await decide(await giveDocument(app, payer.user_id, other, 'pending'), 'pending', 'approve');
}

it('confirms nothing any more, though another document is approved afterwards, and is enrolled anew', async () => {
  await enrol(app, payer.user_id, { document: person(1), selfie: person(1) });
  await app.sql('update face_enrolment set failures = 1 where owner_id = $1', [payer.user_id]);
  const { session_id } = dataOf(await session());
  await takeBack();
  expect(await view()).toMatchObject({ standing: 'consented', enrol_time: null });
  expect(await session()).toMatchObject({ msg: 'face_needs_identity' });
  await approveAnother();
  expect(await view()).toMatchObject({ standing: 'consented', identity_approved: true });
  expect(await session()).toMatchObject({ msg: 'face_not_enrolled' });
  expect(await frame(session_id)).toMatchObject({ msg: 'face_session_over' });
  expect(await app.sql('select model, document, selfie, failures from face_enrolment where owner_id = $1', [payer.user_id])).toEqual([
    { model: null, document: null, selfie: null, failures: 1 },
  ]);
  expect(await app.call(calls.faceEnrolDocument, {}, as())).toMatchObject({ msg: 'ok' });
  expect(await view()).toMatchObject({ standing: 'documented' });
});

it('is enrolled by no document that was taken back while it was looked at', async () => {
  await enrol(app, payer.user_id, {});
  meanwhile = takeBack;
  expect(await app.call(calls.faceEnrolDocument, {}, as())).toMatchObject({ msg: 'face_needs_identity' });
  expect(await view()).toMatchObject({ standing: 'consented' });
});

it('nor where another was approved meanwhile', async () => {
  await enrol(app, payer.user_id, {});
  meanwhile = async () => {
    await takeBack();
    await approveAnother();
  };
  expect(await app.call(calls.faceEnrolDocument, {}, as())).toMatchObject({ msg: 'face_document_missing' });
  expect(await view()).toMatchObject({ standing: 'consented' });
});
