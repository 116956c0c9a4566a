import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { onCluster } from '../../../server/src/platform/testing/citus.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mainAccount, rewardAccount } from './account.ts';
import { planPayment, planRewardGrant, planTransfer } from './posting.ts';
import { Sealer } from './seal.ts';
import { ALICE, Bank, BOB, COIN, identity, KEY, OTHER_COIN, USER } from './testing/bank.ts';
import { type LedgerVerification, verifyLedger } from './verify.ts';

let bank: Bank;
beforeAll(async () => {
  bank = await Bank.open();
  await bank.issue(mainAccount(ALICE, COIN), 10n ** 12n);
  await bank.issue(mainAccount(BOB, OTHER_COIN), 5_000n);
  for (let i = 0; i < 3; i += 1) await bank.post(transfer());
  await bank.owner.query('select ledger.roll_up(100, 100, 1)');
  await sealer({ everything: true }).work(10_000);
});
afterAll(() => bank.close());

const transfer = () => planTransfer({ ...identity(ALICE), from: ALICE, to: BOB, coin: COIN, amount_minor: 1_000n, fee_minor: 1n });

function sealer(options: { everything?: boolean } = {}): Sealer {
  return new Sealer(
    async (work) => {
      const client = await bank.app.connect();
      try {
        await client.query('begin');
        const result = await work(client);
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
    KEY,
    options,
  );
}

async function verifiedBy(pool: pg.Pool, key: Buffer): Promise<LedgerVerification> {
  const client = await pool.connect();
  try {
    return await verifyLedger(client, key);
  } finally {
    client.release();
  }
}

/** The bank's own 15 accounts, and three that migrations open for USDT on its networks. */
const MIGRATED = { accounts: 18n, coins: 3n };

it('finds nothing in a ledger that is whole, and counts it, as the owner and as the application', async () => {
  for (const pool of [bank.owner, bank.app]) {
    const verified = await verifiedBy(pool, KEY);
    expect(verified).toMatchObject({ ...MIGRATED, postings: 5n, entries: 13n, unsealed: 0n, breaks: [] });
  }
});

it('finds nothing either when it reads the entries of an account in many parts', async () => {
  const client = await bank.app.connect();
  try {
    for (const entriesAtATime of [1n, 2n, 3n]) {
      expect(await verifyLedger(client, KEY, { entriesAtATime })).toMatchObject({ entries: 13n, breaks: [] });
    }
  } finally {
    client.release();
  }
});

it('leaves the settings of the connection as they were', async () => {
  const client = await bank.app.connect();
  const settings = () => client.query(`select name, setting from pg_settings union all select 'scope', current_setting('purser.owner_id')`);
  const before = await settings();
  await verifyLedger(client, KEY);
  expect((await settings()).rows).toEqual(before.rows);
  client.release();
});

it('finds every posting and every seal to be false with another key', async () => {
  const { breaks } = await verifiedBy(bank.app, Buffer.alloc(32, 'other'));
  expect(new Set(breaks.map(({ check }) => check))).toEqual(
    new Set(['every posting is what its content MAC was made of', 'every seal is of its entries and of the seal before it']),
  );
});

it('raises no false alarm beside payments, transfers, rolling up and sealing, and holds no snapshot', { timeout: 120_000 }, async () => {
  await bank.issue(mainAccount(USER, COIN), 10n ** 12n);
  await bank.issue({ owner_id: 1, coin: COIN, purpose: 'reward_pool' }, 10n ** 10n);
  await bank.post(planRewardGrant({ ...identity(USER), user: USER, coin: COIN, amount_minor: 10n ** 9n }));
  const traffic = { stop: false, made: 0 };
  const lanes = Array.from({ length: 3 }, async (_, lane) => {
    while (!traffic.stop) {
      const payment = planPayment({
        ...identity(BOB),
        payer: USER,
        merchant: BOB,
        coin: COIN,
        amount_minor: 10n,
        reward_minor: 3n,
        fee_minor: 1n,
      });
      const results = await bank.post(...Array.from({ length: 10 }, () => (lane === 0 ? transfer() : { ...payment, ...identity(BOB) })));
      expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['posted']));
      traffic.made += 10;
      await delay(20);
    }
  });
  const background = (async () => {
    const seals = sealer({ everything: true });
    while (!traffic.stop) {
      await bank.owner.query('select ledger.roll_up(100, 5000, 1)');
      await seals.work(50);
      await delay(20);
    }
  })();

  const client = new pg.Client({ connectionString: bank.url, application_name: 'verifier' });
  await client.connect();
  // After each of its statements the connection holds no snapshot, but for the few statements that must agree with each other.
  const held: boolean[] = [];
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const watched = async (...args: unknown[]): Promise<unknown> => {
    const result = await query(...args);
    const { rows } = await bank.owner.query<{ held: boolean }>(
      `select backend_xmin is not null or xact_start is not null as held from pg_stat_activity where application_name = 'verifier'`,
    );
    held.push(rows[0]?.held ?? true);
    return result;
  };
  Object.assign(client, { query: watched });
  const verified: bigint[] = [];
  try {
    for (let round = 0; round < 3; round += 1) {
      const { breaks, postings } = await verifyLedger(client, KEY);
      expect(breaks).toEqual([]);
      verified.push(postings);
    }
  } finally {
    traffic.stop = true;
    await Promise.all([...lanes, background]);
    await client.end();
  }
  // There was traffic between the rounds, and each round saw more.
  expect(verified.every((count, i) => i === 0 || count > (verified[i - 1] ?? 0n))).toBe(true);
  expect(traffic.made).toBeGreaterThan(50);
  // On several nodes each statement is asked in a transaction of its own, which is begun and ended by statements that are seen here too.
  if (!onCluster) expect(held.filter((one) => !one).length).toBeGreaterThan(held.length / 2);
  expect(held.map(Number).join('')).not.toMatch(/1{4}/);
  expect((await bank.buckets(rewardAccount(USER, COIN)))[0]).toBeLessThan(10n ** 9n);
});

it('takes a time that waited for the entry before it for right: the clock of the database may have been set back', async () => {
  const setBack = await Bank.open();
  try {
    await setBack.issue(mainAccount(ALICE, COIN), 10_000n);
    for (const [table, column] of [
      ['posting', 'posted_at'],
      ['entry', 'posted_at'],
      ['account', 'last_posted_at'],
    ]) {
      await setBack.owner.query(
        `update ledger.${table} set ${column} = (${column} at time zone 'UTC' + interval '1 minute') at time zone 'UTC'`,
      );
    }
    await setBack.post(transfer());
    expect((await verifiedBy(setBack.owner, KEY)).breaks).toEqual([]);
  } finally {
    await setBack.close();
  }
});
