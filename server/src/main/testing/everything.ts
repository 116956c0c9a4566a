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

/**
 * All that the database holds, told by one number for each table: the sum of what its rows hash to, so that nothing has to be sorted. A
 * partitioned table stands for its partitions; totp_last_step is the test's own to move.
 */
export async function everything(app: TestApp): Promise<Record<string, string | null>> {
  const tables = await app.sql<{ name: string; has_step: boolean }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'totp_last_step') as has_step
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'ledger') and c.relname <> all ($1)`,
    [[...REMEMBERED]],
  );
  const texts = tables.map(({ name, has_step }) => {
    const row = has_step ? `to_jsonb(t) - 'totp_last_step'` : 't';
    return `select '${name}' as name, sum(hashtextextended((${row})::text, 0))::text as digest from ${name} t`;
  });
  const rows = await app.sql<{ name: string; digest: string | null }>(texts.join(' union all '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
