import { LANGUAGES, type Language } from '@purser/contract/language';
import * as calls from '@purser/contract/features/content';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { payerPagesOfSource } from '../../main/testing/payer-pages.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMerchant, makeUser } from '../../platform/testing/parties.ts';
import { attest } from '../liabilities/attest.ts';
import { publishTestContent, textIn } from './testing/content.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    routes: allRoutes,
    pages: [payerPagesOfSource],
  });
  await publishTestContent(
    app,
    { kind: 'help_article', slug: 'payment-password', category: 'wallet' },
    {
      en: textIn('Your payment password', 'Six digits confirm every payment.'),
      zh_Hans: textIn('支付密码', '支付密码为六位数字，用于确认每一笔付款。'),
      vi: textIn('Mật khẩu thanh toán', 'Sáu chữ số xác nhận mỗi khoản thanh toán.'),
    },
  );
  await publishTestContent(
    app,
    { kind: 'help_article', slug: 'webhooks', category: 'developers' },
    {
      en: textIn('Webhooks', 'A signed event is sent when an order is paid with its payment.'),
    },
  );
  await publishTestContent(
    app,
    { kind: 'help_article', slug: 'for-users', category: 'wallet', audience: 'wallet_users' },
    {
      en: textIn('For users alone', 'Hidden from strangers.'),
    },
  );
});
afterAll(() => app.close());

async function page(
  path: string,
  { language = 'en', cookie = '', headers = {} }: { language?: string; cookie?: string; headers?: object } = {},
) {
  return app.fastify.inject({ method: 'GET', url: path, headers: { 'accept-language': language, cookie, ...headers } });
}

describe('public pages', () => {
  it('carry no script, and an answer that forbids them', async () => {
    const { statusCode, body, headers } = await page('/help/payment-password');
    expect(statusCode).toBe(200);
    expect(body).not.toContain('<script');
    expect(body).not.toContain('modulepreload');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toContain('script-src');
  });

  it.each(['%00', 'a%00b', 'UPPER'])('are not found at the address /help/%s', async (slug) => {
    expect((await page(`/help/${slug}`)).statusCode).toBe(404);
  });

  it('speak the reader’s language, or English, and say so', async () => {
    expect((await page('/help/payment-password', { language: 'vi' })).body).toContain('Sáu chữ số xác nhận');
    const traditional = await page('/help/payment-password', { language: 'zh-TW' });
    expect(traditional.body).toContain('本文尚未翻譯，目前顯示English版本');
    expect(traditional.body).toContain('lang="en"');
    expect((await page('/help/payment-password?lang=zh_Hans', { language: 'vi' })).body).toContain('支付密码为六位数字');
    expect((await page('/help/payment-password', { language: 'fr-FR,fr;q=0.9' })).body).toContain('<html lang="en"');
  });

  it('tell search engines their one address and their languages', async () => {
    const { body } = await page('/help/payment-password?lang=vi');
    const { publicUrl } = app.platform.settings;
    expect(body).toContain(`<link rel="canonical" href="${publicUrl}/help/payment-password?lang=vi">`);
    for (const tag of ['zh-Hans', 'en', 'vi', 'x-default']) expect(body).toContain(`hreflang="${tag}"`);
    expect(body).not.toContain('hreflang="zh-Hant"');
    expect(body).not.toContain('noindex');
    expect(body).toContain('<meta name="description" content="Sáu chữ số xác nhận mỗi khoản thanh toán.">');
    expect((await page('/wallet')).body).toContain('noindex');
  });

  it('are kept for a minute and asked for again by their tag, unless somebody has signed in', async () => {
    const { headers } = await page('/help');
    expect(headers['cache-control']).toBe('public, max-age=60');
    expect(headers['vary']).toContain('cookie');
    const again = await page('/help', { headers: { 'if-none-match': headers['etag'] } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await page('/help', { language: 'vi', headers: { 'if-none-match': headers['etag'] } })).statusCode).toBe(200);
    const user = await makeUser(app);
    const signedIn = await page('/help', { cookie: `purser_wallet=${user.token}` });
    expect(signedIn.headers['cache-control']).toBe('no-store');
    expect(signedIn.body).toContain('For users alone');
    expect((await page('/help')).body).not.toContain('For users alone');
    expect((await page('/help/for-users')).statusCode).toBe(404);
  });

  it.each([
    ['/help/nothing', 'There is no such article'],
    ['/announcements/nothing', 'There is no such announcement'],
    ['/legal/user-agreement', 'Not published yet'],
    ['/legal/nothing', 'Not published yet'],
    ['/legal/about', 'Not published yet'],
    ['/about', 'Not published yet'],
  ])('%s, which there is not, is a page that says so', async (path, text) => {
    const { statusCode, body, headers } = await page(path);
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store']);
    expect(body).toContain(text);
  });
});

describe('who the provider is', () => {
  it('is there where nothing is written of it, but what it owes is stated', async () => {
    const client = new pg.Client({ connectionString: app.ownerUrl });
    await client.connect();
    await attest(client, app.platform.secrets).finally(() => client.end());
    const { statusCode, body } = await page('/about');
    expect(statusCode).toBe(200);
    expect(body).toContain('What we owe');
    expect(body).not.toContain('Not published yet');
    expect(body).not.toContain('noindex');
    await app.sql('delete from liability_statement');
  });
});

describe('searching', () => {
  const found = async (question: string, language: Language = 'en') => {
    const { body } = await page(`/help?q=${encodeURIComponent(question)}&lang=${language}`);
    return [...body.matchAll(/href="\/help\/([a-z-]+)"/g)].map(([, slug]) => slug);
  };

  it('finds words, those in titles first, whatever their case', async () => {
    expect(await found('PAYMENT')).toEqual(['payment-password', 'webhooks']);
    expect(await found('signed event')).toEqual(['webhooks']);
    expect(await found('nothing of the kind')).toEqual([]);
  });

  it('finds Chinese by pairs of characters, and Vietnamese without its accents', async () => {
    expect(await found('支付密码', 'zh_Hans')).toEqual(['payment-password']);
    expect(await found('忘记支付密码', 'zh_Hans')).toEqual(['payment-password']);
    expect(await found('mat khau', 'vi')).toEqual(['payment-password']);
    expect(await found('MẬT KHẨU', 'vi')).toEqual(['payment-password']);
  });

  it.each(['%', '_', "'", '\\', '"><script>alert(1)</script>', '%00', '%'.repeat(200), '支'])(
    'takes %j as the words that it is',
    async (question) => {
      const { statusCode, body } = await page(`/help?q=${encodeURIComponent(question)}`);
      expect(statusCode).toBe(200);
      expect(body).not.toContain('<script>');
    },
  );
});

describe('versions of a legal text', () => {
  it('stay readable, each with its date, and one is in force', async () => {
    const item = await publishTestContent(
      app,
      { kind: 'privacy_policy', slug: 'privacy-policy' },
      { en: textIn('Privacy policy', 'The first words.') },
    );
    await publishTestContent(
      app,
      { kind: 'privacy_policy', slug: 'privacy-policy', content_id: item },
      { en: textIn('Privacy policy', 'The second words.') },
    );
    const now = (await page('/legal/privacy-policy')).body;
    expect(now).toContain('The second words.');
    expect(now).toContain('Version 2');
    expect(now).toContain('href="/legal/privacy-policy?version=1"');
    const before = (await page('/legal/privacy-policy?version=1')).body;
    expect(before).toContain('The first words.');
    expect(before).toContain('This is an earlier version.');
    expect(before).toContain('noindex');
    for (const version of ['0', '3', 'x', '-1', '1e9'])
      expect((await page(`/legal/privacy-policy?version=${version}`)).statusCode).toBe(404);
  });
});

describe('announcements', () => {
  it('are for whom they are meant, new until they are marked as read', async () => {
    await publishTestContent(
      app,
      { kind: 'announcement', slug: 'for-merchants', audience: 'merchants' },
      { en: textIn('For merchants', 'Fees.') },
    );
    await publishTestContent(
      app,
      { kind: 'announcement', slug: 'for-all' },
      { en: textIn('For all', 'News.'), vi: textIn('Cho mọi người', 'Tin.') },
    );
    const [merchant, other, user] = [await makeMerchant(app), await makeMerchant(app), await makeUser(app)];
    const list = async (token: string) => dataOf(await app.call(calls.merchantAnnouncementList, {}, { token }));
    expect(await list(merchant.token)).toMatchObject({
      list: [
        { slug: 'for-all', is_new: true },
        { slug: 'for-merchants', is_new: true },
      ],
      unread: 2,
    });
    await app.call(calls.merchantAnnouncementRead, { slugs: ['for-merchants', 'nothing'] }, { token: merchant.token });
    await app.call(calls.merchantAnnouncementRead, { slugs: ['for-merchants'] }, { token: merchant.token });
    expect(await list(merchant.token)).toMatchObject({ list: [{ is_new: true }, { is_new: false }], unread: 1 });
    expect((await list(other.token)).unread).toBe(2);
    const ofUser = dataOf(await app.call(calls.walletAnnouncementList, {}, { payerToken: user.token, language: 'vi' }));
    expect(ofUser.list.map(({ title }) => title)).toEqual(['Cho mọi người']);
    expect(await app.call(calls.merchantAnnouncementDetail, { slug: 'nothing' }, { token: merchant.token })).toMatchObject({
      msg: 'content_unknown',
    });
    const detail = async (slug: string) => dataOf(await app.call(calls.merchantAnnouncementDetail, { slug }, { token: merchant.token }));
    expect(await detail('for-all')).toMatchObject({ title: 'For all', body: textIn('', 'News.').body, is_public: true });
    expect(await detail('for-merchants')).toMatchObject({ title: 'For merchants', is_public: false });
    expect((await page('/announcements')).body).not.toContain('For merchants');
    expect((await page('/announcements/for-merchants')).statusCode).toBe(404);
  });

  it('are counted in the wallet until they have been shown to its user, one of them or the list', async () => {
    await publishTestContent(
      app,
      { kind: 'announcement', slug: 'for-users', audience: 'wallet_users' },
      { en: textIn('For users', 'More.') },
    );
    const [user, other] = [await makeUser(app), await makeUser(app)];
    const unread = async ({ token }: { readonly token: string }) => {
      const { body } = await page('/wallet', { cookie: `purser_wallet=${token}` });
      return Number(/(\d+) unread</.exec(body)?.[1] ?? 0);
    };
    const all = await unread(user);
    expect(all).toBeGreaterThanOrEqual(2);
    await page('/announcements/for-users', { cookie: `purser_wallet=${user.token}` });
    expect(await unread(user)).toBe(all - 1);
    await page('/announcements');
    expect(await unread(user)).toBe(all - 1);
    await page('/announcements', { cookie: `purser_wallet=${user.token}` });
    expect([await unread(user), await unread(other)]).toEqual([0, all]);
    expect(dataOf(await app.call(calls.walletAnnouncementList, {}, { payerToken: user.token })).unread).toBe(0);
  });
});

describe('public pages', () => {
  it('are named to merchants once something is published that everybody may read', async () => {
    const { token } = await makeMerchant(app);
    const kinds = async () => dataOf(await app.call(calls.merchantContentPages, {}, { token })).kinds;
    expect(await kinds()).not.toContain('legal_statement');
    const item = { kind: 'legal_statement', slug: 'legal-statement' } as const;
    await publishTestContent(app, { ...item, audience: 'merchants' }, { en: textIn('Legal statement', 'For some.') });
    expect(await kinds()).toContain('legal_statement');
    expect((await page('/legal/legal-statement')).body).toContain('For some.');
    const wasPublic = await kinds();
    await app.sql(`update content_item set audience = 'merchants' where kind = 'announcement' and audience = 'everyone'`);
    expect(await kinds()).toEqual(wasPublic.filter((kind) => kind !== 'announcement'));
  });
});

describe('agreements', () => {
  it('are asked for once, and again when a version that asks for it is published', async () => {
    const id = await publishTestContent(
      app,
      { kind: 'user_agreement', slug: 'user-agreement', must_accept: true },
      { en: textIn('User agreement', 'One.') },
    );
    const merchant = await makeMerchant(app);
    const as = { token: merchant.token };
    const pending = async () =>
      dataOf(await app.call(calls.merchantAgreementPending, {}, as)).list.map(({ version, is_update }) => [version, is_update]);
    const accept = (version: number) => app.call(calls.merchantAgreementAccept, { agreements: [{ kind: 'user_agreement', version }] }, as);
    expect(await pending()).toEqual([[1, false]]);
    expect(await accept(2)).toMatchObject({ msg: 'agreement_changed' });
    expect(await pending()).toEqual([[1, false]]);
    expect(await accept(1)).toMatchObject({ msg: 'ok' });
    expect(await pending()).toEqual([]);
    // A correction asks nobody again, and whoever comes new accepts the corrected text.
    await publishTestContent(
      app,
      { kind: 'user_agreement', slug: 'user-agreement', content_id: id },
      { en: textIn('User agreement', 'One!') },
    );
    expect(await pending()).toEqual([]);
    await publishTestContent(
      app,
      { kind: 'user_agreement', slug: 'user-agreement', content_id: id, must_accept: true },
      { en: textIn('User agreement', 'Two.') },
    );
    expect(await pending()).toEqual([[3, true]]);
    expect(await accept(2)).toMatchObject({ msg: 'agreement_changed' });
    expect(await accept(3)).toMatchObject({ msg: 'ok' });
    const kept = await app.sql('select version, party, language, ip from content_acceptance where owner_id = $1 order by version', [
      merchant.merchant_id,
    ]);
    expect(kept).toEqual([
      { version: 1, party: 'merchant', language: 'en', ip: '127.0.0.1' },
      { version: 3, party: 'merchant', language: 'en', ip: '127.0.0.1' },
    ]);
  });

  it('are read by everybody, whoever is asked to accept them', async () => {
    const user = await makeUser(app);
    const merchant = await makeMerchant(app);
    const asked = async () => [
      dataOf(await app.call(calls.merchantAgreementPending, {}, { token: merchant.token })).list.length,
      dataOf(await app.call(calls.walletAgreementPending, {}, { payerToken: user.token })).list.length,
    ];
    for (const [audience, pending] of [
      ['merchants', [1, 0]],
      ['wallet_users', [0, 1]],
      ['everyone', [1, 1]],
    ] as const) {
      await app.sql(`update content_item set audience = $1 where kind = 'user_agreement'`, [audience]);
      expect(await asked(), audience).toEqual(pending);
      const { statusCode, body } = await page('/legal/user-agreement');
      expect([statusCode, body.includes('Two.')], audience).toEqual([200, true]);
      expect((await page('/legal/user-agreement?version=1')).body).toContain('One.');
    }
  });

  it('stand before the wallet, which opens once they are accepted', async () => {
    const user = await makeUser(app);
    const cookie = `purser_wallet=${user.token}`;
    const wallet = await page('/wallet?coin=USDP', { cookie });
    expect([wallet.statusCode, wallet.headers.location]).toEqual([303, '/wallet/agreement?next=%2Fwallet%3Fcoin%3DUSDP']);
    // Nor is money withdrawn by an address that leads past the wallet; what was asked for is come back to.
    for (const path of ['/wallet/usdt-withdrawal?coin_id=USDP&withdrawal_count=200', '/wallet/bank-withdrawal?amount=5']) {
      const withdrawal = await page(path, { cookie });
      expect([withdrawal.statusCode, withdrawal.headers.location]).toEqual([303, `/wallet/agreement?next=${encodeURIComponent(path)}`]);
    }
    const asked = await page(wallet.headers.location as string, { cookie });
    expect(asked.body).toContain('Before you begin');
    expect(asked.headers['cache-control']).toBe('no-store');
    const send = (payload: string) =>
      app.fastify.inject({
        method: 'POST',
        url: '/wallet/agreement',
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', origin: app.platform.settings.publicUrl },
        payload,
      });
    expect((await send('user_agreement=1&next=%2Fwallet')).headers.location).toBe('/wallet/agreement?next=%2Fwallet');
    expect((await send('next=%2Fwallet')).headers.location).toBe('/wallet/agreement?next=%2Fwallet');
    expect((await page('/wallet', { cookie })).statusCode).toBe(303);
    expect((await send('user_agreement=3&next=%2F%2Fevil.example')).headers.location).toBe('/wallet');
    expect((await page('/wallet', { cookie })).statusCode).toBe(200);
    expect((await page('/wallet/usdt-withdrawal', { cookie })).statusCode).toBe(200);
    expect((await page('/wallet/agreement', { cookie })).headers.location).toBe('/wallet');
    expect((await page('/wallet/agreement')).headers.location).toContain('/wallet?next=');
  });
});

describe('the rows', () => {
  it('of a version can be changed by nobody, nor an acceptance', async () => {
    for (const statement of [
      `update content_text set html = '<script>'`,
      'delete from content_text',
      'update content_version set must_accept = false',
      'delete from content_acceptance',
      'update content_acceptance set version = 1',
      'delete from content_item',
      // Staff alone write, on connections of their own.
      `update content_item set state = 'withdrawn'`,
      `insert into content_text select * from content_text`,
    ]) {
      await expect(app.platform.db.system.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('are seen by no owner', async () => {
    const merchant = await makeMerchant(app);
    await app.platform.db.scoped(merchant.merchant_id, async (tx) => {
      for (const table of ['content_item', 'content_version', 'content_text'] as const) {
        expect((await tx.query(`select from ${table}`)).rowCount).toBe(0);
      }
    });
  });

  it.each(LANGUAGES)('hold a title and a text in %s at most once', async (language) => {
    const rows = await app.sql('select content_id, version from content_text where language = $1 group by 1, 2 having count(*) > 1', [
      language,
    ]);
    expect(rows).toEqual([]);
  });
});
