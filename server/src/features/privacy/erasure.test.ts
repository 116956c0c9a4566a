import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/database.ts';

/** Columns by which a row may be a wallet user's. */
const USER_COLUMNS: ReadonlySet<string> = new Set(['owner_id', 'user_id', 'payer_id', 'payee_id', 'opened_by', 'counterparty']);

/** Emptied, or rid of what is personal, when the account is closed. */
const ERASED = [
  'content_read',
  'face_enrolment',
  'face_session',
  'idempotency_key',
  'known_address',
  'known_device',
  'login_directory',
  'message',
  'payer_passkey',
  'payment_method',
  'payout_address',
  'referral_code',
  'risk_sign',
  'session',
  'sign_in_failure',
];

/** Kept, with the reason; of some the personal part goes. */
const KEPT: Readonly<Record<string, string>> = {
  address_directory: 'whose a deposit is that arrives later',
  approval: 'what staff decided about money; the name goes',
  audit_log: 'a chain that nobody changes; it holds no contact',
  bank_file_order: 'to whom a bank paid',
  chain_balance: 'money on addresses',
  chain_deposit: 'money that came in',
  chain_event: 'money that came in',
  chain_tx: 'money that went out',
  commission: 'the books, by numbers alone',
  content_acceptance: 'that an agreement was accepted; address and browser go',
  deposit_address: 'whose a deposit is that arrives later',
  file: 'due at once, so that its bytes go first; proofs of payments are part of the books',
  identity_submission: 'that it was decided; content, photographs and reason go',
  'ledger.account': 'the books',
  'ledger.adoption': 'the books',
  'ledger.crossing': 'the books',
  'ledger.crossing_end': 'the books',
  'ledger.entry': 'the books',
  'ledger.hold': 'the books',
  'ledger.running_total': 'the books',
  'ledger.posting': 'the books',
  'ledger.rollup': 'the books',
  'ledger.seal': 'the books',
  liability_tile: 'what was stated as owed, without a name',
  payment_order: 'the books; the name goes by a job',
  payout_signed_before: 'money that went out',
  payout_txid: 'money that went out',
  payout_wait: 'why money has not gone out yet',
  recharge_evidence: 'money that came in',
  recharge_txid: 'money that came in',
  referral: 'whose fees a commission is of, by numbers alone',
  refund: 'the books; the name goes by a job',
  review_order: 'the books; the name goes by a job',
  sweep: 'money on addresses',
  terms_change: "a merchant's",
  usdt_withdrawal_day: 'sums of a day',
  wallet_user: 'the number, and that it is closed',
};

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

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly is_wanted: boolean;
}

async function columns(): Promise<Column[]> {
  const { rows } = await owner.query<Column>(
    `select case table_schema when 'public' then '' else table_schema || '.' end || table_name as table, column_name as name,
       case when domain_name is null then data_type else 'text' end as type,
       is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER' as is_wanted
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema in ('public', 'ledger') and table_type = 'BASE TABLE'`,
  );
  return rows;
}

it('decides of every table in which a row may be a wallet user’s', async () => {
  const found = new Set((await columns()).filter(({ name }) => USER_COLUMNS.has(name)).map(({ table }) => table));
  expect([...found].sort()).toEqual([...ERASED, ...Object.keys(KEPT)].sort());
});

it('leaves no row of a closed account in what is erased, and every row of another', async () => {
  const all = await columns();
  // Whose a row is does not depend on what else stands in it.
  await owner.query("set session_replication_role = 'replica'");
  const { rows: checks } = await owner.query<{ statement: string }>(
    `select format('alter table %s drop constraint if exists %I', conrelid::regclass, conname) as statement
     from pg_constraint where contype in ('c', 'f') and conrelid <> 0 and connamespace::regnamespace::text in ('public', 'ledger')`,
  );
  for (const { statement } of checks) await owner.query(statement);
  const keyOf = (table: string) =>
    all.find((column) => column.table === table && ['owner_id', 'user_id'].includes(column.name))?.name ?? '';
  for (const table of [...ERASED, 'approval', 'identity_submission', 'file', 'content_acceptance', 'wallet_user']) {
    const key = keyOf(table);
    const own = all.filter((column) => column.table === table && (column.name === key || column.is_wanted));
    for (const id of [7, 8]) {
      const values = own.map((column) => (column.name === key ? id : valueOf(column, id)));
      const names = own.map(({ name }) => name).join(', ');
      await owner.query(`insert into ${table} (${names}) values (${own.map((_, index) => `$${index + 1}`).join(', ')})`, values);
    }
  }
  await owner.query(
    `update wallet_user set nick = 'Marked', username = 'Marked' || user_id::text, phone = 'Marked', email = 'Marked', password_hash = 'Marked', payment_password_hash = 'Marked'`,
  );
  await owner.query(`update identity_submission set status = 'approved', content = 'Marked', document_mac = 'Marked', reason = 'Marked'`);
  await owner.query(`update content_acceptance set ip = 'Marked', user_agent = 'Marked'`);
  await owner.query(
    `update approval set state = 'approved', content = '{"nick": "Marked", "name": "Marked", "owner": "Marked", "amount": 90071992547409931}'`,
  );
  await owner.query(`update login_directory set kind = 'user_email'`);
  await owner.query('begin');
  // As migrations run: the functions ask whose scope it is.
  await owner.query(`create or replace function scope() returns text language sql as $$ select 'system' $$`);
  await owner.query('select close_wallet_user(7, $1)', [Buffer.alloc(32, 1)]);
  await owner.query('commit');
  for (const table of ERASED) {
    const { rows } = await owner.query<{ id: string }>(`select ${keyOf(table)}::int as id from ${table}`);
    expect(rows, table).toEqual([{ id: 8 }]);
  }
  for (const table of ['approval', 'identity_submission', 'content_acceptance', 'wallet_user']) {
    const { rows } = await owner.query<{ text: string }>(
      `select row_to_json(one)::text as text from ${table} as one where ${keyOf(table)} = 7`,
    );
    expect(rows, table).toHaveLength(1);
    expect(rows[0]?.text, table).not.toMatch(/Marked|\\x4d61726b6564/);
  }
  const { rows: decided } = await owner.query(
    `select content::json ->> 'amount' as amount, content like '%Marked%' as named from approval order by owner_id`,
  );
  expect(decided).toEqual([
    { amount: '90071992547409931', named: false },
    { amount: '90071992547409931', named: true },
  ]);
  const { rows: files } = await owner.query('select owner_id::int as id, name, remove_at <= now() as due from file order by 1');
  expect(files).toMatchObject([
    { id: 7, name: '', due: true },
    { id: 8, name: 'x8' },
  ]);
});

/** Some value that the column's type takes. */
function valueOf({ name, type }: Column, id: number): unknown {
  if (name === 'ip') return '10.0.0.1';
  if (type === 'uuid') return `01890000-0000-7000-8000-00000000000${id}`;
  if (type === 'bytea') return Buffer.of(id);
  if (type === 'jsonb') return '{}';
  if (type === 'date' || type.startsWith('timestamp')) return new Date();
  if (['bigint', 'integer', 'numeric', 'smallint'].includes(type)) return id;
  return `x${id}`;
}
