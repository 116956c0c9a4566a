import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { DISTRIBUTION, type Distribution, isOnNodes } from './distribution.ts';

/**
 * What must hold of every table so that the whole can be distributed by owner (Citus) and no query sees another owner's rows:
 * a table that breaks a rule fails here and not in an incident.
 */

const namesOf = (...groups: Distribution['group'][]): string[] =>
  Object.entries(DISTRIBUTION)
    .filter(([, { group }]) => groups.includes(group))
    .map(([name]) => name);
const OF_STAFF = namesOf('staff');
/** Tables with rows of one owner each. */
const OWNED = namesOf('party', 'ledger', 'audit');
/** Reached by functions only: the application may not even ask for a row. */
const HIDDEN = ['public.audit_log', 'public.login_directory', 'public.server_key'];

interface Table {
  readonly name: string;
  readonly columns: string[];
  readonly rls: boolean;
}
interface Key {
  readonly table: string;
  readonly name: string;
  readonly columns: string[];
}
interface ForeignKey extends Key {
  readonly target: string;
  readonly target_columns: string[];
}

let database: TestDatabase;
let owner: pg.Pool;
let application: pg.Client;
let tables: Table[];
let owned: Table[];
/** Those of them whose rows the application may ask for. */
let shown: Table[];

const NAME = `format('%s.%s', n.nspname, c.relname)`;
const columnsOf = (keys: string, relation: string) =>
  `array(select a.attname::text from unnest(${keys}) with ordinality u(attnum, at) join pg_attribute a on a.attrelid = ${relation} and a.attnum = u.attnum order by at)`;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.url, max: 1 });
  application = new pg.Client({ connectionString: database.appUrl });
  await application.connect();
  tables = (
    await owner.query<Table>(
      `select ${NAME} as name, c.relrowsecurity as rls,
         array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum) as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname in ('public', 'ledger') order by 1`,
    )
  ).rows;
  owned = tables.filter(({ name }) => OWNED.includes(name));
  shown = owned.filter(({ name }) => !HIDDEN.includes(name));
});
afterAll(async () => {
  await application.end();
  await owner.end();
  await database.drop();
});

const ownerOf = (distribution: Distribution | undefined): string | undefined =>
  distribution && 'by' in distribution ? distribution.by : undefined;
/** Do these columns begin with the owner by whom the table's rows are distributed? */
const isOf = (distribution: Distribution | undefined, columns: readonly string[]): boolean =>
  columns[0] !== undefined && columns[0] === ownerOf(distribution);

describe('keys', () => {
  it('it is said of every table where its rows lie among several nodes', () => {
    expect(Object.keys(DISTRIBUTION).toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
    expect(owned.length).toBeGreaterThan(15);
  });

  it("every owner's table carries its owner's id", () => {
    for (const { name, columns } of owned) expect(columns, name).toContain(ownerOf(DISTRIBUTION[name]));
  });

  it("has its owner's id first in the primary key and in every unique index", async () => {
    const { rows } = await owner.query<Key & { is_primary: boolean }>(
      `select ${NAME} as table, i.indexrelid::regclass::text as name, i.indisprimary as is_primary, ${columnsOf('i.indkey::int2[]', 'c.oid')} as columns
       from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
       where i.indisunique and n.nspname in ('public', 'ledger')`,
    );
    for (const { name } of owned) {
      const keys = rows.filter(({ table }) => table === name);
      expect(
        keys.some(({ is_primary }) => is_primary),
        `${name} has a primary key`,
      ).toBe(true);
      for (const key of keys) expect(isOf(DISTRIBUTION[name], key.columns), `${key.name} (${key.columns.join(', ')})`).toBe(true);
    }
  });

  it('refers to rows of the same owner on the same node, to reference tables, or on the coordinator to what is there as well', async () => {
    const { rows } = await owner.query<ForeignKey>(
      `select ${NAME} as table, k.conname as name, ${columnsOf('k.conkey', 'k.conrelid')} as columns,
         (select format('%s.%s', tn.nspname, t.relname) from pg_class t join pg_namespace tn on tn.oid = t.relnamespace where t.oid = k.confrelid) as target,
         ${columnsOf('k.confkey', 'k.confrelid')} as target_columns
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
       where k.contype = 'f' and n.nspname in ('public', 'ledger')`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { table, name, columns, target, target_columns } of rows) {
      const [from, to] = [DISTRIBUTION[table], DISTRIBUTION[target]];
      if (to?.group === 'reference') continue;
      const onOneNode =
        isOnNodes(table) || isOnNodes(target) ? isOf(from, columns) && isOf(to, target_columns) && from?.group === to?.group : true;
      expect(onOneNode, `${table}: ${name}`).toBe(true);
    }
  });

  it('has no triggers of its own, no rules, no inheritance', async () => {
    const { rows } = await owner.query(
      `select t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
       where not t.tgisinternal and n.nspname in ('public', 'ledger')
       union all select rulename from pg_rules where schemaname in ('public', 'ledger')
       union all select inhrelid::regclass::text from pg_inherits where inhrelid::regclass::text !~ 'graphile'`,
    );
    expect(rows).toEqual([]);
  });

  it('keeps money and owner ids as bigint, and times with their zone', async () => {
    const { rows } = await owner.query<{ column: string; type: string }>(
      `select format('%s.%s.%s', table_schema, table_name, column_name) as column, data_type as type
       from information_schema.columns where table_schema in ('public', 'ledger')`,
    );
    const money =
      /\.(available|frozen|pending|amount|handling_fee|settlement_amount|from_reward|charge|transfer_\w*(fee|amount|minimum)|order_m\w+imum)(_before|_after)?$/;
    for (const { column, type } of rows) {
      // Totals are sums over any number of entries.
      if (/^(ledger.running_total|public.turnover_minute|public.payment_link_total)\./.test(column) && type === 'numeric') continue;
      if (money.test(column)) expect(type, column).toBe('bigint');
      if (/\.(owner_id|merchant_id|user_id|payer_id|counterparty(_id)?)$/.test(column)) expect(type, column).toBe('bigint');
      expect(['double precision', 'real', 'money', 'timestamp without time zone'], column).not.toContain(type);
    }
  });
});

describe('row level security', () => {
  it("is on for every owner's table", () => {
    for (const { name, rls } of owned) expect(rls, name).toBe(true);
  });

  it('shows the application nothing while no owner is named, also after one was', async () => {
    await fillOneRowEach();
    for (const scope of [undefined, '']) {
      if (scope !== undefined) await application.query(`select set_config('purser.owner_id', $1, false)`, [scope]);
      for (const { name } of shown) expect((await application.query(`select from ${name}`)).rowCount, name).toBe(0);
    }
    await application.query('begin');
    await application.query(`select set_config('purser.owner_id', '7', true)`);
    await application.query('commit');
    for (const { name } of shown) expect((await application.query(`select from ${name}`)).rowCount, name).toBe(0);
  });

  it('hides what is of staff from the application, and shows it to staff by a proven scope only', async () => {
    for (const name of OF_STAFF) {
      await application.query(`select set_config('purser.owner_id', 'system', false)`);
      await expect(application.query(`select from ${name}`), name).rejects.toMatchObject({ code: '42501' });
      expect(tables.find((table) => table.name === name)?.rls, name).toBe(true);
    }
    await application.query(`select set_config('purser.owner_id', '', false)`);
  });

  it.each(HIDDEN)('shows nobody a row of %s, not even the system', async (name) => {
    for (const scope of ['7', 'system', '']) {
      await application.query(`select set_config('purser.owner_id', $1, false)`, [scope]);
      await expect(application.query(`select from ${name}`), scope).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('lets anybody note a change, and only the system read what was noted', async () => {
    const counted = async (scope: string) => {
      await application.query(`select set_config('purser.owner_id', $1, false)`, [scope]);
      return (await application.query('select from change')).rowCount;
    };
    await application.query(`select set_config('purser.owner_id', '7', false)`);
    await application.query(`insert into change (note) values ('{}')`);
    expect([await counted('7'), await counted(''), await counted('system')]).toEqual([0, 0, 1]);
    await application.query(`select set_config('purser.owner_id', '', false)`);
  });

  it('shows one owner its own rows only, and the system all', async () => {
    const counted = async (scope: string, name: string) => {
      await application.query(`select set_config('purser.owner_id', $1, false)`, [scope]);
      return (await application.query(`select from ${name}`)).rowCount;
    };
    for (const { name } of shown) {
      expect([name, await counted('7', name), await counted('8', name), await counted('9', name), await counted('system', name)]).toEqual([
        name,
        1,
        1,
        0,
        2,
      ]);
    }
    await application.query(`select set_config('purser.owner_id', '', false)`);
  });

  /** One row of owner 7 and one of owner 8 in every owner's table. */
  async function fillOneRowEach(): Promise<void> {
    await owner.query("set session_replication_role = 'replica'");
    // Whose a row is does not depend on what else stands in it.
    const { rows: checks } = await owner.query<{ statement: string }>(
      `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement
       from pg_constraint where contype = 'c' and conrelid <> 0 and connamespace::regnamespace::text in ('public', 'ledger')`,
    );
    for (const { statement } of checks) await owner.query(statement);
    // The provider's accounts for what chains hold are open from the start.
    await owner.query('delete from ledger.account');
    for (const { name } of owned) {
      const { rows } = await owner.query<{ name: string; type: string; fill: boolean }>(
        `select column_name as name, case when domain_name is null then data_type else 'text' end as type,
           is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER' as fill
         from information_schema.columns where format('%s.%s', table_schema, table_name) = $1`,
        [name],
      );
      const key = ownerOf(DISTRIBUTION[name]) ?? '';
      const filled = rows.filter((row) => row.name === key || row.fill);
      for (const id of [7, 8]) {
        const values = filled.map((row) => (row.name === key ? id : valueOf(row)));
        const places = filled.map((_, index) => `$${index + 1}`).join(', ');
        await owner.query(`insert into ${name} (${filled.map((row) => row.name).join(', ')}) values (${places})`, values);
      }
    }
    await owner.query("set session_replication_role = 'origin'");
  }
});

/** Some value that the column's type takes. */
function valueOf({ name, type }: { readonly name: string; readonly type: string }): unknown {
  const special: Record<string, unknown> = {
    actor_kind: 'system',
    transfer_type: 'transfer',
    party: 'user',
    coin: 'USDP',
    purpose: 'main',
    ip: '10.0.0.1',
  };
  if (name in special) return special[name];
  if (type === 'uuid') return '01890000-0000-7000-8000-000000000000';
  if (type === 'bytea') return Buffer.of(1);
  if (type === 'jsonb') return '{}';
  if (type === 'date' || type.startsWith('timestamp')) return new Date();
  if (['bigint', 'integer', 'numeric', 'smallint'].includes(type)) return 1;
  return 'x';
}

describe('rights of the application', () => {
  it.each(['account', 'posting', 'entry', 'hold', 'running_total', 'rollup'])('writes nothing in ledger.%s itself', async (table) => {
    await application.query(`select set_config('purser.owner_id', 'system', false)`);
    for (const statement of [
      `update ledger.${table} set owner_id = owner_id`,
      `delete from ledger.${table}`,
      `truncate ledger.${table}`,
      `insert into ledger.${table} default values`,
    ]) {
      await expect(application.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
    await application.query(`select set_config('purser.owner_id', '', false)`);
  });

  it('changes no history: it may delete no orders, transfers, deliveries and attempts, and never change the audit log', async () => {
    await application.query(`select set_config('purser.owner_id', 'system', false)`);
    for (const statement of [
      'delete from payment_order',
      'delete from merchant_transfer',
      'update merchant_transfer set remark = remark',
      'delete from webhook_attempt',
      'delete from webhook_delivery',
      'update audit_log set action = action',
      'delete from audit_log',
      'truncate audit_log',
      'delete from merchant',
      'delete from wallet_user',
    ]) {
      await expect(application.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
    await application.query(`select set_config('purser.owner_id', '', false)`);
  });

  it('owns nothing, may make nothing, and is no superuser', async () => {
    const { rows } = await owner.query(
      `select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as mighty,
         has_schema_privilege('purser_app', 'public', 'create') or has_schema_privilege('purser_app', 'ledger', 'create') as makes,
         exists (select from pg_class where relowner = r.oid) as owns
       from pg_roles r where rolname = 'purser_app'`,
    );
    expect(rows).toEqual([{ mighty: false, makes: false, owns: false }]);
  });

  it("runs no function that works with its owner's rights, except those meant for it", async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select format('%s.%s', n.nspname, p.proname) as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where p.prosecdef and n.nspname in ('public', 'ledger') and has_function_privilege('purser_app', p.oid, 'execute') order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'ledger.content_macs',
      'ledger.open_accounts',
      'ledger.post_batch',
      'ledger.roll_up',
      'public.add_job',
      'public.analyze_new_table',
      'public.audit_append',
      'public.audit_end',
      'public.claim_beside_chain',
      'public.close_wallet_user',
      'public.closing_obstacles',
      'public.forget_deliveries',
      'public.forget_payer_name',
      'public.hold_for_closing',
      // By what a recharge says, and by its number alone for programs of the version before.
      'public.is_about_another_transfer',
      'public.is_about_another_transfer',
      'public.is_seen_transfer',
      'public.login_owner',
      'public.note_commissions',
      'public.own_acts_done',
      'public.own_audit',
      'public.own_audit_count',
      'public.post_farewell',
      'public.register_wallet_user',
      'public.schema_standing',
      'public.scope',
      'public.server_key_in_use',
      'public.settle_installation',
      'public.store_server_key',
    ]);
    const unsafe = await owner.query(
      `select proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where p.prosecdef and n.nspname in ('public', 'ledger') and not coalesce(p.proconfig::text like '%search_path=%', false)`,
    );
    expect(unsafe.rows).toEqual([]);
  });
});
