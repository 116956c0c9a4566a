import { inflateRawSync } from 'node:zlib';
import { walletChallenge, walletLogin, walletOverview } from '@purser/contract/features/wallet';
import { refundAdd } from '@purser/contract/features/refund';
import { partyRestore, partyUserQuery } from '@purser/contract/features/party';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findPayee } from '../../domain/payee.ts';
import { isReserved } from '../../domain/reserved-username.ts';
import { allRoutes } from '../../main/features.ts';
import { payerPagesOfSource } from '../../main/testing/payer-pages.ts';
import { PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, googleCode, makeMerchant, makeUser, type TestUser } from '../../platform/testing/parties.ts';
import { PlainBrowser } from '../../platform/testing/plain-browser.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { publishTestContent, textIn } from '../content/testing/content.ts';
import { makeOrder } from '../checkout/testing/order.ts';
import { removeDueFiles } from '../file/jobs.ts';
import { keptFile } from '../file/testing/kept-file.ts';
import { makeMethod } from '../payment-method/testing/method.ts';
import { answerOf } from '../wallet/testing/slider.ts';
import { privacyJobs } from './closing.ts';

const HERE = '/wallet/privacy';

let app: TestApp;
let support: TestStaff;
let user: TestUser;
let browser: PlainBrowser;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes, pages: [payerPagesOfSource] });
  support = await makeStaff(app, 'admin');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.sql('delete from throttle');
  user = await makeUser(app, { nick: 'Lan', email: `lan-${crypto.randomUUID()}@example.com` });
  browser = new PlainBrowser(app);
  browser.cookies.set(PAYER_COOKIE, user.token);
});

const close = async (filled: Record<string, string> = {}) => {
  await browser.open(HERE);
  return browser.post(`${HERE}/close`, { for_good: 'yes', payment_password: user.payment_password, ...filled });
};
const isClosed = async () =>
  (await app.sql<{ closed: boolean }>('select closed_at is not null as closed from wallet_user where user_id = $1', [user.user_id]))[0]
    ?.closed;

async function take(filled: Record<string, string> = { payment_password: user.payment_password }): Promise<string | undefined> {
  await browser.open(HERE);
  await browser.send(`${HERE}/take`, filled);
  return /href="(\/wallet\/privacy\/file[^"]+)"/.exec(browser.html)?.[1]?.replaceAll('&amp;', '&');
}
const save = (path: string, token = user.token) => app.fastify.inject({ url: path, headers: { cookie: `${PAYER_COOKIE}=${token}` } });

/** The first entry of an archive, whose sizes stand behind it. */
function firstEntry(archive: Buffer): unknown {
  const begin = 30 + archive.readUInt16LE(26) + archive.readUInt16LE(28);
  return JSON.parse(inflateRawSync(archive.subarray(begin)).toString('utf8'));
}

describe('taking data along', () => {
  it('gives everything of the user as JSON, and no secret', async () => {
    const merchant = await makeMerchant(app, { name: 'Blue Bottle' });
    await fund(app, user.user_id, 'USDP', '20.00');
    const order = await makeOrder(app, merchant.merchant_id, { amount: '12.50' });
    await browser.open(`/pay/${order.token}`);
    await browser.send(`/pay/${order.token}/pay`, { payment_password: user.payment_password });
    await makeMethod(app, user.user_id, { party: 'user', number: '12345678901', holder_name: 'Lê Lan' });
    await keptFile(app, user.user_id, 'identity');
    const answer = await save((await take()) ?? '');
    expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
    const data = firstEntry(answer.rawPayload) as Record<string, unknown>;
    expect(data).toMatchObject({
      account: { user_id: user.user_id, nick: 'Lan', username: user.username, has_payment_password: true },
      bank_cards: [{ account_number: '12345678901', holder_name: 'Lê Lan' }],
      files: [{ purpose: 'identity' }],
      records: [
        { merchant_name: 'Blue Bottle', transaction_number: '-12.50', order_id: order.order_id },
        { transaction_number: '20.00', merchant_name: null, order_id: null },
      ],
      acts: [{ act: 'wallet.take_data' }],
    });
    const text = JSON.stringify(data);
    const [row] = await app.sql<{ password_hash: string; payment_password_hash: string }>(
      'select password_hash, payment_password_hash from wallet_user where user_id = $1',
      [user.user_id],
    );
    for (const secret of [row?.password_hash, row?.payment_password_hash, user.token, order.token]) expect(text).not.toContain(secret);
  });

  it('says which agreements were accepted, and in which version', async () => {
    const agreement = await publishTestContent(app, { kind: 'privacy_policy', slug: 'privacy-policy' }, { en: textIn('Privacy', 'One.') });
    await app.sql(
      `insert into content_acceptance (owner_id, party, ip, user_agent, content_id, version, language) values ($1, 'user', '10.0.0.1', 'x', $2, 1, 'en')`,
      [user.user_id, agreement],
    );
    const data = firstEntry((await save((await take()) ?? '')).rawPayload);
    expect(data).toMatchObject({
      agreements: [{ kind: 'privacy_policy', slug: 'privacy-policy', version: 1, language: 'en', ip: '10.0.0.1' }],
    });
  });

  it('says why a withdrawal was rejected and what it cost, and which announcements were read', async () => {
    const read = await publishTestContent(app, { kind: 'announcement', slug: 'new-hours' }, { en: textIn('New hours', 'From nine.') });
    await app.sql('insert into content_read (owner_id, content_id) values ($1, $2)', [user.user_id, read]);
    await app.sql(
      `insert into review_order (owner_id, serial_number, kind, status, review_mode, manual_because, coin, amount, fee, network_fee, settlement, fee_bp, other_coin, other_amount, rate, network, address, remark)
       values ($1, 'WUTAKEN', 'usdt_withdrawal', 'rejected', 'manual', '{new_device}', 'USDP', 20000, 100, 125, 19775, 50, 'USDT', 158200000, 1.25, 'BEP20', '0x' || repeat('ab', 20), 'Please call us')`,
      [user.user_id],
    );
    const data = firstEntry((await save((await take()) ?? '')).rawPayload);
    expect(data).toMatchObject({
      announcements_read: ['new-hours'],
      orders: [
        {
          amount: '200.00',
          fee: '1.00',
          network_fee: '1.25',
          settlement: '197.75',
          manual_because: ['new_device'],
          remark: 'Please call us',
        },
      ],
    });
  });

  it('leaves nothing out where there is more than one portion', async () => {
    await app.sql(
      `insert into message (owner_id, message_id, kind, channel, recipient, language, expire_time)
       select $1, gen_random_uuid(), 'test', 'mail', 'lan@example.com', 'en', now() from generate_series(1, 1201)`,
      [user.user_id],
    );
    for (let n = 0; n < 103; n += 1) await fund(app, user.user_id, 'USDP', '1.00');
    const data = firstEntry((await save((await take()) ?? '')).rawPayload) as Record<string, unknown[]>;
    expect([data['messages']?.length, data['records']?.length]).toEqual([1201, 103]);
  });

  it('wants the payment password, counts wrong ones, and is noted', async () => {
    expect(await take({ payment_password: '000000' })).toBeUndefined();
    expect(browser.text).toContain('4');
    expect(await take({ payment_password: '' })).toBeUndefined();
    expect(await take()).toBeDefined();
    expect(await app.sql(`select from audit_log where owner_id = $1 and action = 'wallet.take_data'`, [user.user_id])).toHaveLength(1);
  });

  it('tells a refusal at the form that was sent, which may be far down the page', async () => {
    const forms = () => browser.html.split('<form').filter((form) => form.includes('action="/wallet/privacy/'));
    const toldIn = () => forms().map((form) => form.split('</form>')[0]?.includes('Wrong payment password'));
    await take({ payment_password: '000000' });
    expect(toldIn()).toEqual([true, false]);
    expect(browser.address).toContain('#take');
    await browser.send('/wallet/privacy/close', { for_good: 'yes', payment_password: '000000' });
    expect(toldIn()).toEqual([false, true]);
    expect(browser.text.split('Wrong payment password')).toHaveLength(2);
    expect(browser.address).toContain('#close');
  });

  it('wants the login password of who has no payment password', async () => {
    user = await makeUser(app, { payment_password: null });
    browser.cookies.set(PAYER_COOKIE, user.token);
    expect(await take({ login_password: 'not-this-1' })).toBeUndefined();
    expect(await take({ login_password: user.password })).toBeDefined();
  });

  it('is for the session that asked for it, and for a short time', async () => {
    const path = (await take()) ?? '';
    const other = await makeUser(app);
    expect((await save(path, other.token)).statusCode).toBe(303);
    expect((await save(`${path}x`)).statusCode).toBe(303);
    expect((await save(path, '')).statusCode).toBe(303);
    expect((await save(path)).statusCode).toBe(200);
  });

  it('is given five times an hour', async () => {
    for (let n = 0; n < 5; n += 1) expect(await take()).toBeDefined();
    expect(await take()).toBeUndefined();
  });
});

/** An order of the user's own, as it stands on its way. */
const putOrder = (owner: number, kind: string, status: string) =>
  app.sql(
    `insert into review_order (owner_id, serial_number, kind, coin, amount, fee, fee_bp, settlement, review_mode, status)
     values ($1, $2, $3, 'USDP', 100, 0, 0, 100, 'manual', $4)`,
    [owner, `UR-${uuidv7()}`, kind, status],
  );

describe('closing the account', () => {
  it('is confirmed', async () => {
    await close({ for_good: '' });
    expect(browser.text).toContain('Please tick this box to go on');
    await close({ payment_password: '000000' });
    expect(await isClosed()).toBe(false);
  });

  it.each<[string, string, (owner: number) => Promise<unknown>]>([
    ['money in any coin', 'There is still 0.01 USDP', (owner) => fund(app, owner, 'USDP', '0.01')],
    ['reward funds', 'reward funds of 3.00 USDP', (owner) => fund(app, owner, 'USDP', '3.00', 'reward')],
    [
      'frozen money',
      '5.00 USDP is frozen',
      (owner) => app.sql(`update ledger.account set frozen = 500 where owner_id = $1 and purpose = 'main'`, [owner]),
    ],
    [
      'pending money',
      '5.00 USDP is frozen or still to be confirmed',
      (owner) => app.sql(`update ledger.account set pending = 500 where owner_id = $1 and purpose = 'main'`, [owner]),
    ],
    ['a recharge under way', 'is still under way', (owner) => putOrder(owner, 'usdt_recharge', 'pending_review')],
    ['a withdrawal that waits for review', 'is still under way', (owner) => putOrder(owner, 'usdt_withdrawal', 'pending_review')],
    ['a withdrawal that is approved and not sent yet', 'is still under way', (owner) => putOrder(owner, 'fiat_withdrawal', 'approved')],
    [
      'an identity under review',
      'Your identity is under review',
      (owner) =>
        app.sql(`insert into identity_submission (owner_id, submission_id, party, kind, content) values ($1, $2, 'user', 'person', 'x')`, [
          owner,
          uuidv7(),
        ]),
    ],
    [
      'a decision of staff that waits',
      'has not yet decided',
      (owner) =>
        app.sql(
          `insert into approval (approval_id, owner_id, kind, content, content_hash, entered_by, reason, expires_at)
           select $2, $1, 'reward.grant', '{}', sha256('x'), staff_id, 'x', now() + interval '1 hour' from staff limit 1`,
          [owner, uuidv7()],
        ),
    ],
  ])('is refused for %s', async (_what, told, put) => {
    await put(user.user_id);
    await close();
    expect(browser.text).toContain(told);
    expect(await isClosed()).toBe(false);
    expect(await app.call(walletOverview, {}, { payerToken: user.token })).toMatchObject({ msg: 'ok' });
  });

  it('erases what may be erased, and keeps orders without the name', async () => {
    const merchant = await makeMerchant(app);
    await fund(app, user.user_id, 'USDP', '12.50');
    const order = await makeOrder(app, merchant.merchant_id, { amount: '12.50' });
    await browser.open(`/pay/${order.token}`);
    await browser.send(`/pay/${order.token}/pay`, { payment_password: user.payment_password });
    const fileId = await keptFile(app, user.user_id, 'identity');
    await app.platform.vault.keep({ file_id: fileId, purpose: 'identity' }, Buffer.from('a photograph'));
    const [email] = (await app.sql<{ email: string }>('select email from wallet_user where user_id = $1', [user.user_id])).map(
      (row) => row.email,
    );

    await close();
    expect(browser.text).toContain('Your account is closed');
    expect(browser.cookies.has(PAYER_COOKIE)).toBe(false);
    expect(await app.call(walletOverview, {}, { payerToken: user.token })).toMatchObject({ msg: 'unauthenticated' });
    expect(await app.sql('select nick, username, email, phone, password_hash from wallet_user where user_id = $1', [user.user_id])).toEqual(
      [{ nick: '', username: null, email: null, phone: null, password_hash: '' }],
    );
    // The last message is the provider's own.
    expect(await app.sql(`select owner_id::int from message where recipient = $1`, [email])).toEqual([{ owner_id: 1 }]);

    await removeDueFiles(app.platform);
    expect(await app.sql('select from file where owner_id = $1', [user.user_id])).toEqual([]);
    expect(await app.platform.vault.storage.get(Buffer.from(fileId, 'base64url').toString('hex'), 1_000_000)).toBeUndefined();

    const [forget] = privacyJobs(app.platform);
    await forget?.run({ user_id: user.user_id }, { attempt: 1, isLastAttempt: false, signal: new AbortController().signal });
    expect(
      await app.sql('select payer_id::int, payer_nick, status from payment_order where serial_number = $1', [order.serial_number]),
    ).toEqual([{ payer_id: user.user_id, payer_nick: '', status: 'paid' }]);
    // Nobody could take out again what a merchant gave back.
    const refund = { order_serial_number: order.serial_number, amount: '1.00', google_code: await googleCode(app, merchant) };
    expect(await app.call(refundAdd, refund, { token: merchant.token })).toMatchObject({ msg: 'account_closed' });
    expect(await app.sql(`select from audit_log where owner_id = $1 and action = 'wallet.close'`, [user.user_id])).toHaveLength(1);
  });

  it('leaves nobody to log in, keeps the login name taken, and the address free', async () => {
    await close();
    const login = async () => {
      const slider = answerOf(app.platform, dataOf(await app.call(walletChallenge, {})).challenge);
      return app.call(walletLogin, { identity_kind: 'username', identity: user.username, password: user.password, slider });
    };
    expect(await login()).toMatchObject({ msg: 'wrong_credentials' });
    expect(await app.sql('select from login_directory where owner_id = $1', [user.user_id])).toEqual([]);
    const reserved = (name: string) => app.platform.db.systemTransaction((tx) => isReserved(tx, app.platform.secrets, name));
    expect([await reserved(user.username), await reserved('nobody-had-this')]).toEqual([true, false]);
    const which = { merchantId: 1, paymentId: user.user_id, externalAccount: undefined };
    await expect(findPayee(app.platform.db, which)).rejects.toMatchObject({ outcome: 'payee_unknown' });
  });

  it('is seen by staff, who cannot undo it', async () => {
    await close();
    const { list } = dataOf(await app.call(partyUserQuery, { status: 'closed', user_id: user.user_id }, { staffToken: support.token }));
    expect(list).toMatchObject([{ user_id: user.user_id, status: 'closed', close_time: expect.any(String) }]);
    expect(
      await support.call(partyRestore, { owner_id: user.user_id, reason: 'Asked by phone', google_code: await support.code() }),
    ).toMatchObject({ msg: 'account_closed' });
    await expect(app.sql(`update wallet_user set status = 'normal' where user_id = $1`, [user.user_id])).rejects.toMatchObject({
      code: '23514',
    });
  });

  it('happens once when it is asked for twice at once', async () => {
    const asked = await Promise.all(
      [1, 2].map(() => {
        const each = new PlainBrowser(app);
        each.cookies.set(PAYER_COOKIE, user.token);
        return each.post(`${HERE}/close`, { for_good: 'yes', payment_password: user.payment_password });
      }),
    );
    expect(asked).toHaveLength(2);
    expect(await app.sql(`select from audit_log where owner_id = $1 and action = 'wallet.close'`, [user.user_id])).toHaveLength(1);
  });
});
