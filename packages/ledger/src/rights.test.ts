import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ON_NODES } from '../../../server/src/platform/database/connections.ts';
import { onCluster } from '../../../server/src/platform/testing/citus.ts';
import { mainAccount, providerAccount } from './account.ts';
import type { Posting } from './posting.ts';
import { postBatch } from './store.ts';
import { ALICE, Bank, BOB, COIN, freeForm, KEY, move } from './testing/bank.ts';

let bank: Bank;
beforeAll(async () => {
  bank = await Bank.open();
  await bank.issue(mainAccount(ALICE, COIN), 1_000n);
  await bank.post(move(mainAccount(ALICE, COIN), mainAccount(BOB, COIN), 10n));
  await bank.owner.query('select ledger.roll_up(100, 100, 1)');
});
afterAll(() => bank.close());

const TABLES = ['account', 'posting', 'entry', 'running_total', 'rollup'];

/** Runs one statement as the application, with the setting that names whose rows it may see. */
async function asApplication(owner: string | null, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: bank.url, options: '-c role=purser_app' });
  await client.connect();
  try {
    if (onCluster) return await onNodes(client, owner, sql);
    if (owner !== null) await client.query(`select set_config('purser.owner_id', $1, false)`, [owner]);
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Nodes are told of an owner's scope by a setting of the transaction, and of the system's by its role. */
async function onNodes(client: pg.Client, owner: string | null, sql: string): Promise<pg.QueryResult> {
  await client.query(ON_NODES);
  if (owner === 'system') await client.query('set role purser_system');
  await client.query('begin');
  if (owner !== null && owner !== 'system') await client.query(`set local purser.owner_id = ${pg.escapeLiteral(owner)}`);
  const result = await client.query(sql);
  await client.query('commit');
  return result;
}

describe('the application role', () => {
  it.each(TABLES)('writes nothing in %s', async (table) => {
    for (const sql of [
      `insert into ledger.${table} default values`,
      `update ledger.${table} set owner_id = owner_id`,
      `delete from ledger.${table}`,
      `truncate ledger.${table}`,
    ]) {
      await expect(asApplication('system', sql)).rejects.toThrow(/permission denied/);
    }
  });

  it('cannot change the schema or switch its row level security off', async () => {
    await expect(asApplication('system', 'create table ledger.mine ()')).rejects.toThrow(/permission denied/);
    await expect(asApplication('system', 'alter table ledger.entry disable row level security')).rejects.toThrow(/must be owner/);
    await expect(
      asApplication('system', 'create or replace function ledger.open_account(bigint, text, text, boolean) returns boolean return true'),
    ).rejects.toThrow();
  });

  it.each(TABLES)('sees in %s the rows of the owner it names, all as system and none when it names nobody', async (table) => {
    const owners = `select array_agg(distinct owner_id order by owner_id) as owners from ledger.${table}`;
    const all = (await bank.owner.query(owners)).rows[0].owners as string[];
    expect(all.length).toBeGreaterThan(1);
    const home = all.find((owner) => owner !== '1') as string;
    expect((await asApplication(home, owners)).rows).toEqual([{ owners: [home] }]);
    expect((await asApplication('system', owners)).rows).toEqual([{ owners: all }]);
    for (const nobody of [null, '']) expect((await asApplication(nobody, owners)).rows).toEqual([{ owners: null }]);
  });

  it.each([
    ['its own', `select ledger.open_account(${BOB}, 'VNDT', 'main') as done`, true],
    ["another owner's", `select ledger.open_account(10000055, 'USDP', 'main') as done`, false],
    [
      "its own and another owner's",
      `select ledger.open_accounts(array[${BOB}, 10000055], array['CNYT', 'CNYT'], array['b', 'b'], array[false, false])`,
      false,
    ],
  ])('opens, in the scope of one owner, %s accounts or none', async (_, sql, allowed) => {
    const opened = asApplication(String(BOB), sql);
    if (allowed) expect((await opened).rows).toEqual([{ done: true }]);
    else await expect(opened).rejects.toMatchObject({ code: '42501' });
    const { rows } = await bank.owner.query(`select from ledger.account where owner_id = 10000055 or purpose = 'b'`);
    expect(rows).toEqual([]);
  });

  it('opens no account and folds no entries when it names nobody, and folds none in the scope of one owner', async () => {
    for (const nobody of [null, '']) {
      await expect(asApplication(nobody, `select ledger.open_account(${BOB}, 'USDT', 'main')`)).rejects.toMatchObject({ code: '42501' });
    }
    for (const owner of [null, '', String(BOB)]) {
      await expect(asApplication(owner, 'select ledger.roll_up()')).rejects.toMatchObject({ code: '42501' });
    }
    expect((await asApplication('system', `select ledger.open_account(10000056, 'USDP', 'main') as opened`)).rows).toEqual([
      { opened: true },
    ]);
    expect((await asApplication('system', 'select ledger.roll_up() is not null as folded')).rows).toEqual([{ folded: true }]);
  });
});

describe('a caller scoped to one owner', () => {
  const HOLD = '01930000-0000-7000-8000-000000000001';
  const [alice, bob] = [mainAccount(ALICE, COIN), mainAccount(BOB, COIN)];

  async function postAs(owner: string | null, options: string, ...postings: Posting[]) {
    const client = new pg.Client({ connectionString: bank.url, options });
    await client.connect();
    try {
      if (owner !== null) await client.query(`select set_config('purser.owner_id', $1, false)`, [owner]);
      return await postBatch(client, KEY, postings);
    } finally {
      await client.end();
    }
  }
  const APPLICATION = '-c role=purser_app';

  it('takes from accounts of that owner and gives to any', async () => {
    expect(await postAs(String(ALICE), APPLICATION, move(alice, bob, 3n))).toMatchObject([{ outcome: 'posted' }]);
  });

  it.each([
    ['available', move(bob, alice, 1n)],
    ['frozen', freeForm([{ account: bob, available: 1n, frozen: -1n, hold: HOLD }])],
    ['pending', freeForm([{ account: bob, available: 1n, pending: -1n, hold: HOLD }])],
    ['the provider', move(providerAccount(COIN, 'issuance'), alice, 1n)],
    ['an account that is not open', move(mainAccount(10_999_999, COIN), alice, 1n)],
  ])('takes nothing from another owner: %s; the whole batch is refused', async (_, posting) => {
    const before = await bank.buckets(bob);
    await expect(postAs(String(ALICE), APPLICATION, move(alice, bob, 1n), posting)).rejects.toMatchObject({ code: '42501' });
    expect(await bank.buckets(bob)).toEqual(before);
  });

  it('takes from nobody when the application names no owner, and from everybody as system or as the owner of the tables', async () => {
    for (const nobody of [null, '']) {
      await expect(postAs(nobody, APPLICATION, move(alice, bob, 1n))).rejects.toMatchObject({ code: '42501' });
    }
    expect(await postAs('system', APPLICATION, move(bob, alice, 1n))).toMatchObject([{ outcome: 'posted' }]);
    expect(await postAs(null, '', move(bob, alice, 1n))).toMatchObject([{ outcome: 'posted' }]);
  });
});

it('keeps the functions from everybody else', async () => {
  const { rows } = await bank.owner.query(
    `select proname from pg_proc where pronamespace = 'ledger'::regnamespace and has_function_privilege('public', oid, 'execute')`,
  );
  expect(rows).toEqual([]);
});

it('still reaches the primary key through the policies', async () => {
  const client = new pg.Client({
    connectionString: bank.url,
    options: `-c role=purser_app -c purser.owner_id=${ALICE} -c enable_seqscan=off`,
  });
  await client.connect();
  const { rows } = await client.query<Record<string, string>>(
    `explain select * from ledger.entry
     where owner_id = ${ALICE} and coin = '${COIN}' and purpose = 'main' and version between 1 and 20 order by version desc`,
  );
  await client.end();
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index Cond: .*owner_id.*coin.*purpose.*version/);
  expect(plan).not.toMatch(/Sort/);
});

it('lets the application add seals for all owners at once, and never change or remove one', async () => {
  const seal = `insert into ledger.seal (owner_id, from_version, to_version, round, mac, coin, purpose) values (${ALICE}, 1, 1, 1, sha256(''), '${COIN}', 'main')`;
  await expect(asApplication(String(ALICE), seal)).rejects.toThrow(/row-level security/);
  await asApplication('system', seal);
  for (const sql of ['update ledger.seal set mac = mac', 'delete from ledger.seal', 'truncate ledger.seal']) {
    await expect(asApplication('system', sql)).rejects.toThrow(/permission denied/);
  }
});
