import { partyKindSet } from '@purser/contract/features/party-detail';
import { walletRechargeSetting } from '@purser/contract/features/usdt-recharge';
import { walletTerms } from '@purser/contract/features/wallet';
import { walletWithdrawalAdd, walletWithdrawalSetting } from '@purser/contract/features/wallet-withdrawal';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NETWORK, openNetworks, RATE, walletWithdrawer } from '../features/usdt-withdrawal/testing/world.ts';
import { PAYER_COOKIE } from '../platform/http/payer-cookie.ts';
import { createTestApp, dataOf, type TestApp } from '../platform/testing/app.ts';
import { makeUser } from '../platform/testing/parties.ts';
import { PlainBrowser } from '../platform/testing/plain-browser.ts';
import { makeStaff, type TestStaff } from '../platform/testing/staff.ts';
import { allRoutes } from './features.ts';
import { payerPagesOfSource } from './testing/payer-pages.ts';

/** Wallet users pay the fees, and are bound by the limits, of their kind. */

let app: TestApp;
let support: TestStaff;
let user: Awaited<ReturnType<typeof walletWithdrawer>>;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes, pages: [payerPagesOfSource] });
  await openNetworks(app);
  support = await makeStaff(app, 'support');
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await walletWithdrawer(app);
  // An agent withdraws 10 to 200 USDT at a time, 300 a day, at 0.10 %; everybody 100 to 100,000, at 0.50 %.
  await app.sql(
    `insert into kind_terms (kind, coin, usdt_withdrawal_fee_bp, usdt_withdrawal_minimum, usdt_withdrawal_maximum, usdt_withdrawal_day_maximum, usdt_recharge_fee_bp)
     values ('agent', 'USDP', 10, 10000000, 200000000, 300000000, 5)`,
  );
});
afterEach(() => app.sql('delete from kind_terms'));

const makeAgent = async () => {
  const input = { user_id: user.user_id, kind: 'agent', reason: 'Contract', google_code: await support.code() } as const;
  dataOf(await support.call(partyKindSet, input));
};
const withdraw = (withdrawal_count: string) =>
  app.call(
    walletWithdrawalAdd,
    { coin_id: 'USDP', network: NETWORK, rate: RATE, withdrawal_count, address: user.address, payment_password: user.payment_password },
    { payerToken: user.token },
  );
const orders = () => app.sql('select amount, fee, fee_bp from review_order where owner_id = $1 order by create_time', [user.user_id]);

describe('a withdrawal', () => {
  it('costs the fee of the kind that the user is of as it is asked for', async () => {
    dataOf(await withdraw('200.00'));
    await makeAgent();
    dataOf(await withdraw('100.00'));
    // 0.50 % of 200.00, then 0.10 % of 100.00.
    expect(await orders()).toEqual([
      { amount: '20000', fee: '100', fee_bp: 50 },
      { amount: '10000', fee: '10', fee_bp: 10 },
    ]);
  });

  it('is refused beyond the limits of the kind, at a time and in a day, in words with the limit, and changes nothing', async () => {
    expect(await withdraw('12.50')).toMatchObject({ msg: 'amount_below_minimum', detail: expect.stringContaining('100.000000 USDT') });
    await makeAgent();
    expect(await withdraw('12.49')).toMatchObject({ msg: 'amount_below_minimum', detail: expect.stringContaining('10.000000 USDT') });
    expect(await withdraw('250.01')).toMatchObject({ msg: 'withdrawal_above_maximum', detail: expect.stringContaining('200.000000 USDT') });
    expect(await orders()).toEqual([]);
    dataOf(await withdraw('250.00'));
    expect(await withdraw('125.01')).toMatchObject({
      msg: 'withdrawal_day_maximum',
      detail: expect.stringMatching(/300\.000000 USDT.*100\.000000 USDT/),
    });
    expect(await orders()).toHaveLength(1);
    dataOf(await withdraw('125.00'));
  });

  it('of the day counts whatever the kind was as it was asked for', async () => {
    dataOf(await withdraw('1000.00'));
    await makeAgent();
    expect(await withdraw('12.50')).toMatchObject({ msg: 'withdrawal_day_maximum' });
  });
});

describe('a wallet user', () => {
  const terms = async (token = user.token) => dataOf(await app.call(walletTerms, {}, { payerToken: token }));

  it('sees the own fees and limits, and what of the day is left', async () => {
    expect(await terms()).toMatchObject({
      kind: 'ordinary',
      coins: [{ coin_name: 'USDP', usdt_withdrawal_fee_rate: '0.50', usdt_withdrawal_maximum: '100000.000000' }],
    });
    await makeAgent();
    dataOf(await withdraw('125.00'));
    const seen = await terms();
    expect(seen).toMatchObject({
      kind: 'agent',
      coins: [
        {
          coin_name: 'USDP',
          usdt_recharge_fee_rate: '0.05',
          usdt_withdrawal_fee_rate: '0.10',
          usdt_withdrawal_minimum: '10.000000',
          usdt_withdrawal_maximum: '200.000000',
          usdt_withdrawal_day_maximum: '300.000000',
          usdt_withdrawal_day_left: '200.000000',
        },
      ],
    });
    // They are those of the forms.
    expect(dataOf(await app.call(walletWithdrawalSetting, {}, { payerToken: user.token })).coins).toMatchObject([
      { maximum: '200.000000', day_left: '200.000000', usdt_withdrawal_fee: '0.10' },
    ]);
    expect(dataOf(await app.call(walletRechargeSetting, {}, { payerToken: user.token })).coins).toMatchObject([
      { coin_name: 'USDP', usdt_recharge_fee: '0.05' },
    ]);
  });

  it('reads them on a page without scripts, in the wallet’s language', async () => {
    await makeAgent();
    const browser = new PlainBrowser(app);
    browser.cookies.set(PAYER_COOKIE, user.token);
    await browser.open('/wallet/terms');
    expect(browser.text).toContain('Agent');
    expect(browser.text).toMatch(/Fee\s+0\.10%/);
    expect(browser.text).toMatch(/Most in a day \(UTC\)\s+300\sUSDT/);
    expect((await new PlainBrowser(app).open('/wallet/terms')).text).toContain('Log in to your wallet');
  });

  it('sees no coins of markets that are not enabled', async () => {
    const other = await makeUser(app, { markets: ['CNY'] });
    expect((await terms(other.token)).coins.map(({ coin_name }) => coin_name)).toEqual(['CNYT']);
    expect(await app.call(walletTerms, {})).toMatchObject({ msg: 'unauthenticated' });
  });
});
