import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

/** What the application may do, in full: a right that is added here is a decision. */

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const TABLES: Readonly<Record<string, string>> = {
  'ledger.account': 'select',
  'ledger.entry': 'select',
  'ledger.hourly_total': 'select',
  'ledger.posting': 'select',
  'ledger.rollup': 'select',
  'ledger.seal': 'select insert',
  'public.access_key': 'select insert update delete',
  'public.api_nonce': 'select insert update delete',
  'public.change': 'select insert update delete',
  'public.coin': 'select',
  'public.idempotency_key': 'select insert update delete',
  'public.known_address': 'select insert update delete',
  'public.login_ip_white': 'select insert update delete',
  'public.merchant': 'select insert update',
  'public.merchant_transfer': 'select insert',
  'public.payment_order': 'select insert update',
  'public.session': 'select insert update delete',
  'public.sign_in_failure': 'select insert update delete',
  'public.single_use': 'select insert update delete',
  'public.throttle': 'select insert update delete',
  'public.wallet_user': 'select insert update',
  'public.webhook_attempt': 'select insert',
  'public.webhook_delivery': 'select insert update',
};

const FUNCTIONS = [
  'ledger.is_provider',
  'ledger.last_version',
  'ledger.open_account',
  'ledger.open_accounts',
  'ledger.post_batch',
  'ledger.roll_up',
  'ledger.skip_entries',
  'ledger.stripe_of',
  'ledger.version_at',
  'public.audit_append',
  'public.audit_end',
  'public.login_owner',
  'public.scope',
  'public.server_key_in_use',
  'public.settle_installation',
  'public.store_server_key',
];

const SEQUENCES = ['ledger.seal_round', 'public.merchant_id_seq', 'public.user_id_seq'];

it('reads and writes tables as far as it must', async () => {
  const { rows } = await owner.query<{ name: string; rights: string }>(
    `select format('%s.%s', n.nspname, c.relname) as name, string_agg(lower(right_name), ' ' order by place) as rights
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) with ordinality as r (right_name, place)
     where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname in ('public', 'ledger') and has_table_privilege('purser_app', c.oid, right_name)
     group by 1 order by 1`,
  );
  expect(Object.fromEntries(rows.map(({ name, rights }) => [name, rights]))).toEqual(TABLES);
});

it('reads single columns of one table', async () => {
  const { rows } = await owner.query(
    `select distinct format('%s.%s.%s', table_schema, table_name, column_name) as name, lower(privilege_type) as right from information_schema.column_privileges p
     where grantee in ('purser_app', 'PUBLIC') and table_schema in ('public', 'ledger')
       and not has_table_privilege('purser_app', format('%I.%I', table_schema, table_name), privilege_type)`,
  );
  expect(rows).toEqual([{ name: 'public.system_setting.maintenance', right: 'select' }]);
});

it('runs functions and draws numbers as far as it must', async () => {
  const functions = await owner.query<{ name: string }>(
    `select distinct format('%s.%s', n.nspname, p.proname) as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'ledger') and has_function_privilege('purser_app', p.oid, 'execute') order by 1`,
  );
  expect(functions.rows.map(({ name }) => name)).toEqual(FUNCTIONS);
  const sequences = await owner.query<{ name: string }>(
    `select format('%s.%s', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'ledger') and case when c.relkind = 'S' then has_sequence_privilege('purser_app', c.oid, 'usage') end
     order by 1`,
  );
  expect(sequences.rows.map(({ name }) => name)).toEqual(SEQUENCES);
});

it('asks scope() in every policy, and never reads the claim itself', async () => {
  const { rows } = await owner.query<{ name: string; text: string }>(
    `select format('%s.%s', tablename, policyname) as name, concat(qual, with_check) as text from pg_policies where schemaname in ('public', 'ledger')`,
  );
  expect(rows.filter(({ text }) => text.includes('purser.owner_id'))).toEqual([]);
  expect(rows.filter(({ text }) => !/\( ?SELECT (public\.)?scope\(\)/.test(text)).map(({ name }) => name)).toEqual(['change.write_any']);
});
