import { faceConsent } from '@purser/contract/features/face';
import { walletFileUpload } from '@purser/contract/features/file';
import { ledgerManualPostingEnter } from '@purser/contract/features/ledger';
import { rewardGrant } from '@purser/contract/features/reward';
import * as calls from '@purser/contract/features/wallet';
import { walletRecover, walletRecoverCode, walletRegister, walletRegisterCode } from '@purser/contract/features/wallet-access';
import {
  walletPasskeyAdd,
  walletPasskeyCreation,
  walletPasskeyLogin,
  walletPasskeyRequest,
} from '@purser/contract/features/wallet-passkey';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { payerPagesOfSource } from '../../main/testing/payer-pages.ts';
import { runJobQueue } from '../../platform/commands/job-queue.ts';
import type { RunningJobs } from '../../platform/commands/jobs.ts';
import { PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import { Mailbox } from '../../platform/mailbox.ts';
import { type Called, createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { fund, makeUser, type TestUser } from '../../platform/testing/parties.ts';
import { SoftwareAuthenticator } from '../../platform/testing/passkey.ts';
import { addPayerPasskey } from '../../platform/testing/payer-passkey.ts';
import { PlainBrowser } from '../../platform/testing/plain-browser.ts';
import { makeStaff } from '../../platform/testing/staff.ts';
import { photo } from '../file/testing/pictures.ts';
import { messageJobs } from '../message/jobs.ts';
import { answerOf, slideOn } from '../wallet/testing/slider.ts';
import { closeAs } from './testing/close.ts';

const PASSWORD = 'Fresh-paint-1';
const mailbox = new Mailbox();
let app: TestApp;
let running: RunningJobs;
let user: TestUser;
let email: string;
let phone: string;
let users = 0;
/** Every test knocks from an address of its own, so that one test's failures throttle no other. */
let ip: string;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes, pages: [payerPagesOfSource], settings: { mailbox } });
  running = runJobQueue(app.platform, messageJobs(app.platform), 1);
});
beforeEach(async () => {
  users += 1;
  ip = `203.0.113.${users}`;
  email = `gone.${users}@example.com`;
  phone = `+8498765${String(users).padStart(4, '0')}`;
  user = await makeUser(app, { nick: 'Lan', username: `gone.${users}`, email, phone });
  await app.sql('delete from throttle');
  await app.sql('update system_setting set registration_open = true');
});
afterAll(async () => {
  await running.close();
  await app.close();
});

const slider = async () => answerOf(app.platform, dataOf(await app.call(calls.walletChallenge, {})).challenge);
/** What whoever asks is told; the request's own number and time are no answer. */
const told = ({ status, code, msg, detail }: Called<unknown>) => ({ status, code, msg, detail });
const codeTo = (to: string, subject: RegExp) =>
  /\b(\d{6})\b/.exec(mailbox.messages.find((message) => message.to === to && subject.test(message.text))?.text ?? '')?.[1];
async function codeSent(to: string): Promise<string> {
  await eventually(() => expect(codeTo(to, /\b\d{6}\b/)).toBeDefined());
  return codeTo(to, /\b\d{6}\b/) ?? '';
}
const codesAsked = () => app.sql(`select from message where kind like '%code%' and recipient = $1`, [email]);

describe('who comes back to a closed account is answered as if it had never been there', () => {
  it('by password, whatever name they use', async () => {
    await closeAs(app, user);
    const login = async (identity_kind: 'username' | 'email', identity: string) =>
      told(await app.call(calls.walletLogin, { identity_kind, identity, password: user.password, slider: await slider() }, { ip }));
    expect(await login('username', user.username)).toMatchObject({ msg: 'wrong_credentials' });
    expect(await login('username', user.username)).toEqual(await login('username', 'never.there'));
    expect(await login('email', email)).toEqual(await login('email', 'never.there@example.com'));
  });

  it('by a passkey that was theirs', async () => {
    const { authenticator, user_handle } = await addPayerPasskey(app, user);
    const login = async (handle: string) => {
      const passkey = authenticator.answer(dataOf(await app.call(walletPasskeyRequest, {})));
      return told(await app.call(walletPasskeyLogin, { passkey, user_handle: handle }, { ip }));
    };
    await closeAs(app, user);
    const answer = await login(user_handle);
    expect(answer).toMatchObject({ msg: 'passkey_refused' });
    const unknown = Buffer.from(user_handle, 'base64url');
    unknown.writeUInt8((unknown.at(-1) ?? 0) ^ 1, unknown.length - 1);
    expect(answer).toEqual(await login(unknown.toString('base64url')));
  });

  it('by a code: none is sent, and one that was sent before is worth nothing', async () => {
    const asked = async (identity: string) => {
      await app.sql('delete from throttle');
      const browser = await new PlainBrowser(app).open('/wallet/login-code');
      return browser.send('/wallet/login-code/code', { identity, ...slideOn(app.platform, browser.html) });
    };
    const before = await asked(email);
    const code = await codeSent(email);
    await closeAs(app, user);
    await before.send('/wallet/login-code/confirm', { code });
    expect(before.text).toContain('The verification code is wrong or has expired.');
    expect(before.cookies.has(PAYER_COOKIE)).toBe(false);

    const [theirs, nobodys] = [await asked(email), await asked(`nobody.${users}@example.com`)];
    expect(theirs.text.replaceAll(email, 'X')).toBe(nobodys.text.replaceAll(`nobody.${users}@example.com`, 'X'));
    await theirs.send('/wallet/login-code/confirm', { code: '123456' });
    expect(theirs.text).toContain('The verification code is wrong or has expired.');
    expect(await codesAsked()).toEqual([]);
  });

  it('by a new password: no code is sent, and one that was sent before is worth nothing', async () => {
    const ask = async (identity: string) => {
      await app.sql('delete from throttle');
      return told(await app.call(walletRecoverCode, { identity_kind: 'email', identity, slider: await slider() }, { ip }));
    };
    const recover = async (identity: string, code: string) =>
      told(await app.call(walletRecover, { identity_kind: 'email', identity, code, password: PASSWORD, password_again: PASSWORD }, { ip }));
    await ask(email);
    const code = await codeSent(email);
    await closeAs(app, user);
    expect(await recover(email, code)).toMatchObject({ msg: 'verification_code_wrong' });
    const nobody = `nobody.${users}@example.com`;
    expect(await ask(email)).toEqual(await ask(nobody));
    expect(await recover(email, '123456')).toEqual(await recover(nobody, '123456'));
    expect(await codesAsked()).toEqual([]);
    expect(await app.sql('select password_hash from wallet_user where user_id = $1', [user.user_id])).toEqual([{ password_hash: '' }]);
  });
});

it('tells the owner once more, in a mail that says the number under which it is kept', async () => {
  await closeAs(app, user);
  await eventually(() => expect(mailbox.messages.find(({ to }) => to === email)?.subject).toBe('Your Purser account is closed'));
  expect(mailbox.messages.find(({ to }) => to === email)?.text).toContain(`Your account number was ${user.user_id}.`);
});

describe('registering after closing', () => {
  it.each(['email', 'phone'] as const)(
    'makes a new number of the same %s, under any name but the old one: username_taken',
    async (kind) => {
      await closeAs(app, user);
      const identity =
        kind === 'email' ? { identity_kind: kind, identity: email } : { identity_kind: kind, identity: phone.slice(3), area_code: '84' };
      const wanted = `back.${users}`;
      dataOf(await app.call(walletRegisterCode, { username: wanted, ...identity, slider: await slider() }, { ip }));
      const code = await codeSent(kind === 'email' ? email : phone);
      const register = (username: string) =>
        app.call(
          walletRegister,
          { username, ...identity, code, nick: 'Lan', market: 'VND', password: PASSWORD, password_again: PASSWORD, agreements: [] },
          { ip },
        );
      expect(await register(user.username.toUpperCase())).toMatchObject({ msg: 'username_taken' });
      const { user_id } = dataOf(await register(wanted));
      expect(user_id).not.toBe(user.user_id);
      expect(await app.sql('select owner_id::int from login_directory where identity in ($1, $2)', [email, phone])).toEqual([
        { owner_id: user_id },
      ]);
    },
  );
});

describe('staff', () => {
  it('give a closed account no reward funds: account_closed', async () => {
    const finance = await makeStaff(app, 'finance');
    await closeAs(app, user);
    const wish = { user_id: user.user_id, coin_name: 'USDP', amount: '5.00', reason: 'A late refund' };
    expect(await finance.call(rewardGrant, { ...wish, google_code: await finance.code() })).toMatchObject({
      code: 8409,
      msg: 'account_closed',
    });
    expect(await app.sql('select from approval where owner_id = $1', [user.user_id])).toEqual([]);
  });

  it('post nothing to a closed account: account_closed; what has come to it since may be taken back', async () => {
    const finance = await makeStaff(app, 'finance');
    await closeAs(app, user);
    const enter = async (direction: 'increase' | 'decrease') =>
      finance.call(ledgerManualPostingEnter, {
        owner_id: user.user_id,
        direction,
        coin_name: 'USDP',
        amount: '5.00',
        against: 'bank',
        reason: 'Came by wire',
        google_code: await finance.code(),
      });
    expect(await enter('increase')).toMatchObject({ code: 8409, msg: 'account_closed' });
    expect(await app.sql('select from approval where owner_id = $1', [user.user_id])).toEqual([]);
    await fund(app, user.user_id, 'USDP', '5.00');
    expect(await enter('decrease')).toMatchObject({ code: 200 });
  });
});

describe('what was begun before closing and ends after it leaves nothing', () => {
  const payerToken = () => ({ payerToken: user.token });
  /** What is kept of the closed account in the tables that a payer's acts write, and what its row says. */
  const left = async () => ({
    rows: await app.sql(
      `select 'session' as what from session where owner_id = $1 union all select 'known_address' from known_address where owner_id = $1
       union all select 'known_device' from known_device where owner_id = $1 union all select 'payer_passkey' from payer_passkey where user_id = $1
       union all select 'risk_sign' from risk_sign where owner_id = $1 union all select 'face_enrolment' from face_enrolment where owner_id = $1
       union all select 'file' from file where owner_id = $1 and (name <> '' or remove_at > now())`,
      [user.user_id],
    ),
    user: await app.sql('select payment_password_hash, markets, status from wallet_user where user_id = $1', [user.user_id]),
  });
  const nothing = { rows: [], user: [{ payment_password_hash: null, markets: ['USD'], status: 'suspended' }] };

  it.each<[string, () => Promise<() => Promise<Called<unknown>>>]>([
    [
      'a payment password',
      async () => () => {
        const passwords = { login_password: user.password, payment_password: '730194', payment_password_again: '730194' };
        return app.call(calls.walletPaymentPasswordSet, passwords, payerToken());
      },
    ],
    ['a market', async () => () => app.call(calls.walletMarketEnable, { market: 'VND' }, payerToken())],
    [
      'a passkey',
      async () => {
        const asked = dataOf(await app.call(walletPasskeyCreation, { payment_password: user.payment_password }, payerToken()));
        const passkey = new SoftwareAuthenticator().create(asked, {}, 'My phone');
        return () => app.call(walletPasskeyAdd, { passkey }, payerToken());
      },
    ],
    [
      'the agreement to one’s face',
      async () => {
        await app.sql('update face_setting set is_offered = true');
        await app.sql(`update wallet_user set authentication_status = 'approved' where user_id = $1`, [user.user_id]);
        return () => app.call(faceConsent, { consent: true, payment_password: user.payment_password }, payerToken());
      },
    ],
    [
      'a photograph',
      async () => {
        const file = new File([new Uint8Array(await photo())], 'lan.jpg', { type: 'image/jpeg' });
        return () => app.call(walletFileUpload, { purpose: 'identity', file }, payerToken());
      },
    ],
  ])('%s: unauthenticated', async (_what, begin) => {
    const send = await begin();
    const { db } = app.platform;
    const writes = vi.spyOn(db, 'transaction').mockImplementationOnce(async (scope, work) => {
      await closeAs(app, user);
      return db.transaction(scope, work);
    });
    expect(await send()).toMatchObject({ msg: 'unauthenticated' });
    writes.mockRestore();
    expect(await left()).toEqual(nothing);
  });

  it('a login: payer_suspended', async () => {
    const credentials = { identity_kind: 'username', identity: user.username, password: user.password } as const;
    const solved = await slider();
    const { throttle } = app.platform;
    const passes = vi.spyOn(throttle, 'clear').mockImplementationOnce(async (subjects) => {
      await closeAs(app, user);
      return throttle.clear(subjects);
    });
    expect(await app.call(calls.walletLogin, { ...credentials, slider: solved }, { ip })).toMatchObject({ msg: 'payer_suspended' });
    passes.mockRestore();
    expect(await left()).toEqual(nothing);
  });
});
