import { FEE_COLUMNS, LIMITS } from '@purser/contract/terms';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { TABLES, TABLES_OF_SIGNER, TABLES_OF_STAFF } from '../testing/table-rights.ts';

/** What the application's roles may do, in full: a right that is added here is a decision. */

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

const FUNCTIONS = [
  'ledger.content_macs',
  'ledger.is_provider',
  'ledger.last_version',
  'ledger.open_account',
  'ledger.open_accounts',
  'ledger.post_batch',
  'ledger.roll_up',
  'ledger.shard_groups',
  'ledger.shard_of',
  'ledger.skip_entries',
  'ledger.stripe_of',
  'ledger.version_at',
  'ledger.version_of',
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
  'public.searchable',
  'public.server_key_in_use',
  'public.settle_installation',
  'public.store_server_key',
];

const SEQUENCES = ['ledger.seal_round', 'public.deposit_address_index', 'public.merchant_id_seq', 'public.user_id_seq'];

const FUNCTIONS_OF_STAFF = [
  'ledger.content_macs',
  'ledger.is_provider',
  'ledger.last_version',
  'ledger.open_accounts',
  'ledger.post_batch',
  'ledger.skip_entries',
  'ledger.stripe_of',
  'ledger.version_at',
  'ledger.version_of',
  'public.add_job',
  'public.audit_append',
  'public.audit_end',
  'public.claim_merchant_name',
  'public.is_about_another_transfer',
  'public.is_seen_transfer',
  'public.note_commissions',
  'public.scope',
  'public.search_pattern',
  'public.searchable',
  'public.server_key_in_use',
  'public.store_server_key',
];

describe.each([
  ['purser_app', TABLES, FUNCTIONS, SEQUENCES],
  ['purser_operator', TABLES_OF_STAFF, FUNCTIONS_OF_STAFF, ['public.merchant_id_seq', 'public.staff_id_seq']],
  [
    'purser_signer',
    TABLES_OF_SIGNER,
    [
      'public.payout_signed_already',
      'public.payout_to_sign',
      'public.return_to_sign',
      'public.schema_standing',
      'public.signer_tells',
      'public.signer_tells_before',
      'public.signs_on',
    ],
    [],
  ],
] as const)('%s', (role, ofTables, ofFunctions, ofSequences) => {
  it('reads and writes tables as far as it must', async () => {
    const { rows } = await owner.query<{ name: string; rights: string }>(
      `select format('%s.%s', n.nspname, c.relname) as name, string_agg(lower(right_name), ' ' order by place) as rights
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) with ordinality as r (right_name, place)
       where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname in ('public', 'ledger', 'graphile_worker', 'job') and has_table_privilege($1, c.oid, right_name)
       group by 1 order by 1`,
      [role],
    );
    expect(Object.fromEntries(rows.map(({ name, rights }) => [name, rights]))).toEqual(ofTables);
  });

  it('runs functions and draws numbers as far as it must', async () => {
    const functions = await owner.query<{ name: string }>(
      `select distinct format('%s.%s', n.nspname, p.proname) as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('public', 'ledger', 'graphile_worker', 'job') and has_function_privilege($1, p.oid, 'execute') order by 1`,
      [role],
    );
    expect(functions.rows.map(({ name }) => name)).toEqual(ofFunctions);
    const sequences = await owner.query<{ name: string }>(
      `select format('%s.%s', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'ledger', 'graphile_worker', 'job') and case when c.relkind = 'S' then has_sequence_privilege($1, c.oid, 'usage') end
       order by 1`,
      [role],
    );
    expect(sequences.rows.map(({ name }) => name)).toEqual(ofSequences);
  });
});

/** Single columns of tables that a role may not read or change whole. */
const columnsOf = async (role: string): Promise<string[]> => {
  const { rows } = await owner.query<{ text: string }>(
    `select lower(privilege_type) || ' ' || table_schema || '.' || table_name || ': ' || string_agg(column_name, ' ' order by column_name) as text
     from information_schema.column_privileges p
     where grantee in ($1, 'PUBLIC') and table_schema in ('public', 'ledger', 'graphile_worker', 'job')
       and not has_table_privilege($1, format('%I.%I', table_schema, table_name), privilege_type)
     group by table_schema, table_name, privilege_type order by 1`,
    [role],
  );
  return rows.map(({ text }) => text);
};

it("the application reads a few columns of two tables, and writes of bank accounts and webhook endpoints what is their owners' to say", async () => {
  expect(await columnsOf('purser_app')).toEqual([
    'insert public.identity_submission: content document_mac file_ids kind owner_id party submission_id',
    'insert public.payment_method: bank_code bank_name holder_name is_default market number_mac owner_id party payment_method_id sealed_number shown_number',
    'select public.rate_feed: coin stale_after_s taken_at',
    'select public.system_setting: maintenance registration_open',
    'update public.commission: settle_time state',
    'update public.identity_submission: content document_mac file_ids',
    'update public.payer_passkey: counter last_used_at',
    'update public.payment_link: close_time',
    'update public.payment_method: bank_code bank_name binding holder_name is_default listing updated_at version',
    'update public.webhook_endpoint: address deleted_at events is_on name secret',
  ]);
});

it('staff see of parties everything but what they sign in and sign with', async () => {
  const columns = await columnsOf('purser_operator');
  expect(columns.map((text) => text.split(':')[0])).toEqual([
    'insert public.merchant',
    'select graphile_worker._private_jobs',
    'select public.access_key',
    'select public.face_enrolment',
    'select public.face_session',
    'select public.merchant',
    'select public.merchant_member',
    'select public.merchant_member_link',
    'select public.recovery_code',
    'select public.session',
    'select public.system_setting',
    'select public.wallet_user',
    'select public.webhook_endpoint',
    'update graphile_worker._private_jobs',
    'update public.approval',
    'update public.bank_file',
    'update public.bank_file_order',
    'update public.chain_balance',
    'update public.chain_deposit',
    'update public.chain_tx',
    'update public.coin',
    'update public.coin_network',
    'update public.face_enrolment',
    'update public.identity_submission',
    'update public.ledger_run',
    'update public.liability_statement',
    'update public.market',
    'update public.merchant',
    'update public.network',
    'update public.payment_method',
    'update public.payout_signed_before',
    'update public.sweep',
    'update public.system_setting',
    'update public.wallet_user',
  ]);
  expect(columns.filter((text) => text.startsWith('select')).join(' ')).not.toMatch(/hash|secret|totp/);
  // What describes a face is nobody's to read.
  expect(columns).toContain('select public.face_enrolment: consented_at enrolled_at failures locked_until owner_id');
  expect(columns).toContain('select public.face_session: owner_id');
  expect(columns).toContain('update public.face_enrolment: document enrolled_at model selfie');
  expect(columns).toContain('update public.approval: decided_at decided_by remark state');
  expect(columns).toContain('update public.bank_file: paid_at paid_by status');
  // What arrived is as the chain has it; they say what becomes of it.
  expect(columns).toContain(
    'update public.chain_deposit: decided_by reason remark return_address return_amount return_fee returned_txid serial_number settled_at state',
  );
  // What is owed is stated once.
  expect(columns).toContain('update public.liability_statement: has_proofs');
  expect(columns).toContain('update public.bank_file_order: decided_by reason status updated_at');
  // What they decide on is what they have seen: they hand in no identity and change no account themselves.
  expect(columns).toContain('update public.identity_submission: decided_at decided_by erase_at reason status');
  expect(columns).toContain('update public.payment_method: decided_at decided_by reason rejected_version updated_at verified_version');
  // Every amount that was ever posted is counted in its coin's decimals.
  const ofCoin = columns.find((text) => text.startsWith('update public.coin:'));
  expect(ofCoin?.split(' ').slice(2)).toEqual([...FEE_COLUMNS, ...LIMITS, 'refund_returns_fee', 'is_on', 'symbol'].toSorted());
  expect(columns).toContain('update public.system_setting: registration_open');
  expect(columns).toContain(
    'update public.merchant: authentication_status markets recharge_configuration set_up_at status totp_pending_secret totp_secret',
  );
});

it('the signer reads what it pays and where to, and writes what it has signed', async () => {
  expect(await columnsOf('purser_signer')).toEqual([
    'select public.address_directory: address derivation_index network owner_id',
    'select public.chain_deposit: network ordinal owner_id return_address return_amount settled_at state txid',
    'select public.deposit_address: derivation_index owner_id',
    'select public.payout_address: address created_at network',
    'select public.review_order: address create_time kind network other_amount other_coin owner_id serial_number status',
    'update public.chain_nonce: is_on next_nonce',
    'update public.chain_tx: sent_block',
    'update public.sweep: destination done_at fuel fuelled raw_amount state why',
  ]);
});

it('asks scope() in every policy, and never reads the claim itself', async () => {
  const { rows } = await owner.query<{ name: string; text: string }>(
    `select format('%s.%s', tablename, policyname) as name, concat(qual, with_check) as text from pg_policies where schemaname in ('public', 'ledger', 'graphile_worker', 'job')`,
  );
  expect(rows.filter(({ text }) => text.includes('purser.owner_id'))).toEqual([]);
  expect(
    rows
      .filter(({ text }) => !/\( ?SELECT (public\.)?scope\(\)/.test(text))
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([
    'address_directory.signer_reads',
    'chain_balance.signer_reads',
    'chain_deposit.signer_reads',
    'chain_holding.signer_writes',
    'chain_nonce.signer_writes',
    'chain_tx.signer_writes',
    'change.write_any',
    'deposit_address.signer_reads',
    'payout_address.signer_reads',
    'review_order.signer_reads',
    'sweep.signer_writes',
  ]);
});
