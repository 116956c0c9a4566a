import type { InputOf } from '@purser/contract/call';
import * as calls from '@purser/contract/features/wallet';
import { walletRecover, walletRecoverCode } from '@purser/contract/features/wallet-access';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runJobQueue } from '../../platform/commands/job-queue.ts';
import type { RunningJobs } from '../../platform/commands/jobs.ts';
import { Mailbox } from '../../platform/mailbox.ts';
import { type CallOptions, createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { untilWaiting } from '../../platform/testing/lock-waits.ts';
import { makeUser, type TestUser } from '../../platform/testing/parties.ts';
import { messageJobs } from '../message/jobs.ts';
import { walletRoutes } from './routes.ts';
import { answerOf } from './testing/slider.ts';

const mailbox = new Mailbox();
let app: TestApp;
let running: RunningJobs;
let user: TestUser;
let address: string;
let lastIp = 0;
let ip: string;

beforeAll(async () => {
  app = await createTestApp({ routes: walletRoutes, settings: { mailbox } });
  running = runJobQueue(app.platform, messageJobs(app.platform), 1);
});
beforeEach(async () => {
  lastIp += 1;
  ip = `203.0.113.${lastIp}`;
  address = `lost.${lastIp}@example.com`;
  user = await makeUser(app, { email: address });
  await app.sql('delete from throttle');
});
afterAll(async () => {
  await running.close();
  await app.close();
});

const PASSWORD = 'Fresh-paint-1';

async function slider() {
  const { challenge } = dataOf(await app.call(calls.walletChallenge, {}));
  return answerOf(app.platform, challenge);
}
const ask = async (wishes: Partial<InputOf<typeof walletRecoverCode>> = {}) =>
  app.call(walletRecoverCode, { identity_kind: 'email', identity: address, slider: await slider(), ...wishes }, { ip });
const messagesTo = (to: string) => mailbox.messages.filter((message) => message.to === to);
async function codeSent(): Promise<string> {
  dataOf(await ask());
  await eventually(() => expect(messagesTo(address)).toHaveLength(1));
  return /\b(\d{6})\b/.exec(messagesTo(address)[0]?.text ?? '')?.[1] ?? '';
}
const recover = (code: string, wishes: Partial<InputOf<typeof walletRecover>> = {}, options: CallOptions = {}) =>
  app.call(
    walletRecover,
    { identity_kind: 'email', identity: address, code, password: PASSWORD, password_again: PASSWORD, ...wishes },
    { ip, ...options },
  );
const login = async (password: string) =>
  app.call(calls.walletLogin, { identity_kind: 'email', identity: address, password, slider: await slider() }, { ip });
const overview = () => app.call(calls.walletOverview, {}, { payerToken: user.token });

describe('a forgotten login password', () => {
  it('is set anew by a code: the old one and every session end, slips are forgotten, and the owner is told', async () => {
    for (let n = 0; n < 5; n += 1) await login('nope');
    expect(await login(user.password)).toMatchObject({ msg: 'too_many_requests' });
    expect(await recover(await codeSent())).toMatchObject({ msg: 'ok' });
    expect(await overview()).toMatchObject({ msg: 'unauthenticated' });
    expect(await login(user.password)).toMatchObject({ msg: 'wrong_credentials' });
    expect(await login(PASSWORD)).toMatchObject({ msg: 'ok' });
    await eventually(() => expect(messagesTo(address).map(({ subject }) => subject)).toContain('Your Purser password was changed'));
    const log = await app.sql(`select action, details from audit_log where owner_id = $1 and action like '%.recover'`, [user.user_id]);
    expect(log).toEqual([{ action: 'login_password.recover', details: { by: 'email' } }]);
  });

  it('is told in the language that its user had; whoever used the code is told in theirs from then on', async () => {
    await app.sql(`update wallet_user set language = 'zh_Hans' where user_id = $1`, [user.user_id]);
    dataOf(await recover(await codeSent(), {}, { language: 'vi' }));
    expect(await app.sql(`select language from message where owner_id = $1 and kind = 'password_changed'`, [user.user_id])).toEqual([
      { language: 'zh_Hans' },
    ]);
    expect(await app.sql('select language from wallet_user where user_id = $1', [user.user_id])).toEqual([{ language: 'vi' }]);
  });

  it('is set once by one code, also when it comes twice at the same moment', async () => {
    const code = await codeSent();
    const both = await Promise.all([recover(code), recover(code)]);
    expect(both.map(({ msg }) => msg).toSorted()).toEqual(['ok', 'verification_code_wrong']);
  });

  it.skipIf(onCluster)('lets nobody in who was about to sign in with the old one', async () => {
    const holder = new pg.Client({ connectionString: app.ownerUrl });
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query(`update wallet_user set password_hash = 'another' where user_id = $1`, [user.user_id]);
      await holder.query('delete from session where owner_id = $1', [user.user_id]);
      const signingIn = login(user.password);
      await untilWaiting(app);
      await holder.query('commit');
      expect(await signingIn).toMatchObject({ msg: 'wrong_credentials', data: null });
    } finally {
      await holder.end();
    }
    expect(await app.sql('select from session where owner_id = $1', [user.user_id])).toEqual([]);
  });

  it('keeps the payment password for a day: one mailbox is not all that is needed to pay', async () => {
    dataOf(await recover(await codeSent()));
    const signedIn = await login(PASSWORD);
    const payerToken = /purser_wallet=([^;]+)/.exec(String(signedIn.headers['set-cookie']))?.[1];
    const set = () =>
      app.call(
        calls.walletPaymentPasswordSet,
        { login_password: PASSWORD, payment_password: '529471', payment_password_again: '529471' },
        { payerToken, ip },
      );
    expect(await set()).toMatchObject({ msg: 'payment_password_held', detail: expect.stringContaining('24 hours') });
    await app.sql(`update wallet_user set login_password_reset_at = now() - interval '24 hours' where user_id = $1`, [user.user_id]);
    expect(await set()).toMatchObject({ msg: 'ok' });
  });

  it('does not keep anybody from a first payment password', async () => {
    await app.sql('update wallet_user set payment_password_hash = null where user_id = $1', [user.user_id]);
    dataOf(await recover(await codeSent()));
    const signedIn = await login(PASSWORD);
    const payerToken = /purser_wallet=([^;]+)/.exec(String(signedIn.headers['set-cookie']))?.[1];
    const first = { login_password: PASSWORD, payment_password: '529471', payment_password_again: '529471' };
    expect(await app.call(calls.walletPaymentPasswordSet, first, { payerToken, ip })).toMatchObject({ msg: 'ok' });
  });

  it('stays as it is when anything is wrong, and the code stays good', async () => {
    const code = await codeSent();
    for (const [wishes, msg] of [
      [{ password: 'short-1', password_again: 'short-1' }, 'password_unfit'],
      [{ password_again: 'Fresh-paint-2' }, 'passwords_differ'],
      [{ code: code === '000000' ? '000001' : '000000' }, 'verification_code_wrong'],
    ] as const)
      expect(await recover(code, wishes)).toMatchObject({ msg });
    expect(await overview()).toMatchObject({ msg: 'ok' });
    expect(await recover(code)).toMatchObject({ msg: 'ok' });
  });
});

describe('asking for the code', () => {
  it('says the same where there is no account or a suspended one, and sends nothing there', async () => {
    const known = await ask();
    const suspended = await makeUser(app, { email: `off.${lastIp}@example.com`, status: 'suspended' });
    for (const identity of [`nobody.${lastIp}@example.com`, `off.${lastIp}@example.com`]) {
      expect({ ...(await ask({ identity })), request_id: '', headers: {} }).toEqual({ ...known, request_id: '', headers: {} });
      expect(await recover('123456', { identity })).toMatchObject({ msg: 'verification_code_wrong' });
      expect(await ask({ identity })).toMatchObject({ msg: 'too_many_requests' });
    }
    await eventually(() => expect(messagesTo(address)).toHaveLength(1));
    expect(await app.sql(`select from message where recipient <> $1 and recipient like '%.${lastIp}@%'`, [address])).toEqual([]);
    expect(suspended.user_id).toBeGreaterThan(0);
  });

  it('of somebody who is suspended before the code is used changes nothing', async () => {
    const code = await codeSent();
    await app.sql(`update wallet_user set status = 'suspended' where user_id = $1`, [user.user_id]);
    expect(await recover(code)).toMatchObject({ msg: 'verification_code_wrong' });
    const [row] = await app.sql('select login_password_reset_at as at from wallet_user where user_id = $1', [user.user_id]);
    expect(row).toEqual({ at: null });
  });

  it('is refused without the slider and for what is no address', async () => {
    expect(await ask({ slider: undefined })).toMatchObject({ msg: 'slider_required' });
    expect(await ask({ identity: 'nobody' })).toMatchObject({ msg: 'message_address_wrong' });
  });
});
