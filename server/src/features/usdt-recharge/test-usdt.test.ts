import { chargeArriving } from '@purser/contract/features/chain-deposit';
import { testUsdtSend } from '@purser/contract/features/test-usdt';
import { chargeBlockchainList, quickRechargeQuery } from '@purser/contract/features/usdt-recharge';
import { WALLET_TEST_USDT } from '@purser/contract/payer-pages';
import { providerAccounts } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { demoChain } from '../../demo/test-chain.ts';
import { allRoutes } from '../../main/features.ts';
import { payerPagesOfSource } from '../../main/testing/payer-pages.ts';
import type { TestChain } from '../../platform/chain/test-chain.ts';
import { runJobs } from '../../platform/commands/jobs.ts';
import { PAYER_COOKIE } from '../../platform/http/payer-cookie.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeMember } from '../../platform/testing/members.ts';
import { makeMerchant, makeUser } from '../../platform/testing/parties.ts';
import { PlainBrowser } from '../../platform/testing/plain-browser.ts';
import { watchChains } from '../chain-deposit/watcher.ts';
import { creditDeposits } from './credit.ts';

const PAGE = '/wallet/usdt-recharge';

async function startApp(testChain?: TestChain): Promise<TestApp> {
  return createTestApp({
    routes: allRoutes,
    pages: [payerPagesOfSource],
    settings: testChain ? { testChain } : {},
  });
}

async function userAt(app: TestApp): Promise<PlainBrowser> {
  const browser = new PlainBrowser(app);
  browser.cookies.set(PAYER_COOKIE, (await makeUser(app, { markets: ['CNY'] })).token);
  return browser;
}

describe('where there is no chain, as in real use', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('there is no button, no form and no call', async () => {
    const browser = await userAt(app);
    await browser.open(PAGE);
    expect(browser.html).not.toContain(WALLET_TEST_USDT);
    expect(app.fastify.hasRoute({ method: 'POST', url: WALLET_TEST_USDT })).toBe(false);
    expect(app.fastify.hasRoute({ method: 'POST', url: testUsdtSend.path })).toBe(false);
    const { token } = await makeMerchant(app, { recharge_configuration: [1, 2] });
    expect(dataOf(await app.call(chargeBlockchainList, {}, { token })).test_usdt).toBeNull();
  });
});

describe('in a demo with a chain', () => {
  let app: TestApp;
  let chain: ReturnType<typeof demoChain>;
  let jobs: ReturnType<typeof runJobs>;
  beforeAll(async () => {
    // The chain is of the database that the app makes.
    const there = () => chain ?? expect.fail('npm has brought no anvil for this machine');
    app = await startApp({
      amount: 250,
      networks: ['ERC20', 'BEP20'],
      ready: () => there().ready(),
      send: (network, address) => there().send(network, address),
      wake: () => there().wake(),
      look: (db) => there().look(db),
    });
    const { dataFolder } = app.platform.settings;
    chain = demoChain({
      dataFolder,
      ownerUrl: app.ownerUrl,
      signerUrl: app.signerUrl,
      ledgerKey: () => app.platform.ledgerKey,
      log: pino({ level: 'silent' }),
      blockEveryMs: 200,
    });
    await openAccounts(app.platform.db.system, ['USDT', 'CNYT'].flatMap(providerAccounts));
    jobs = runJobs([{ ...watchChains(app.platform, creditDeposits), everyMs: 100 }], app.platform.log);
  }, 60_000);
  afterAll(async () => {
    await jobs.close();
    await chain?.close();
    await app.close();
  });

  it('a wallet user presses a button of a plain form, sees what arrives as it is confirmed, and is credited', async () => {
    const browser = await userAt(app);
    await browser.open(PAGE);
    expect(browser.text).toContain('Send me 250 test USDT');
    // The chain, and with it a network, begins with that.
    expect(browser.text).not.toContain('No deposit network available');
    await browser.send(WALLET_TEST_USDT);
    expect(browser.address).toMatch(/\?network=ERC20&done=test&sent=0x[0-9a-f]{64}$/);
    expect(browser.html).toContain('<meta http-equiv="refresh" content="3">');
    const { address } = browser;
    // On a busy machine all blocks may be there at the first look.
    await expect
      .poll(async () => (await browser.open(address)).text, { timeout: 30_000 })
      .toMatch(/Confirming \d+\/12|Approved.*1,771\.45/);
    await expect.poll(async () => (await browser.open(`${PAGE}?network=ERC20`)).text, { timeout: 30_000 }).toMatch(/Approved.*1,771\.45/);
    expect(browser.html).not.toContain('http-equiv="refresh"');
    expect(browser.text).not.toContain('Confirming');
  });

  it('goes on looking for what was sent until it is seen', async () => {
    const browser = await userAt(app);
    await browser.open(`${PAGE}?network=ERC20&done=test&sent=0x${'ab'.repeat(32)}`);
    expect(browser.html).toContain('<meta http-equiv="refresh" content="3">');
    await browser.open(`${PAGE}?network=ERC20&done=test&sent=all`);
    expect(browser.html).not.toContain('http-equiv="refresh"');
  });

  it('over the network that is shown, and over the usual one where that is another', async () => {
    const browser = await userAt(app);
    await browser.open(`${PAGE}?network=BEP20`);
    await browser.send(WALLET_TEST_USDT);
    expect(browser.address).toContain('network=BEP20');
    await browser.send(WALLET_TEST_USDT, { network: 'TRC20' });
    expect(browser.address).toContain('network=ERC20');
  });

  it('is for those who are signed in, and not for other sites', async () => {
    const { token } = await makeUser(app, { markets: ['CNY'] });
    const sent = (headers: Record<string, string>) =>
      app.fastify.inject({
        method: 'POST',
        url: WALLET_TEST_USDT,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: 'network=ERC20',
      });
    expect((await sent({})).headers['location']).toBe(`/wallet?next=${encodeURIComponent(PAGE)}`);
    const foreign = await sent({ cookie: `${PAYER_COOKIE}=${token}`, origin: 'https://other.example' });
    expect(foreign.headers['location'] ?? '').not.toContain('done=test');
    expect(
      await app.sql(`select from throttle where scope = 'test_usdt' and subject = (select max(user_id)::text from wallet_user)`),
    ).toEqual([]);
  });

  it('a merchant is offered it, asks for it, and is credited', async () => {
    const { token } = await makeMerchant(app, { markets: ['CNY'], recharge_configuration: [1, 2] });
    expect(dataOf(await app.call(chargeBlockchainList, {}, { token })).test_usdt).toEqual({ amount: 250, network: 'ERC20' });
    const { txid } = dataOf(await app.call(testUsdtSend, { network: 'ERC20' }, { token }));
    const arriving = dataOf(await app.call(chargeArriving, {}, { token })).list;
    for (const each of arriving) expect(each).toMatchObject({ txid, trade_count: '250.000000', held: null });
    // Where the machine stood still meanwhile it has arrived.
    const arrived = dataOf(await app.call(quickRechargeQuery, {}, { token })).list;
    expect([...arriving, ...arrived]).toContainEqual(expect.objectContaining({ txid }));
    await expect
      .poll(async () => dataOf(await app.call(quickRechargeQuery, {}, { token })).list, { timeout: 30_000 })
      .toMatchObject([{ txid, status: 'approved', count: '1771.45' }]);
  });

  it('is refused for a merchant without quick recharges, for another network, and more than three times a minute', async () => {
    const slow = await makeMerchant(app, { markets: ['CNY'], recharge_configuration: [1] });
    expect(await app.call(testUsdtSend, { network: 'ERC20' }, { token: slow.token })).toMatchObject({ msg: 'quick_recharge_off' });
    const { token } = await makeMerchant(app, { markets: ['CNY'], recharge_configuration: [1, 2] });
    expect(await app.call(testUsdtSend, { network: 'TRC20' }, { token })).toMatchObject({ msg: 'deposit_network_missing' });
    for (const expected of ['ok', 'ok', 'ok', 'too_many_requests'])
      expect((await app.call(testUsdtSend, { network: 'ERC20' }, { token })).msg).toBe(expected);
  });

  it('is for those of a team who may recharge', async () => {
    const merchant = await makeMerchant(app, { markets: ['CNY'], recharge_configuration: [1, 2] });
    for (const [role, answer] of [
      ['finance', { msg: 'ok' }],
      ['viewer', { status: 403, msg: 'member_not_allowed' }],
      ['developer', { status: 403, msg: 'member_not_allowed' }],
    ] as const) {
      const { token } = await makeMember(app, merchant, { role });
      expect(await app.call(testUsdtSend, { network: 'ERC20' }, { token }), role).toMatchObject(answer);
    }
  });

  it('says so where the chain does not start', async () => {
    const ready = vi.spyOn(app.platform.settings.testChain as TestChain, 'ready').mockRejectedValueOnce(new Error('no room'));
    const { token } = await makeMerchant(app, { markets: ['CNY'], recharge_configuration: [1, 2] });
    expect(await app.call(testUsdtSend, { network: 'ERC20' }, { token })).toMatchObject({ msg: 'test_chain_down' });
    ready.mockRestore();
  });
});
