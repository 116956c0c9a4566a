import { checkoutAuthorise } from '@purser/contract/features/checkout';
import { walletChallenge, walletLogin, walletPaymentPasswordSet } from '@purser/contract/features/wallet';
import { walletRecoverCode } from '@purser/contract/features/wallet-access';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { runJobQueue } from '../../platform/commands/job-queue.ts';
import type { RunningJobs } from '../../platform/commands/jobs.ts';
import { Mailbox } from '../../platform/mailbox.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { makeMerchant, makeUser, type TestUser } from '../../platform/testing/parties.ts';
import { makeOrder } from '../checkout/testing/order.ts';
import { messageJobs } from './jobs.ts';
import { answerOf } from '../wallet/testing/slider.ts';

const mailbox = new Mailbox();
let app: TestApp;
let running: RunningJobs;
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes, settings: { mailbox } });
  running = runJobQueue(app.platform, messageJobs(app.platform), 1);
});
afterAll(async () => {
  await running.close();
  await app.close();
});

async function userWithMail(email: string, markets = ['USD']): Promise<TestUser> {
  const user = await makeUser(app);
  await app.sql('update wallet_user set email = $2, markets = $3 where user_id = $1', [user.user_id, email, markets]);
  return user;
}

async function signIn({ username, password }: TestUser, ip: string) {
  const { challenge } = dataOf(await app.call(walletChallenge, {}));
  const slider = answerOf(app.platform, challenge);
  return app.call(walletLogin, { identity_kind: 'username', identity: username, password, slider }, { ip });
}

const mailTo = (email: string) => mailbox.messages.filter(({ to }) => to === email);

it('a login from a new place is told by mail, one from a known place and the first one are not', async () => {
  const user = await userWithMail('places@example.com', ['VND']);
  for (const ip of ['203.0.113.1', '203.0.113.1', '198.51.100.7', '198.51.100.7'])
    expect(await signIn(user, ip)).toMatchObject({ msg: 'ok' });
  await eventually(() => expect(mailTo('places@example.com')).toHaveLength(1));
  expect(mailTo('places@example.com')[0]).toMatchObject({ language: 'vi', text: expect.stringMatching(/198\.51\.100\.7[\s\S]*UTC/) });
  expect(await app.sql(`select kind from message where recipient = 'places@example.com'`)).toEqual([{ kind: 'new_sign_in_place' }]);
});

it('a changed payment password is told by mail, the first one is not', async () => {
  const user = await userWithMail('changed@example.com');
  const set = (to: string) =>
    app.call(
      walletPaymentPasswordSet,
      { login_password: user.password, payment_password: to, payment_password_again: to },
      { payerToken: user.token },
    );
  await app.sql('update wallet_user set payment_password_hash = null where user_id = $1', [user.user_id]);
  expect([(await set('271829')).msg, (await set('271830')).msg]).toEqual(['ok', 'ok']);
  expect(await set('123456')).toMatchObject({ msg: 'payment_password_weak' });
  await eventually(() => expect(mailTo('changed@example.com')).toHaveLength(1));
  expect(mailTo('changed@example.com')[0]).toMatchObject({ subject: 'Your Purser password was changed', language: 'en' });
});

it('is told in its reader’s language, whatever language anybody has had a code sent in', async () => {
  const user = await makeUser(app, { email: 'asked@example.com' });
  await app.sql(`update wallet_user set language = 'en' where user_id = $1`, [user.user_id]);
  const { challenge } = dataOf(await app.call(walletChallenge, {}));
  const asked = { identity_kind: 'email', identity: 'asked@example.com', slider: answerOf(app.platform, challenge) } as const;
  expect(await app.call(walletRecoverCode, asked, { language: 'vi', ip: '192.0.2.9' })).toMatchObject({ msg: 'ok' });
  await eventually(() => expect(mailTo('asked@example.com')).toMatchObject([{ language: 'vi' }]));
  const wanted = { payment_password: '271829', payment_password_again: '271829' };
  const changed = await app.call(walletPaymentPasswordSet, { login_password: user.password, ...wanted }, { payerToken: user.token });
  expect(changed).toMatchObject({ msg: 'ok' });
  const told = await app.sql(`select language from message where owner_id = $1 and kind = 'password_changed'`, [user.user_id]);
  expect(told).toEqual([{ language: 'en' }]);
});

it('a payment password that locks is told by mail, once', async () => {
  const user = await userWithMail('locked@example.com');
  const { token } = await makeOrder(app, (await makeMerchant(app)).merchant_id);
  for (let guess = 0; guess < 6; guess += 1) {
    await app.call(checkoutAuthorise, { token, payment_password: '000000' }, { payerToken: user.token });
  }
  await eventually(() => expect(mailTo('locked@example.com')).toHaveLength(1));
  expect(mailTo('locked@example.com')[0]?.subject).toBe('Wrong codes for your Purser account');
  expect(await app.sql(`select from message where recipient = 'locked@example.com'`)).toHaveLength(1);
});

it('who has no mail address, or none that can be written to, signs in all the same', async () => {
  for (const email of [null, 'not an address']) {
    const user = await userWithMail('x@example.com');
    await app.sql('update wallet_user set email = $2 where user_id = $1', [user.user_id, email]);
    for (const ip of ['203.0.113.1', '198.51.100.7']) expect(await signIn(user, ip)).toMatchObject({ msg: 'ok' });
    expect(await app.sql('select from message where owner_id = $1', [user.user_id])).toEqual([]);
  }
});
