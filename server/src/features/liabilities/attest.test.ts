import { createPublicKey, verify } from 'node:crypto';
import { liabilityStatementQuery, merchantLiabilityProof, walletLiabilityProof } from '@purser/contract/features/liabilities';
import { transferAdd } from '@purser/contract/features/transfer';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyProof } from '../../../../docs/verify-liabilities.mjs';
import { reservesOf } from '../../domain/reserves.ts';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, googleCode, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../../platform/testing/parties.ts';
import { attest } from './attest.ts';
import { KEPT_STATEMENTS } from './statement.ts';

let app: TestApp;
let client: pg.Client;
let merchant: TestMerchant;
let user: TestUser;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  client = new pg.Client({ connectionString: app.ownerUrl });
  await client.connect();
  [merchant, user] = [await makeMerchant(app, { markets: ['USD', 'CNY'] }), await makeUser(app)];
  await fund(app, merchant.merchant_id, 'USDP', '150.00');
  await fund(app, merchant.merchant_id, 'USDT', '5.000001');
  await fund(app, user.user_id, 'USDP', '20.00');
  await fund(app, user.user_id, 'USDP', '2.50', 'reward');
  await fund(app, 1, 'USDP', '30.00', 'reward_pool');
});
afterAll(async () => {
  await client.end();
  await app.close();
});

const make = () => attest(client, app.platform.secrets);
const ofMerchant = async (statement_id?: string, { token } = merchant) =>
  dataOf(await app.call(merchantLiabilityProof, { statement_id }, { token }));
const published = async () => dataOf(await app.call(liabilityStatementQuery, {})).list;
const tiles = () => app.sql('select statement_id, coin, level, position from liability_tile order by 1, 2, 3, 4');

async function asked(of: TestApp, from: TestMerchant, to: TestMerchant, amount: string) {
  const input = { receipt_merchant_id: to.merchant_id, coin_name: 'USDP', amount, remark: '' };
  return of.call(transferAdd, { ...input, google_code: await googleCode(of, from) }, { token: from.token });
}
const transfer = async (from: TestMerchant, to: TestMerchant, amount: string) => dataOf(await asked(app, from, to, amount));

it('says that there is none before the first', async () => {
  expect(await published()).toEqual([]);
  expect(await ofMerchant()).toEqual({ statement: null, proofs: [], kept: [] });
});

describe('a statement', () => {
  it('comes to what is owed by the reserves, in each coin, to the last unit', async () => {
    const { coins } = await make();
    const owed = (await reservesOf(client)).filter(({ owed_minor }) => owed_minor !== 0n);
    expect(coins.filter(({ sum }) => sum !== '0').map(({ coin_name, sum }) => [coin_name, BigInt(sum)])).toEqual(
      owed.map(({ coin, owed_minor }) => [coin, owed_minor]).sort(),
    );
    expect(coins).toEqual([
      expect.objectContaining({ coin_name: 'CNYT', sum: '0', count: '1' }),
      expect.objectContaining({ coin_name: 'USDP', sum: '17250', count: '2' }),
      expect.objectContaining({ coin_name: 'USDT', sum: '5000001', count: '1' }),
    ]);
  });

  it('is read by everybody, signed, and follows the one before', async () => {
    const [before] = await published();
    const stated = await make();
    const [newest, second] = await published();
    expect(second).toEqual(before);
    expect(newest).toMatchObject({ statement_id: stated.statement_id, made_at: stated.made_at });
    expect(newest?.coins.map(({ coin_name, sum, count }) => [coin_name, sum, count])).toEqual([
      ['CNYT', '0.00', '1'],
      ['USDP', '172.50', '2'],
      ['USDT', '5.000001', '1'],
    ]);
    const { statement = '', signature = '', public_key = '' } = newest ?? {};
    const signed = (text: string) => verify(null, Buffer.from(text), createPublicKey(public_key), Buffer.from(signature, 'base64'));
    expect([signed(statement), signed(statement.replace('17250', '17249'))]).toEqual([true, false]);
    expect(JSON.parse(statement)).toEqual({ ...stated, previous: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const [{ entries } = { entries: '' }] = await app.sql<{ entries: string }>('select count(*)::text as entries from ledger.entry');
    expect(stated.entries).toBe(entries);
  });

  it('is of one moment, whatever is posted meanwhile', async () => {
    const [one, two] = [await makeMerchant(app), await makeMerchant(app)];
    await fund(app, one.merchant_id, 'USDP', '1000.00');
    let posted = 0;
    // Money moves before every single statement that the command makes.
    const disturbed = Object.create(client, {
      query: {
        value: async (text: string, values?: unknown[]) => {
          posted += 1;
          await fund(app, two.merchant_id, 'USDP', '0.01');
          if (posted % 3 === 0) await transfer(one, two, '1.00');
          return client.query(text, values);
        },
      },
    }) as pg.Client;
    const { coins, statement_id } = await attest(disturbed, app.platform.secrets);
    expect(posted).toBeGreaterThan(10);
    const stated = coins.find(({ coin_name }) => coin_name === 'USDP');
    const both = await Promise.all([one, two].map(async (of) => (await ofMerchant(statement_id, of)).proofs[0]));
    // What left the one has reached the other or the provider: nothing is on its way.
    const sum = both.reduce((total, proof) => total + BigInt(proof?.balance ?? 0), 0n) + 17_250n;
    expect(String(sum)).toBe(stated?.sum);
    for (const proof of both) await verifyProof(proof ?? never(), stated?.root ?? '');
  });

  it('is not made while another is', async () => {
    const other = new pg.Client({ connectionString: app.ownerUrl });
    await other.connect();
    await other.query(`select pg_advisory_lock(hashtextextended('liability_statement', 0))`);
    await expect(make()).rejects.toThrow('another statement of liabilities is being made');
    await other.end();
    await make();
  });

  it('is not published when the balances do not come to what is owed, and leaves nothing', async () => {
    const [before, kept] = [await published(), await tiles()];
    // Somebody who may write the tables hides an owner.
    await app.sql(`update ledger.account set available = available - 1 where owner_id = $1 and coin = 'USDP'`, [merchant.merchant_id]);
    await expect(make()).rejects.toThrow(/balances in USDP come to \d+ minor units, and \d+ are owed/);
    expect([await published(), await tiles()]).toEqual([before, kept]);
    await app.sql(`update ledger.account set available = available + 1 where owner_id = $1 and coin = 'USDP'`, [merchant.merchant_id]);
    await make();
  });

  it('has another count when an owner is hidden, and another sum when one is there twice', async () => {
    const usdp = async () => (await make()).coins.find(({ coin_name }) => coin_name === 'USDP');
    const before = await usdp();
    const { merchant_id } = await makeMerchant(app);
    const after = await usdp();
    expect([BigInt(after?.count ?? 0) - BigInt(before?.count ?? 0), after?.sum]).toEqual([1n, before?.sum]);
    expect(after?.root).not.toBe(before?.root);
    await fund(app, merchant_id, 'USDP', '3.00');
    expect(await usdp()).toMatchObject({ count: after?.count, sum: String(BigInt(after?.sum ?? 0) + 300n) });
  });

  it('takes away what one that was broken off has left', async () => {
    await app.sql(
      `insert into liability_tile (statement_id, coin, level, position, first_key, keys, nodes)
       values ('01930000-0000-7000-8000-0000000000aa', 'USDP', 0, 0, $1, $1, $2)`,
      [Buffer.alloc(16), Buffer.alloc(56)],
    );
    await make();
    expect((await tiles()).filter(({ statement_id }) => statement_id === '01930000-0000-7000-8000-0000000000aa')).toEqual([]);
  });
});

describe('a proof', () => {
  it('shows each owner the whole of their own balance in each coin, and holds', async () => {
    const { coins, statement_id } = await make();
    const roots = new Map(coins.map(({ coin_name, root }) => [coin_name, root]));
    const mine = await ofMerchant();
    expect(mine.statement?.statement_id).toBe(statement_id);
    expect(mine.proofs.map(({ coin_name, balance, owner_id }) => [coin_name, balance, owner_id])).toEqual([
      ['CNYT', '0', merchant.merchant_id],
      ['USDP', '15000', merchant.merchant_id],
      ['USDT', '5000001', merchant.merchant_id],
    ]);
    const theirs = dataOf(await app.call(walletLiabilityProof, {}, { payerToken: user.token }));
    // Reward funds are owed as well.
    expect(theirs.proofs.map(({ coin_name, balance }) => [coin_name, balance])).toEqual([['USDP', '2250']]);
    for (const proof of [...mine.proofs, ...theirs.proofs]) {
      expect(await verifyProof(proof, roots.get(proof.coin_name) ?? '')).toMatchObject({ balance: proof.balance });
    }
  });

  it('counts what is frozen and to be confirmed, and does not move with what is posted later', async () => {
    const owner = await makeMerchant(app);
    await fund(app, owner.merchant_id, 'USDP', '10.00');
    await app.sql(`update ledger.account set available = 300, frozen = 500, pending = 200 where owner_id = $1 and coin = 'USDP'`, [
      owner.merchant_id,
    ]);
    const { statement_id } = await make();
    await app.sql(`update ledger.account set available = 1000, frozen = 0, pending = 0 where owner_id = $1 and coin = 'USDP'`, [
      owner.merchant_id,
    ]);
    await fund(app, owner.merchant_id, 'USDP', '1.00');
    const { proofs, statement } = await ofMerchant(statement_id, owner);
    expect(proofs.map(({ balance }) => balance)).toEqual(['1000']);
    await verifyProof(proofs[0] ?? never(), statement?.coins.find(({ coin_name }) => coin_name === 'USDP')?.root ?? '');
  });

  it("is refused for another owner's name, another coin and another statement", async () => {
    const older = await make();
    const newer = await make();
    const rootIn = ({ coins }: typeof older, coin: string) => coins.find(({ coin_name }) => coin_name === coin)?.root ?? '';
    const proof = (await ofMerchant(newer.statement_id)).proofs.find(({ coin_name }) => coin_name === 'USDP') ?? never();
    await expect(verifyProof(proof, rootIn(newer, 'USDP'))).resolves.toBeTruthy();
    await expect(verifyProof(proof, rootIn(newer, 'USDT'))).rejects.toThrow();
    await expect(verifyProof(proof, rootIn(older, 'USDP'))).rejects.toThrow();
    await expect(verifyProof({ ...proof, owner_id: user.user_id }, rootIn(newer, 'USDP'))).rejects.toThrow();
    // Same owner, same balance: even so no two statements have a leaf in common.
    const earlier = (await ofMerchant(older.statement_id)).proofs.find(({ coin_name }) => coin_name === 'USDP');
    expect([earlier?.balance, earlier?.nonce === proof.nonce]).toEqual([proof.balance, false]);
  });

  it('is none for an owner who had no account then', async () => {
    await make();
    const late = await makeMerchant(app);
    expect(await ofMerchant(undefined, late)).toMatchObject({ statement: { coins: expect.any(Array) }, proofs: [] });
  });

  it('is found in a tree of several tiles, at any place', async () => {
    await app.sql(
      `with owner as (select 90000000 + n as id, n as amount from generate_series(1, 700) n),
         made as (insert into ledger.account (owner_id, coin, purpose, available) select id, 'USDP', 'main', amount from owner returning available)
       update ledger.account set available = available - (select sum(amount) from owner) where owner_id = 1 and coin = 'USDP' and purpose = 'issuance'`,
    );
    const { coins } = await make();
    const usdp = coins.find(({ coin_name }) => coin_name === 'USDP');
    const levels = await app.sql(
      `select level, count(*)::int as tiles from liability_tile where coin = 'USDP' and statement_id = (select statement_id from liability_statement order by made_at desc limit 1)
       group by level order by level`,
    );
    expect(levels).toEqual([
      { level: 0, tiles: 3 },
      { level: 1, tiles: 1 },
    ]);
    const mine = (await ofMerchant()).proofs.find(({ coin_name }) => coin_name === 'USDP');
    await verifyProof(mine ?? never(), usdp?.root ?? '');
    const theirs = dataOf(await app.call(walletLiabilityProof, {}, { payerToken: user.token }));
    await verifyProof(theirs.proofs[0] ?? never(), usdp?.root ?? '');
  });

  it('is not given from a tree that somebody has changed', async () => {
    await make();
    await app.sql(`update liability_tile set nodes = set_byte(nodes, 15, get_byte(nodes, 15) # 1) where coin = 'USDT'`);
    expect(await app.call(merchantLiabilityProof, {}, { token: merchant.token })).toMatchObject({ status: 500, msg: 'internal' });
    await make();
  });

  it('is kept for the newest twelve statements', async () => {
    const first = await make();
    for (let more = 0; more < KEPT_STATEMENTS; more += 1) await make();
    expect(await published()).toHaveLength(KEPT_STATEMENTS);
    const kept = await app.sql('select distinct statement_id from liability_tile');
    expect(kept).toHaveLength(KEPT_STATEMENTS);
    // Its owner is told which they are, and can check in the oldest of them as in the newest.
    const told = (await published()).map(({ statement_id, made_at }) => ({ statement_id, made_at }));
    const oldest = await ofMerchant(told.at(-1)?.statement_id);
    expect(oldest.kept).toEqual(told);
    const coin = oldest.statement?.coins.find(({ coin_name }) => coin_name === 'USDP');
    await verifyProof(oldest.proofs.find(({ coin_name }) => coin_name === 'USDP') ?? never(), coin?.root ?? '');
    const [{ all } = { all: 0 }] = await app.sql<{ all: number }>('select count(*)::int as all from liability_statement');
    expect(all).toBeGreaterThan(KEPT_STATEMENTS);
    const { statement_id } = first;
    expect(await app.call(merchantLiabilityProof, { statement_id }, { token: merchant.token })).toMatchObject({
      code: 7440,
      msg: 'liability_statement_unknown',
    });
  });

  it('is given to nobody without a session', async () => {
    for (const call of [merchantLiabilityProof, walletLiabilityProof]) {
      expect(await app.call(call, {})).toMatchObject({ status: 401, msg: 'unauthenticated' });
    }
  });
});

describe('the application', () => {
  it('reads trees as the system alone, and changes nothing of them', async () => {
    const { db } = app.platform;
    const count = 'select count(*)::int as n from liability_tile';
    expect((await db.scoped(merchant.merchant_id, (tx) => tx.query<{ n: number }>(count))).rows).toEqual([{ n: 0 }]);
    for (const sql of [
      'delete from liability_tile',
      `update liability_statement set statement = ''`,
      'delete from liability_statement',
      `insert into liability_tile (statement_id) values (null)`,
    ]) {
      await expect(db.system.query(sql), sql).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('between two groups of shards', () => {
  it('states less by what has left the one and not reached the other, and all of it again once it has', async () => {
    const divided = await createTestApp({ routes: allRoutes, settings: { shardGroups: 2 } });
    const [maker, holder] = [new pg.Client(divided.ownerUrl), new pg.Client(divided.ownerUrl)];
    await Promise.all([maker.connect(), holder.connect()]);
    const sum = async () => (await attest(maker, divided.platform.secrets)).coins.find(({ coin_name }) => coin_name === 'USDP')?.sum;
    const sender = await makeMerchant(divided);
    let recipient = sender;
    const { groups } = divided.platform.crossings;
    while (groups.of(recipient.merchant_id) === groups.of(sender.merchant_id)) recipient = await makeMerchant(divided);
    await fund(divided, sender.merchant_id, 'USDP', '100.00');
    expect(await sum()).toBe('10000');

    // Whoever holds the recipient's accounts is in the way of the second half.
    await holder.query('begin');
    await holder.query('select from ledger.account where owner_id = $1 for update', [recipient.merchant_id]);
    expect(await asked(divided, sender, recipient, '40.00')).toMatchObject({ msg: 'outcome_unknown' });
    expect(await sum()).toBe('6000');
    const usdp = (await reservesOf(maker)).find(({ coin }) => coin === 'USDP');
    expect(usdp?.owed_minor).toBe(10_000n);

    await holder.query('rollback');
    await divided.sql(`update ledger.crossing set due_at = '-infinity'`);
    await divided.platform.crossings.driveDue();
    const [taken] = await divided.sql<{ fees: string }>(
      `select coalesce(sum(available), 0)::text as fees from ledger.account where purpose = 'fees' and coin = 'USDP'`,
    );
    expect(await sum()).toBe(String(10_000n - BigInt(taken?.fees ?? 0)));
    await Promise.all([maker.end(), holder.end()]);
    await divided.close();
  });
});

function never(): never {
  throw new Error('there is none');
}
