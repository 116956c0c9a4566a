import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from './database.ts';
import { claimOf, meet, storeScopeKey } from './scope.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

/** An attacker who runs any SQL on a connection of the application: an injection in a query of merchant MINE. */

const MINE = 10_000_001;
const OTHER = 10_000_002;
const KEY = Buffer.alloc(32, 'scope');

let database: TestDatabase;
let owner: pg.Pool;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.url, max: 1 });
  await storeScopeKey(owner, KEY);
  for (const id of [MINE, OTHER]) {
    await owner.query(
      `insert into merchant (merchant_id, name, username, password_hash, totp_secret) values ($1, $2, $2, 'hash', '\\x01')`,
      [id, `shop-${id}`],
    );
    await owner.query(`select ledger.open_account($1, 'USDP', 'main')`, [id]);
    await owner.query(
      `insert into session (owner_id, token_hash, party, ip, expires_at) values ($1, '\\x01', 'merchant', '', now() + interval '1 hour')`,
      [id],
    );
    await owner.query(
      `insert into audit_log (owner_id, sequence, actor_kind, actor, action, details, created_at, previous_hash, hash)
       values ($1, 1, 'merchant', '', 'x', '{}', now(), '', '')`,
      [id],
    );
  }
  await owner.query(`insert into staff (username, name, role, password_hash) values ('admin', 'Admin', 'admin', 'hash')`);
  await owner.query(`insert into server_key (key_id, private_key) values ('k', '\\x01')`);
  await owner.query(`insert into login_directory (kind, identity, owner_id) values ('merchant_username', 'other', $1)`, [OTHER]);
  db = new Database({ url: database.loginUrl, connections: 2, scopeKey: KEY });
});
afterAll(async () => {
  await db.close();
  await owner.end();
  await database.drop();
});

/** Runs the attacker's SQL within a scope of MINE and answers with the rows of its last statement; what it did is undone. */
async function attack(...statements: string[]): Promise<unknown[]> {
  const undone = new Error('undone');
  let rows: unknown[] = [];
  await db
    .scoped(MINE, async (client) => {
      for (const statement of statements) ({ rows } = await client.query(statement));
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return rows;
}

/** SQL that appends to an owner's audit log, which has one entry, with an empty hash. */
const append = (owner: number, sequence: number, previousHash: string) =>
  `select audit_append(${owner}, ${sequence}, 'merchant', '', 'x', '{}', null, now(), ${previousHash}, '')`;

const MERCHANTS = 'select merchant_id::int as id from merchant order by 1';

describe('a proven scope', () => {
  it('shows one owner, or all', async () => {
    expect(await attack(MERCHANTS)).toEqual([{ id: MINE }]);
    expect((await db.system.query(MERCHANTS)).rows).toEqual([{ id: MINE }, { id: OTHER }]);
  });

  it.each([
    ['the system', `set local purser.owner_id = 'system'`],
    ['another owner', `set local purser.owner_id = '${OTHER}'`],
    ['for the whole session', `select set_config('purser.owner_id', 'system', false)`],
    ['an empty proof', `select set_config('purser.owner_id', 'system', true), set_config('purser.proof', '', true)`],
    [
      'a proof of its own key',
      `select set_config('purser.owner_id', 'system', true), set_config('purser.proof', encode(sha256('system'), 'hex'), true)`,
    ],
    ['no settings at all', 'reset all'],
  ])('is lost, not widened, by claiming %s', async (_, statement) => {
    expect(await attack(statement, MERCHANTS)).toEqual([]);
  });

  it('is of no use on another connection, even with its proof', async () => {
    const { rows } = await db.system.query<{ proof: string }>(`select current_setting('purser.proof') as proof`);
    expect(rows[0]?.proof).toMatch(/^[0-9a-f]{64}$/);
    const stolen = `select set_config('purser.owner_id', 'system', true), set_config('purser.proof', '${rows[0]?.proof}', true)`;
    expect(await attack(stolen, MERCHANTS)).toEqual([]);
  });

  it('is what a process with the key can claim on any connection, and one with another key on none', async () => {
    for (const [key, seen] of [
      [KEY, 2],
      [Buffer.alloc(32, 'other'), 0],
    ] as const) {
      const client = new pg.Client({ connectionString: database.loginUrl, options: '-c role=purser_app' });
      await client.connect();
      await meet(client);
      await client.query(claimOf(client, 'system', key, 'connection'));
      expect((await client.query(MERCHANTS)).rowCount).toBe(seen);
      await client.end();
    }
  });

  it('ends with the transaction that claimed it', async () => {
    const client = new pg.Client({ connectionString: database.loginUrl, options: '-c role=purser_app' });
    await client.connect();
    await meet(client);
    await client.query('begin');
    await client.query(claimOf(client, 'system', KEY, 'transaction'));
    expect((await client.query(MERCHANTS)).rowCount).toBe(2);
    await client.query('commit');
    expect((await client.query(MERCHANTS)).rowCount).toBe(0);
    await client.end();
  });

  it('needs no proof from a login that owns the tables, who could read them anyway', async () => {
    const client = new pg.Client({ connectionString: database.appUrl });
    await client.connect();
    await client.query(`set purser.owner_id = 'system'`);
    expect((await client.query(MERCHANTS)).rowCount).toBe(2);
    await client.end();
  });
});

describe('any SQL in the scope of one owner', () => {
  it.each([
    ['leave the role', 'reset role'],
    ['have no role', 'set role none'],
  ])('may %s, and sees no more by that', async (_, statement) => {
    expect(await attack(statement, MERCHANTS)).toEqual([{ id: MINE }]);
    expect(await attack(statement, `set local purser.owner_id = 'system'`, MERCHANTS)).toEqual([]);
  });

  it.each([
    ['take on the role of the owner', 'set role postgres'],
    ['log in as somebody else', 'set session authorization purser_app'],
    ['read the key of proofs', 'select * from scope_key'],
    ['replace the key of proofs', `update scope_key set inner_key = inner_key`],
    ['read staff', 'select password_hash from staff'],
    ['read sessions of staff', 'select token_hash from staff_session'],
    ['take on the role of staff', 'set role purser_operator'],
    ['make a member of staff', `insert into staff (username, name, role, password_hash) values ('me', '', 'admin', '')`],
    ['read what the master key makes', 'select master_key_mark from system_setting'],
    ['begin maintenance', 'insert into maintenance (maintenance_id, starts_at) values (gen_random_uuid(), now())'],
    ['change prices', 'update coin set transfer_fee_bp = 0'],
    ['list names', 'select * from login_directory'],
    ['ask whose a name is', `select login_owner('merchant_username', 'other')`],
    ['read the key of the server', 'select * from server_key'],
    ['be given the key of the server', 'select server_key_in_use()'],
    ['store a key of the server', `select store_server_key('mine', '\\x01')`],
    ['take over a name', `update login_directory set owner_id = ${MINE}`],
    ['free a name', 'delete from login_directory'],
    ['read the audit log', 'select * from audit_log'],
    ["take the end of another owner's audit log", `select audit_end(${OTHER})`],
    ["append to another owner's audit log", append(OTHER, 2, `''`)],
    ['append a number twice', append(MINE, 1, `''`)],
    ['leave a number out', append(MINE, 3, `''`)],
    ['append what does not follow', append(MINE, 2, `'\\x01'`)],
    ['open an account of another owner', `select ledger.open_account(${OTHER}, 'CNYT', 'main')`],
    ['fold the entries of all owners', 'select ledger.roll_up()'],
    ['read where entries of the audit log stand', 'select * from own_audit_places(null, null, null, null, null, null, true, 0, 10)'],
    ['change the audit log', 'update audit_log set action = action'],
    ['delete from the audit log', 'delete from audit_log'],
    ['change a balance', 'update ledger.account set available = 1000000'],
    ['write an entry', 'insert into ledger.entry default values'],
    ['delete an order', 'delete from payment_order'],
    ['replace a function', `create or replace function scope() returns text language sql as $$ select 'system' $$`],
    ['make a function', 'create function public.f() returns int language sql as $$ select 1 $$'],
    ['make a schema', 'create schema mine'],
    ['change a policy', 'alter policy owner_scope on merchant using (true)'],
    ['switch row level security off', 'alter table merchant disable row level security'],
    ['run a program', `copy merchant to program 'cat'`],
    ['write a file', `copy merchant to '/tmp/purser-attack'`],
    ['read a file', `select pg_read_file('postgresql.conf')`],
    ['import a file', `select lo_import('/etc/passwd')`],
    ['load another server', 'create extension dblink'],
    ['read passwords of roles', 'select rolpassword from pg_authid'],
    ['stand in for replication', `set session_replication_role = 'replica'`],
    [
      'write a row of another owner',
      `insert into session (owner_id, token_hash, party, ip, expires_at) values (${OTHER}, '\\x02', 'merchant', '', now())`,
    ],
  ])('cannot %s', async (_, statement) => {
    await expect(attack(statement)).rejects.toThrow(
      /permission denied|must be owner|does not exist|row-level security|not permitted|of another owner|of that owner only|by the system|for the system|does not follow/,
    );
  });

  it("takes the end of its owner's audit log and appends to it, once each number", async () => {
    expect(await attack(`select sequence::int, hash from audit_end(${MINE})`)).toEqual([{ sequence: 1, hash: Buffer.alloc(0) }]);
    const appended = await attack(append(MINE, 2, `''`), `select sequence::int from audit_end(${MINE})`);
    expect(appended).toEqual([{ sequence: 2 }]);
    await expect(attack(append(MINE, 2, `''`), append(MINE, 2, `''`))).rejects.toThrow(/does not follow/);
  });

  it('lets the system look up one name, and store the first key of the server only', async () => {
    const { rows } = await db.system.query(
      `select login_owner('merchant_username', 'other')::int as owner, login_owner('x', 'other') as nobody`,
    );
    expect(rows).toEqual([{ owner: OTHER, nobody: null }]);
    await db.system.query(`select store_server_key('other', '\\x02')`);
    expect((await db.system.query('select key_id from server_key_in_use()')).rows).toEqual([{ key_id: 'k' }]);
  });

  it.each([
    ['password hashes', 'select password_hash from merchant where merchant_id <> MINE'],
    ['authenticator secrets', 'select totp_secret from merchant where merchant_id <> MINE'],
    ['sessions', 'select token_hash from session where owner_id <> MINE'],
    ['accounts', 'select * from ledger.account where owner_id <> MINE'],
    ['failures', 'select * from throttle'],
    ['rows by a condition that tells what it sees', 'select * from merchant where 1 / (merchant_id - MINE)::int > 5'],
    ['rows it may change', 'update merchant set name = name where merchant_id <> MINE returning *'],
    ['rows it may delete', 'delete from session where owner_id <> MINE returning *'],
  ])('finds no %s of others', async (what, statement) => {
    const found = attack(statement.replaceAll('MINE', String(MINE)));
    // The condition is not even asked about rows that the scope does not show: it divides by zero on the one it does.
    if (what.startsWith('rows by')) await expect(found).rejects.toThrow(/division by zero/);
    else expect(await found).toEqual([]);
  });

  it('does not lead a function that runs with other rights astray by a table or function of its own', async () => {
    const astray = [
      `create temp table scope_key as select true as only_row, repeat('x', 64)::bytea as inner_key, repeat('x', 64)::bytea as outer_key`,
      `set local search_path = pg_temp, public`,
      `set local purser.owner_id = 'system'`,
    ];
    expect(await attack(...astray, MERCHANTS)).toEqual([]);
  });
});
