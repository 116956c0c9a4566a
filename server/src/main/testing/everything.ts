import type { TestApp } from '../../platform/testing/app.ts';

/** What a repeated request may change: what is only remembered of requests. */
const REMEMBERED = new Set([
  'idempotency_key',
  'throttle',
  'session',
  'staff_session',
  'change',
  'api_nonce',
  'single_use',
  'installation',
]);

/** All that the database holds, told by one text for each table; totp_last_step is the test's own to move. */
export async function everything(app: TestApp): Promise<Record<string, string | null>> {
  const tables = await app.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'ledger') and tablename <> all ($1)`,
    [[...REMEMBERED]],
  );
  const texts = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(string_agg((to_jsonb(t) - 'totp_last_step')::text, '' order by t::text)) as digest from ${name} t`,
  );
  const rows = await app.sql<{ name: string; digest: string | null }>(texts.join(' union all '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
