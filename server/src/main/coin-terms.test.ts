import { createHash, randomBytes } from 'node:crypto';
import { verifyLedger } from '@purser/ledger/verify';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CreateCommand, creations } from '../features/open-order/create.ts';
import { type PayCommand, payments } from '../features/checkout/pay.ts';
import { type TransferCommand, transfers } from '../features/transfer/batch.ts';
import { UNKEYED } from '../platform/commands/idempotency.ts';
import { runMoneyBatch } from '../platform/commands/money-batch.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { Platform } from '../platform/platform.ts';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../platform/testing/parties.ts';
import { coinTerms } from '../domain/coin-terms.ts';

/** Fees and limits that change while money moves. */

let app: TestApp;
let elsewhere: Platform;
let shop: TestMerchant;
let partner: TestMerchant;
let payer: TestUser;

beforeAll(async () => {
  app = await createTestApp({ routes: () => [] });
  elsewhere = new Platform(app.platform.settings, pino({ level: 'silent' }));
  [shop, partner, payer] = [await makeMerchant(app), await makeMerchant(app), await makeUser(app)];
  await fund(app, shop.merchant_id, 'USDP', '100000.00');
  await fund(app, payer.user_id, 'USDP', '100000.00');
});
afterAll(async () => {
  await elsewhere.close();
  await app.close();
});
afterEach(() => setTerms(FIRST));

interface Version {
  readonly fee_bp: number;
  readonly minimum: bigint;
}
const FIRST: Version = { fee_bp: 100, minimum: 100n };
const SECOND: Version = { fee_bp: 700, minimum: 500n };

/** Sets fees and minimum together, as one change. */
const setTerms = ({ fee_bp, minimum }: Version) =>
  app.sql(`update coin set transfer_fee_bp = $1, payment_fee_bp = $1, transfer_minimum = $2, order_minimum = $2 where code = 'USDP'`, [
    fee_bp,
    minimum,
  ]);

const setOwn = (terms: Readonly<Record<string, unknown>>) =>
  app.sql(`insert into merchant_terms (merchant_id, coin, ${Object.keys(terms).join(', ')})
           values (${shop.merchant_id}, 'USDP', ${Object.values(terms).join(', ')})`);

describe('terms', () => {
  afterEach(async () => {
    await app.sql('delete from merchant_terms');
    await app.sql('delete from kind_terms');
  });

  const termsOf = async (merchantId: number, coin = 'USDP') =>
    (await coinTerms(app.platform.db, [{ merchantId, coin }])).of({ merchantId, coin });

  it("are the coin's, where the merchant has none of its own", async () => {
    await setTerms(FIRST);
    expect(await termsOf(shop.merchant_id)).toMatchObject({
      decimals: 2,
      market: 'USD',
      is_on: true,
      payment_fee_bp: 100,
      order_minimum: 100n,
    });
  });

  it("are the merchant's own where it has some, one by one, and nobody else's", async () => {
    await setTerms(FIRST);
    await setOwn({ payment_fee_bp: 25 });
    expect(await termsOf(shop.merchant_id)).toMatchObject({ payment_fee_bp: 25, transfer_fee_bp: 100, order_minimum: 100n });
    expect(await termsOf(partner.merchant_id)).toMatchObject({ payment_fee_bp: 100 });
  });

  it('are none of a coin that does not exist, and are off with the coin or its market', async () => {
    expect(await termsOf(shop.merchant_id, 'NONE')).toBeUndefined();
    await app.sql(`update market set is_on = false where market = 'USD'`);
    expect(await termsOf(shop.merchant_id)).toMatchObject({ is_on: false });
    await app.sql(`update market set is_on = true`);
    await app.sql(`update coin set is_on = false where code = 'USDT'`);
    expect(await termsOf(shop.merchant_id, 'USDT')).toMatchObject({ is_on: false });
    await app.sql(`update coin set is_on = true`);
  });

  it('are those of the kind for wallet users of that kind, one by one, and from the moment on at which they are of it', async () => {
    await setTerms(FIRST);
    const bare = async (ownerId: number, coin?: string) => ({ ...(await termsOf(ownerId, coin)), merchant_id: 0n, now: 0 });
    const usual = await bare(payer.user_id);
    await app.sql(`insert into kind_terms (kind, coin, usdt_withdrawal_fee_bp, fiat_withdrawal_minimum) values ('agent', 'USDP', 7, 900)`);
    const agent = await makeUser(app, { kind: 'agent' });
    expect(await bare(agent.user_id)).toEqual({ ...usual, usdt_withdrawal_fee_bp: 7, fiat_withdrawal_minimum: 900n });
    for (const other of [payer.user_id, shop.merchant_id, (await makeUser(app, { kind: 'advanced' })).user_id]) {
      expect(await bare(other)).toEqual(usual);
    }
    expect(await bare(agent.user_id, 'CNYT')).toEqual(await bare(payer.user_id, 'CNYT'));
    await app.sql(`update wallet_user set kind = 'ordinary' where user_id = $1`, [agent.user_id]);
    expect(await bare(agent.user_id)).toEqual(usual);
  });

  it('of a kind hold in the scope of the user alone and in that of everybody', async () => {
    await app.sql(`insert into kind_terms (kind, coin, usdt_withdrawal_fee_bp) values ('ordinary', 'USDP', 7)`);
    const key = { merchantId: payer.user_id, coin: 'USDP' };
    const seenBy = (owner: number) =>
      app.platform.db.scoped(owner, async (tx) => (await coinTerms(tx, [key])).of(key)?.usdt_withdrawal_fee_bp);
    expect([await seenBy(payer.user_id), (await termsOf(payer.user_id))?.usdt_withdrawal_fee_bp]).toEqual([7, 7]);
  });

  it('of one merchant are not seen in the scope of another', async () => {
    await setOwn({ payment_fee_bp: 25 });
    const key = { merchantId: shop.merchant_id, coin: 'USDP' };
    const seenBy = (owner: number) => app.platform.db.scoped(owner, async (tx) => (await coinTerms(tx, [key])).of(key)?.payment_fee_bp);
    expect([await seenBy(shop.merchant_id), await seenBy(partner.merchant_id)]).toEqual([25, 100]);
  });
});

describe('the database', () => {
  it.each([
    ['fewer than no decimals', 'decimals = -1'],
    ['more than 18 decimals', 'decimals = 19'],
    ['a fee above the whole', 'payment_fee_bp = 10001'],
    ['a minimum above the maximum', 'order_minimum = order_maximum + 1'],
    ['a minimum of nothing', 'transfer_minimum = 0'],
    ['amounts beyond what a command may carry', 'order_maximum = 100000000000000001'],
  ])('takes no coin with %s', async (_what, change) => {
    await expect(app.sql(`update coin set ${change} where code = 'USDP'`)).rejects.toMatchObject({ code: '23514' });
  });

  it('lets the application change nothing of a coin, least of all its decimals', async () => {
    for (const column of ['decimals', 'market', 'payment_fee_bp', 'is_on']) {
      await expect(app.platform.db.system.query(`update coin set ${column} = ${column}`), column).rejects.toMatchObject({ code: '42501' });
    }
    await expect(app.platform.db.system.query('delete from coin')).rejects.toMatchObject({ code: '42501' });
  });

  it.each([
    ['a kind that is none', `'king', 'USDP', 1, null, null`],
    ['a fee above the whole', `'agent', 'USDP', 10001, null, null`],
    ['a limit alone of those that go together', `'agent', 'USDP', 1, 100, null`],
  ])('takes no terms of a kind with %s', async (_what, values) => {
    await expect(
      app.sql(
        `insert into kind_terms (kind, coin, usdt_withdrawal_fee_bp, usdt_withdrawal_minimum, usdt_withdrawal_maximum) values (${values})`,
      ),
    ).rejects.toMatchObject({ code: '23514' });
  });

  it('lets the application change no terms of a kind', async () => {
    for (const change of [
      'update kind_terms set changed_at = now()',
      'delete from kind_terms',
      `insert into kind_terms (kind, coin) values ('agent', 'USDP')`,
    ]) {
      await expect(app.platform.db.system.query(change), change).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('takes own limits in pairs only', async () => {
    await expect(setOwn({ order_minimum: 500 })).rejects.toMatchObject({ code: '23514' });
    await expect(setOwn({ order_minimum: 500, order_maximum: 499 })).rejects.toMatchObject({ code: '23514' });
  });
});

describe('a change of fees and limits during a flood', () => {
  const AMOUNTS = ['2.00', '10.00'] as const;
  const deadline = () => app.platform.clock.inS(60);

  const transferOf = (index: number): TransferCommand => ({
    from: shop.merchant_id,
    to: partner.merchant_id,
    coin: 'USDP',
    amount: AMOUNTS[index % 2] as string,
    remark: '',
    ...UNKEYED,
    deadline: deadline(),
  });
  const orderOf = (index: number): CreateCommand => ({
    caller: { merchantId: shop.merchant_id, accessKey: 'pk', ip: '127.0.0.1', nonce: randomBytes(8).toString('hex') },
    orderId: randomBytes(8).toString('hex'),
    coin: 'USDP',
    amount: AMOUNTS[index % 2] as string,
    externalAccount: '',
    description: '',
    returnAddress: undefined,
    language: undefined,
    lifetimeMin: undefined,
    ...UNKEYED,
    deadline: deadline(),
  });
  const batch = <Command>(of: (index: number) => Command) => Array.from({ length: 20 }, (_, index) => of(index));

  /** Which version a batch was made by: every one of its results must be that version's. */
  function versionOf(
    results: readonly { amount: string; outcome: string; fee: string | undefined; minimum: string | undefined }[],
  ): Version {
    const version = results.some(({ outcome }) => outcome !== 'ok') ? SECOND : FIRST;
    for (const { amount, outcome, fee, minimum } of results) {
      if (version === SECOND && amount === '2.00') expect([outcome !== 'ok', minimum]).toEqual([true, '5.00']);
      else expect([outcome, fee]).toEqual(['ok', ((Number(amount) * version.fee_bp) / 10_000).toFixed(2)]);
    }
    return version;
  }

  it('gives each batch of transfers, orders and payments the terms of exactly one version, in every process', async () => {
    const still = { flooding: true };
    const seen = { transfers: new Set<Version>(), orders: new Set<Version>() };
    const paid: { token: string; fee: string }[] = [];
    const run = { transfers: 0, orders: 0 };

    const flood = async (platform: Platform) => {
      for (let round = 0; round < 400 && (still.flooding || round < 2); round += 1) {
        const moved = batch(transferOf);
        const made = await platform.db.systemTransaction((tx) => runMoneyBatch(tx, platform.ledgerKey, transfers, moved));
        seen.transfers.add(versionOf(made.map((result, index) => told(result, moved[index]?.amount ?? '', 'transfer_fee'))));
        const asked = batch(orderOf);
        const orders = await platform.db.systemTransaction((tx) =>
          runMoneyBatch(tx, platform.ledgerKey, creations('http://localhost'), asked),
        );
        seen.orders.add(versionOf(orders.map((result, index) => told(result, asked[index]?.amount ?? '', 'handling_fee'))));
        const tokens = orders.flatMap((result) =>
          result.ok
            ? [
                {
                  token: (result.value as { payment_url: string }).payment_url.split('/').at(-1) ?? '',
                  fee: (result.value as { handling_fee: string }).handling_fee,
                },
              ]
            : [],
        );
        await pay(
          platform,
          tokens.map(({ token }) => token),
        );
        paid.push(...tokens);
        run.transfers += moved.length;
        run.orders += asked.length;
      }
    };
    const flips = async () => {
      for (let flip = 0; flip < 40; flip += 1) {
        await setTerms(flip % 2 === 0 ? SECOND : FIRST);
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
      still.flooding = false;
    };
    await setTerms(FIRST);
    await Promise.all([flood(app.platform), flood(elsewhere), flips()]);

    expect([...seen.transfers].toSorted((a, b) => a.fee_bp - b.fee_bp)).toEqual([FIRST, SECOND]);
    expect([...seen.orders].toSorted((a, b) => a.fee_bp - b.fee_bp)).toEqual([FIRST, SECOND]);
    // What the ledger took of each payment is the fee that its order was made with.
    const charges = await app.sql<{ token: string; charge: string }>(
      `select o.token, e.charge from payment_order o join ledger.entry e on e.serial_number = o.serial_number and e.owner_id = o.merchant_id
       where o.merchant_id = $1 and o.status = 'paid'`,
      [shop.merchant_id],
    );
    const byToken = new Map(charges.map(({ token, charge }) => [token, (Number(charge) / 100).toFixed(2)]));
    expect(paid.length).toBeGreaterThan(20);
    for (const { token, fee } of paid) expect(byToken.get(token), token).toBe(fee);

    const owner = new pg.Client({ connectionString: app.ownerUrl });
    await owner.connect();
    try {
      expect((await verifyLedger(owner, app.platform.ledgerKey)).breaks).toEqual([]);
    } finally {
      await owner.end();
    }
  });

  async function pay(platform: Platform, tokens: readonly string[]): Promise<void> {
    const commands = tokens.map((token): PayCommand => ({
      merchantId: shop.merchant_id,
      token,
      userId: payer.user_id,
      tokenHash: createHash('sha256').update(payer.token).digest(),
      useReward: false,
      grantedUntil: platform.clock.inS(60),
      ...UNKEYED,
      deadline: deadline(),
    }));
    if (commands.length === 0) return;
    const results = await platform.db.systemTransaction((tx) =>
      runMoneyBatch(tx, platform.ledgerKey, payments('http://localhost', platform.db.coins), commands),
    );
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
  }

  function told(result: { readonly ok: boolean; readonly value?: unknown; readonly refusal?: unknown }, amount: string, feeField: string) {
    const { refusal } = result;
    const minimum = refusal instanceof Refusal ? String(refusal.values['minimum']).split(' ')[0] : undefined;
    const fee = result.ok ? (result.value as Record<string, string>)[feeField] : undefined;
    return { amount, outcome: refusal instanceof Refusal ? refusal.outcome : 'ok', fee, minimum };
  }
});
