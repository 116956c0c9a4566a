import type { OutputOf } from '@purser/contract/call';
import type { FacePrompt } from '@purser/contract/face';
import { checkoutAbandon, checkoutPay } from '@purser/contract/features/checkout';
import * as calls from '@purser/contract/features/face';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { makeStaff } from '../../platform/testing/staff.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { makeOrder, type TestOrder } from '../checkout/testing/order.ts';
import type { Look } from './engine/messages.ts';
import { enrol, identifiedUser, offerFace } from './testing/enrolled.ts';
import { createFaceApp, frameOf } from './testing/face-app.ts';
import { HELD, look, person } from './testing/looks.ts';

/** What is done with what the engine says; what the engine says is tested beside it. */

let app: TestApp;
let merchant: TestMerchant;
let payer: TestUser;
let busy = false;
let waits: Promise<void> | undefined;

beforeAll(async () => {
  app = await createFaceApp({
    meanwhile: async () => {
      if (busy) throw refuse('face_busy');
      await waits;
    },
  });
  merchant = await makeMerchant(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  [busy, waits] = [false, undefined];
  await offerFace(app);
  payer = await identifiedUser(app);
  await fund(app, payer.user_id, 'USDP', '100.00');
});

const as = (user: TestUser = payer, idempotencyKey?: string) => ({ payerToken: user.token, ...(idempotencyKey && { idempotencyKey }) });
const send = (session_id: string, seen: Look, user = payer, key?: string) =>
  app.call(calls.faceFrame, { session_id, frame: frameOf(seen) }, as(user, key));
const view = async (user = payer) => dataOf(await app.call(calls.faceView, {}, as(user)));
const consent = (payment_password = payer.payment_password) => app.call(calls.faceConsent, { consent: true, payment_password }, as());
const session = (order: TestOrder, user = payer) => app.call(calls.faceSession, { token: order.token }, as(user));
const newOrder = (amount = '12.50') => makeOrder(app, merchant.merchant_id, { amount });
const audited = (user = payer) =>
  app.sql<{ action: string; details: Record<string, unknown> }>(
    `select action, details from audit_log where owner_id = $1 and action like 'face.%' order by sequence`,
    [user.user_id],
  );

/** Does what is asked until it is over. */
async function obey(session_id: string, descriptor = person(1), user = payer) {
  let prompt: FacePrompt | null = 'front';
  for (;;) {
    const seen: OutputOf<typeof calls.faceFrame> = dataOf(
      await send(session_id, look('head', HELD[prompt ?? 'front'], { descriptor }), user),
    );
    if (seen.state !== 'looking') return seen;
    ({ prompt } = seen);
  }
}

const enrolled = () => enrol(app, payer.user_id, { document: person(1), selfie: person(1) });
async function confirmed(order: TestOrder, user = payer): Promise<string> {
  const { session_id } = dataOf(await session(order, user));
  const { payment_grant } = await obey(session_id, person(1), user);
  if (payment_grant === null) throw new Error('nothing was granted');
  return payment_grant;
}

describe('enrolling a face', () => {
  it('takes an agreement with the payment password, the document, and a face that is that of the document', async () => {
    expect(await view()).toMatchObject({ is_offered: true, standing: 'none', limits: [{ coin_name: 'USDP', most: '50.00' }] });
    expect(await app.call(calls.faceEnrolDocument, {}, as())).toMatchObject({ msg: 'face_not_consented' });
    expect(await consent('000000')).toMatchObject({ msg: 'payment_password_wrong' });
    expect(await view()).toMatchObject({ standing: 'none' });
    expect(await consent()).toMatchObject({ code: 200 });
    expect(await consent()).toMatchObject({ msg: 'already_done' });
    expect(await app.call(calls.faceEnrolSelfie, {}, as())).toMatchObject({ msg: 'face_not_consented' });
    expect(await app.call(calls.faceEnrolDocument, {}, as())).toMatchObject({ code: 200 });
    expect(await view()).toMatchObject({ standing: 'documented', enrol_time: null });
    const { session_id, prompt, moves } = dataOf(await app.call(calls.faceEnrolSelfie, {}, as()));
    expect({ prompt, moves }).toEqual({ prompt: 'front', moves: 3 });
    expect(await obey(session_id)).toMatchObject({ state: 'passed', moves_made: 3, failure: null, payment_grant: null });
    expect(await view()).toMatchObject({ standing: 'enrolled' });
    expect(await app.call(calls.faceEnrolSelfie, {}, as())).toMatchObject({ msg: 'face_enrolled' });
    expect((await audited()).map(({ action }) => action)).toEqual(['face.consent', 'face.enrol']);
  });

  it('refuses a face that is not that of the document, and keeps nothing of it', async () => {
    await enrol(app, payer.user_id, { document: person(2) });
    const { session_id } = dataOf(await app.call(calls.faceEnrolSelfie, {}, as()));
    expect(await obey(session_id)).toMatchObject({ state: 'failed', failure: 'no_match', attempts_left: 2 });
    expect(await view()).toMatchObject({ standing: 'documented' });
    const [entry] = await audited();
    expect(entry).toMatchObject({ action: 'face.fail', details: { outcome: 'no_match', against: 'document', purpose: 'enrol' } });
    expect(entry?.details['distance']).toBeGreaterThan(0.55);
  });

  it('asks for an approved identity, and says when its photograph is gone', async () => {
    await app.sql(`update wallet_user set authentication_status = 'pending' where user_id = $1`, [payer.user_id]);
    expect(await consent()).toMatchObject({ msg: 'face_needs_identity' });
    await app.sql(`update wallet_user set authentication_status = 'approved' where user_id = $1`, [payer.user_id]);
    await app.sql(`delete from identity_submission where owner_id = $1`, [payer.user_id]);
    await consent();
    expect(await app.call(calls.faceEnrolDocument, {}, as())).toMatchObject({ msg: 'face_document_missing' });
  });

  it('seals what describes a face for its owner and kind: moved to another, it opens nothing', async () => {
    await enrolled();
    const other = await identifiedUser(app);
    await enrol(app, other.user_id, { document: person(1), selfie: person(1) });
    const rows = () => app.sql<{ selfie: Buffer }>('select selfie from face_enrolment where owner_id = $1', [payer.user_id]);
    expect((await rows())[0]?.selfie.length).toBeLessThanOrEqual(160);
    await app.sql('update face_enrolment set selfie = $2 where owner_id = $1', [other.user_id, (await rows())[0]?.selfie]);
    const { session_id } = dataOf(await session(await newOrder(), other));
    let last;
    let prompt: FacePrompt | null = 'front';
    for (let frame = 0; frame < 12; frame += 1) {
      last = await send(session_id, look('head', HELD[prompt ?? 'front']), other);
      if (last.msg !== 'ok') break;
      ({ prompt } = dataOf(last));
    }
    expect(last).toMatchObject({ msg: 'internal' });
  });
});

describe('withdrawing the agreement', () => {
  it('erases what describes the face and what is under way, and is not undone by agreeing again', async () => {
    await enrolled();
    const { session_id } = dataOf(await session(await newOrder()));
    expect(await app.call(calls.faceWithdraw, {}, as())).toMatchObject({ code: 200 });
    expect(await app.sql('select model, document, selfie, enrolled_at from face_enrolment where owner_id = $1', [payer.user_id])).toEqual([
      { model: null, document: null, selfie: null, enrolled_at: null },
    ]);
    expect(await send(session_id, look('head', {}))).toMatchObject({ msg: 'face_session_over' });
    expect(await session(await newOrder())).toMatchObject({ msg: 'face_not_enrolled' });
    await consent();
    expect(await view()).toMatchObject({ standing: 'consented' });
    expect(await app.call(calls.faceWithdraw, {}, as())).toMatchObject({ code: 200 });
    expect(await app.call(calls.faceWithdraw, {}, as())).toMatchObject({ msg: 'already_done' });
  });

  it('gives no attempts back', async () => {
    await enrolled();
    await app.sql(`update face_enrolment set failures = 3, locked_until = now() + interval '5 hours' where owner_id = $1`, [payer.user_id]);
    await app.call(calls.faceWithdraw, {}, as());
    await enrolled();
    expect(await session(await newOrder())).toMatchObject({ msg: 'face_locked', detail: expect.stringContaining('5 hours') });
  });
});

describe('confirming a payment', () => {
  beforeEach(enrolled);

  it('grants the payment of that order, once', async () => {
    const order = await newOrder();
    const payment_grant = await confirmed(order);
    expect(await app.call(checkoutPay, { token: order.token, payment_grant }, as(payer, 'pay-1'))).toMatchObject({ code: 200 });
    expect(await app.call(checkoutPay, { token: order.token, payment_grant }, as(payer, 'pay-1'))).toMatchObject({ msg: 'already_done' });
    expect(await app.call(checkoutPay, { token: order.token, payment_grant }, as(payer, 'pay-2'))).toMatchObject({
      msg: 'payment_grant_refused',
    });
    const [entry] = await audited();
    expect(entry).toMatchObject({
      action: 'face.confirm',
      details: { outcome: 'passed', against: 'selfie', amount: '12.50', coin: 'USDP' },
    });
  });

  it('is good for a single request even where the first one failed', async () => {
    const poor = await identifiedUser(app);
    await enrol(app, poor.user_id, { document: person(1), selfie: person(1) });
    const order = await newOrder('40.00');
    const payment_grant = await confirmed(order, poor);
    expect(await app.call(checkoutPay, { token: order.token, payment_grant }, as(poor))).toMatchObject({ msg: 'insufficient_balance' });
    await fund(app, poor.user_id, 'USDP', '100.00');
    expect(await app.call(checkoutPay, { token: order.token, payment_grant }, as(poor))).toMatchObject({ msg: 'payment_grant_refused' });
  });

  it('grants no other order, no other payer, and nothing later than five minutes', async () => {
    const [order, another] = [await newOrder(), await newOrder()];
    const payment_grant = await confirmed(order);
    expect(await app.call(checkoutPay, { token: another.token, payment_grant }, as())).toMatchObject({ msg: 'payment_grant_refused' });
    const thief = await identifiedUser(app);
    await fund(app, thief.user_id, 'USDP', '100.00');
    expect(await app.call(checkoutPay, { token: order.token, payment_grant }, as(thief))).toMatchObject({ msg: 'payment_grant_refused' });
    await app.sql(`update face_session set expires_at = now() - interval '1 second' where owner_id = $1`, [payer.user_id]);
    expect(await app.call(checkoutPay, { token: order.token, payment_grant }, as())).toMatchObject({ msg: 'payment_grant_refused' });
  });

  it('refuses another person who does all that is asked, and locks for a day after three', async () => {
    const order = await newOrder();
    for (const left of [2, 1, 0]) {
      const { session_id } = dataOf(await session(order));
      expect(await obey(session_id, person(3))).toMatchObject({
        state: 'failed',
        failure: 'no_match',
        attempts_left: left,
        payment_grant: null,
      });
      expect(await send(session_id, look('head', {}))).toMatchObject({ msg: 'face_session_over' });
    }
    expect(await session(order)).toMatchObject({ msg: 'face_locked', detail: expect.stringContaining('24 hours') });
    expect((await view()).locked_until).not.toBeNull();
    await app.sql(`update face_enrolment set locked_until = now() - interval '1 second' where owner_id = $1`, [payer.user_id]);
    const { session_id } = dataOf(await session(order));
    expect(await obey(session_id, person(3))).toMatchObject({ attempts_left: 2 });
  });

  it('counts an attempt that is left half way, and gives all back once one passes', async () => {
    const order = await newOrder();
    for (const left of [2, 1]) {
      const { session_id } = dataOf(await session(order));
      await send(session_id, look('head', {}));
      expect(dataOf(await send(session_id, look('head', {})))).toMatchObject({ state: 'looking', attempts_left: left });
    }
    await confirmed(order);
    expect(await app.sql('select failures, locked_until from face_enrolment where owner_id = $1', [payer.user_id])).toEqual([
      { failures: 0, locked_until: null },
    ]);
    expect((await audited()).map(({ action, details }) => `${action} ${String(details['outcome'])}`)).toEqual([
      'face.fail left',
      'face.fail left',
      'face.confirm passed',
    ]);
  });

  it('begun twice at once is one confirmation', async () => {
    const order = await newOrder();
    const begun = await Promise.all([session(order), session(order), session(order)]);
    expect(begun.map(({ msg }) => msg)).toEqual(['ok', 'ok', 'ok']);
    expect(await app.sql(`select from face_session where owner_id = $1 and status = 'open'`, [payer.user_id])).toHaveLength(1);
  });

  it('counts nothing while no movement was told', async () => {
    const { session_id } = dataOf(await session(await newOrder()));
    for (let frame = 0; frame < 3; frame += 1) await send(session_id, look('head', HELD.left));
    expect(await app.sql('select failures from face_enrolment where owner_id = $1', [payer.user_id])).toEqual([{ failures: 0 }]);
  });

  it('fails on a repeated frame, and answers a repeated request as before', async () => {
    const { session_id } = dataOf(await session(await newOrder()));
    const once = look('head', {});
    const first = await send(session_id, once, payer, 'frame-1');
    expect(await send(session_id, once, payer, 'frame-1')).toMatchObject({ msg: 'already_done', data: first.data });
    expect(dataOf(await send(session_id, once))).toMatchObject({ state: 'failed', failure: 'repeated_frame' });
  });

  it('looks at one frame of a confirmation at a time, and takes from nobody’s time what it took to look', async () => {
    const { session_id } = dataOf(await session(await newOrder()));
    await send(session_id, look('head', {}));
    const { prompt } = dataOf(await send(session_id, look('head', {})));
    // Longer than may lie between two frames.
    waits = sleep(4_200);
    const third = send(session_id, look('head', {}));
    await expect
      .poll(async () => (await app.sql('select from face_session where busy_until is not null and owner_id = $1', [payer.user_id])).length)
      .toBe(1);
    expect(await send(session_id, look('head', {}))).toMatchObject({ msg: 'request_in_progress' });
    expect(dataOf(await third)).toMatchObject({ state: 'looking' });
    expect(dataOf(await send(session_id, look('head', HELD[prompt ?? 'front'])))).toMatchObject({ moves_made: 1 });
  });

  it('answers 503 while too many frames wait, and goes on afterwards', async () => {
    const { session_id } = dataOf(await session(await newOrder()));
    busy = true;
    expect(await send(session_id, look('head', {}))).toMatchObject({ status: 503, msg: 'face_busy', headers: { 'retry-after': '1' } });
    busy = false;
    expect(await send(session_id, look('head', {}))).toMatchObject({ code: 200 });
  });

  it('is over for the first order once it is begun for another, and is no other payer’s', async () => {
    const { session_id } = dataOf(await session(await newOrder()));
    const thief = await identifiedUser(app);
    expect(await send(session_id, look('head', {}), thief)).toMatchObject({ msg: 'face_session_over' });
    await session(await newOrder());
    expect(await send(session_id, look('head', {}))).toMatchObject({ msg: 'face_session_over' });
  });

  it('keeps nothing of the frames and the face once it is over', async () => {
    const { session_id } = dataOf(await session(await newOrder()));
    await send(session_id, look('head', {}));
    const [open] = await app.sql<{ challenge: Buffer }>('select challenge from face_session where session_id = $1', [session_id]);
    expect(open?.challenge.toString('latin1')).not.toContain('frontals');
    await obey(session_id, person(3));
    expect(await app.sql('select challenge, status from face_session where session_id = $1', [session_id])).toEqual([
      { challenge: null, status: 'failed' },
    ]);
    const kept = JSON.stringify(await app.sql('select answer from idempotency_key'));
    expect(kept).not.toMatch(/descriptor|landmarks|frontals/);
  });
});

describe('what is refused before anything is shown', () => {
  it('face_not_offered, face_not_enrolled, face_needs_identity and payer_suspended', async () => {
    const order = await newOrder();
    expect(await session(order)).toMatchObject({ msg: 'face_not_enrolled' });
    await enrolled();
    await app.sql(`update wallet_user set authentication_status = 'rejected' where user_id = $1`, [payer.user_id]);
    expect(await session(order)).toMatchObject({ msg: 'face_needs_identity' });
    await app.sql('update face_setting set is_offered = false');
    expect(await session(order)).toMatchObject({ msg: 'face_not_offered' });
    expect(await consent()).toMatchObject({ msg: 'face_not_offered' });
    await app.sql(`update wallet_user set status = 'suspended' where user_id = $1`, [payer.user_id]);
    expect(await session(order)).toMatchObject({ msg: 'payer_suspended' });
  });

  it('face_amount_above, in a coin without a limit too', async () => {
    await enrolled();
    expect(await session(await newOrder('50.00'))).toMatchObject({ code: 200 });
    expect(await session(await newOrder('50.01'))).toMatchObject({
      msg: 'face_amount_above',
      detail: expect.stringContaining('50.00 USDP'),
    });
    await app.sql('delete from face_limit');
    expect(await session(await newOrder('0.01'))).toMatchObject({ msg: 'face_amount_above' });
  });

  it('orders that nobody can pay any more, or that are unknown', async () => {
    await enrolled();
    expect(await app.call(calls.faceSession, { token: 'A'.repeat(30) }, as())).toMatchObject({ msg: 'order_unknown' });
    const [paid, cancelled] = [await newOrder(), await newOrder()];
    await app.call(checkoutPay, { token: paid.token, payment_grant: await confirmed(paid) }, as());
    expect(await session(paid)).toMatchObject({ msg: 'order_already_paid' });
    await app.call(checkoutAbandon, { token: cancelled.token }, as());
    expect(await session(cancelled)).toMatchObject({ msg: 'order_cancelled' });
    expect(await session(await makeOrder(app, merchant.merchant_id, { lives_s: -1 }))).toMatchObject({ msg: 'order_expired' });
  });

  it('a frame that is no JPEG, or too large', async () => {
    const session_id = crypto.randomUUID();
    for (const frame of ['AAAA', '', 'not base64', Buffer.from('<svg/>').toString('base64')])
      expect(await app.call(calls.faceFrame, { session_id, frame }, as())).toMatchObject({ msg: 'invalid_input' });
    expect(await app.call(calls.faceFrame, { session_id, frame: `/9j/${'A'.repeat(600_000)}` }, as())).toMatchObject({
      msg: 'body_too_large',
    });
  });
});

describe('the setting', () => {
  it('is shown with how many it concerns, changed by an admin with a code, and the change is noted', async () => {
    await enrolled();
    const admin = await makeStaff(app, 'admin');
    const present = dataOf(await admin.call(calls.faceSettingQuery, {}));
    expect(present.is_offered).toBe(true);
    expect(present.limits).toContainEqual({ coin_name: 'USDP', decimals: 2, most: '50.00' });
    expect(present.limits.filter(({ most }) => most !== null)).toHaveLength(1);
    expect(present.enrolled).toBeGreaterThan(0);
    const change = async (wanted: object) =>
      admin.call(calls.faceSettingChange, {
        revision: present.revision,
        is_offered: false,
        limits: [{ coin_name: 'USDP', most: '20.5' }],
        google_code: await admin.code(),
        ...wanted,
      });
    expect(await change({ limits: [{ coin_name: 'DOGE', most: '1' }] })).toMatchObject({ msg: 'coin_unknown' });
    for (const most of ['0', '1.234', '-1'])
      expect(await change({ limits: [{ coin_name: 'USDP', most }] })).toMatchObject({ msg: 'invalid_input' });
    const twice = [
      { coin_name: 'USDP', most: '1' },
      { coin_name: 'USDP', most: '2' },
    ];
    expect(await change({ limits: twice })).toMatchObject({ msg: 'invalid_input' });
    expect(await change({})).toMatchObject({ code: 200 });
    expect(await change({})).toMatchObject({ msg: 'face_setting_changed' });
    const changed = dataOf(await admin.call(calls.faceSettingQuery, {}));
    expect(changed).toMatchObject({ is_offered: false, revision: present.revision + 1 });
    expect(changed.limits).toContainEqual({ coin_name: 'USDP', decimals: 2, most: '20.50' });
    const [entry] = await app.sql<{ details: object }>(`select details from audit_log where action = 'face_setting.change'`);
    expect(entry?.details).toMatchObject({ is_offered: { from: true, to: false }, limits: { from: ['50.00 USDP'], to: ['20.5 USDP'] } });
  });
});
