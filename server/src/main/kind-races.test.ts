import { partyKindSet } from '@purser/contract/features/party-detail';
import { walletWithdrawalAdd } from '@purser/contract/features/wallet-withdrawal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeMethod } from '../features/payment-method/testing/method.ts';
import { NETWORK, openNetworks, RATE, walletWithdrawer } from '../features/usdt-withdrawal/testing/world.ts';
import { PAYER_COOKIE } from '../platform/http/payer-cookie.ts';
import { createTestApp, dataOf, type TestApp } from '../platform/testing/app.ts';
import { mayRest, untilWaiting } from '../platform/testing/lock-waits.ts';
import { PlainBrowser } from '../platform/testing/plain-browser.ts';
import { makeStaff, type TestStaff } from '../platform/testing/staff.ts';
import { allRoutes } from './features.ts';
import { payerPagesOfSource } from './testing/payer-pages.ts';

/** A kind that changes while its user withdraws, and the kind's terms of withdrawals to a bank. */

let app: TestApp;
let support: TestStaff;
let user: Awaited<ReturnType<typeof walletWithdrawer>>;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes, pages: [payerPagesOfSource] });
  await openNetworks(app);
  support = await makeStaff(app, 'support');
  // An agent withdraws 10 to 200 USDT at a time at 0.10 %, and 20.00 USDP to a bank at 0.05 %; everybody 100 USDT or more at 0.50 %, and 100.00 at 0.80 %.
  await app.sql(
    `insert into kind_terms (kind, coin, usdt_withdrawal_fee_bp, usdt_withdrawal_minimum, usdt_withdrawal_maximum, usdt_withdrawal_day_maximum,
       fiat_withdrawal_fee_bp, fiat_withdrawal_minimum)
     values ('agent', 'USDP', 10, 10000000, 200000000, 500000000000, 5, 2000)`,
  );
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await walletWithdrawer(app, '100000.00');
});

const become = async (kind: 'ordinary' | 'agent') =>
  dataOf(await support.call(partyKindSet, { user_id: user.user_id, kind, reason: 'Contract', google_code: await support.code() }));
const withdraw = (withdrawal_count: string) =>
  app.call(
    walletWithdrawalAdd,
    { coin_id: 'USDP', network: NETWORK, rate: RATE, withdrawal_count, address: user.address, payment_password: user.payment_password },
    { payerToken: user.token },
  );
const orders = () =>
  app.sql<{ amount: string; fee_bp: number; fee: string }>(
    'select amount, fee, fee_bp from review_order where owner_id = $1 order by create_time, serial_number',
    [user.user_id],
  );

describe('a withdrawal beside a change of kind', () => {
  it('waits for the change, and takes the terms of after it', async () => {
    let asked: ReturnType<typeof withdraw> = Promise.reject(new Error('not asked'));
    asked.catch(() => {});
    await app.platform.operator.db.systemTransaction(async (tx) => {
      await mayRest(tx);
      await tx.query('select from wallet_user where user_id = $1 for no key update', [user.user_id]);
      await tx.query(`update wallet_user set kind = 'agent' where user_id = $1`, [user.user_id]);
      // Too little for who is not an agent.
      asked = withdraw('25.00');
      await untilWaiting(app);
    });
    dataOf(await asked);
    expect(await orders()).toEqual([{ amount: '2500', fee: '3', fee_bp: 10 }]);
  });

  it('is made under the terms of the one kind or the other, never under some of each', async () => {
    // Of these the first is an agent's only, the last only everybody's.
    const wishes = ['25.00', '125.00', '1000.00'];
    const rates = async () => new Set((await orders()).map(({ fee_bp }) => fee_bp));
    const still = { flipping: true };
    const flips = (async () => {
      for (let flip = 0; flip < 60 && (flip < 12 || (await rates()).size < 2); flip += 1)
        await become(flip % 2 === 0 ? 'agent' : 'ordinary');
    })().finally(() => {
      still.flipping = false;
    });
    const outcomes = new Set<string>();
    for (let round = 0; still.flipping; round += 1) outcomes.add((await withdraw(wishes[round % 3] ?? '')).msg);
    await flips;
    const made = await orders();
    for (const { amount, fee_bp, fee } of made) {
      const kinds = amount === '2500' ? [10] : amount === '100000' ? [50] : [10, 50];
      expect(kinds, `${amount} at ${fee_bp}`).toContain(fee_bp);
      expect(BigInt(fee)).toBe((BigInt(amount) * BigInt(fee_bp) + 9_999n) / 10_000n);
    }
    // Both kinds were met, or nothing is proven.
    expect(new Set(made.map(({ fee_bp }) => fee_bp))).toEqual(new Set([10, 50]));
    for (const outcome of outcomes) expect(['ok', 'amount_below_minimum', 'withdrawal_above_maximum']).toContain(outcome);
  });
});

describe('a withdrawal to a bank', () => {
  const opened = async (payment_method_id: string, amount: string) => {
    const browser = new PlainBrowser(app);
    browser.cookies.set(PAYER_COOKIE, user.token);
    return browser.open(`/wallet/bank-withdrawal?${new URLSearchParams({ payment_method_id, coin_name: 'USDP', amount }).toString()}`);
  };
  const send = async (browser: PlainBrowser) =>
    (await browser.send('/wallet/bank-withdrawal/confirm', { payment_password: user.payment_password })).text;

  it('costs the fee of the kind, and is bound by the limit of the kind', async () => {
    const card = await makeMethod(app, user.user_id, { party: 'user', number: '4111111111111111' });
    expect((await opened(card, '50.00')).text).toMatch(/must be at least 100\.00 USDP/);
    expect(await orders()).toEqual([]);
    await become('agent');
    expect((await opened(card, '19.99')).text).toMatch(/must be at least 20\.00 USDP/);
    expect(await orders()).toEqual([]);
    expect(await send(await opened(card, '50.00'))).toContain('Your withdrawal was submitted.');
    // 0.05 % of 50.00 is 0.025: rounded up.
    expect(await orders()).toEqual([{ amount: '5000', fee: '3', fee_bp: 5 }]);
    await become('ordinary');
    expect(await send(await opened(card, '200.00'))).toContain('Your withdrawal was submitted.');
    expect(await orders()).toEqual([
      { amount: '5000', fee: '3', fee_bp: 5 },
      { amount: '20000', fee: '160', fee_bp: 80 },
    ]);
  });

  it('is refused where the kind has changed since its costs were shown', async () => {
    const card = await makeMethod(app, user.user_id, { party: 'user', number: '4111111111111111' });
    await become('agent');
    const shown = await opened(card, '50.00');
    await become('ordinary');
    expect(await send(shown)).toMatch(/must be at least 100\.00 USDP/);
    expect(await orders()).toEqual([]);
  });
});
