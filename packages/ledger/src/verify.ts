import type pg from 'pg';

/** One thing that does not hold, told so that a person can look it up. */
export interface LedgerBreak {
  readonly check: string;
  readonly where: string;
  readonly found: string;
}

export interface LedgerVerification {
  readonly accounts: bigint;
  readonly postings: bigint;
  readonly entries: bigint;
  readonly coins: bigint;
  readonly duration_ms: number;
  /** What does not hold; of each check the first `MOST_BREAKS` at most. Empty: everything holds. */
  readonly breaks: readonly LedgerBreak[];
}

const MOST_BREAKS = 100;

interface Check {
  readonly name: string;
  /** Selects `where_` and `found` (text) of every break. */
  readonly sql: string;
}

const ACCOUNT = `format('account %s %s %s', owner_id, coin, purpose)`;

/** Each check passes over all rows once inside the database; nothing is loaded here but breaks. */
const CHECKS: readonly Check[] = [
  {
    name: 'entries of an account chain from zero without a gap, and its time never runs backwards',
    sql: `
      select ${ACCOUNT} || ' version ' || version as where_,
        format('after version %s with %s/%s/%s at %s comes %s/%s/%s at %s', last_version, last_available, last_frozen, last_pending, last_at,
          available_before, frozen_before, pending_before, posted_at) as found
      from (
        select owner_id, coin, purpose, version, posted_at, available_before, frozen_before, pending_before,
          lag(version, 1, 0::bigint) over w as last_version, lag(available_after, 1, 0::bigint) over w as last_available,
          lag(frozen_after, 1, 0::bigint) over w as last_frozen, lag(pending_after, 1, 0::bigint) over w as last_pending,
          lag(posted_at, 1, '-infinity') over w as last_at
        from ledger.entry window w as (partition by owner_id, coin, purpose order by version)
      ) e
      where version <> last_version + 1 or available_before <> last_available or frozen_before <> last_frozen
        or pending_before <> last_pending or posted_at < last_at`,
  },
  {
    name: 'entries of a type are numbered without a gap, and the account knows the last',
    sql: `
      select ${ACCOUNT} || ' version ' || version as where_, format('type_version %s should be %s', type_version, expected) as found
      from (
        select owner_id, coin, purpose, version, type_version,
          case when owner_id <> 1 then row_number() over (partition by owner_id, coin, purpose, type order by version) end as expected
        from ledger.entry
      ) e
      where type_version is distinct from expected
      union all
      select ${ACCOUNT}, format('account says %s %s, the last entry %s %s', last_type, last_type_version, e.type, e.type_version)
      from ledger.account a
      join ledger.entry e using (owner_id, coin, purpose, version)
      where (a.last_type, a.last_type_version) is distinct from (e.type, e.type_version)`,
  },
  {
    name: 'each balance equals its last entry',
    sql: `
      select ${ACCOUNT} as where_, format('account says %s/%s/%s at version %s, the last entry %s/%s/%s at version %s',
        available, frozen, pending, version, e.available_after, e.frozen_after, e.pending_after, e.last_version) as found
      from ledger.account a
      full join (
        select distinct on (owner_id, coin, purpose) owner_id, coin, purpose, version as last_version, available_after, frozen_after,
          pending_after
        from ledger.entry order by owner_id, coin, purpose, version desc
      ) e using (owner_id, coin, purpose)
      where (a.version, a.available, a.frozen, a.pending) is distinct from
        (coalesce(e.last_version, 0), coalesce(e.available_after, 0), coalesce(e.frozen_after, 0), coalesce(e.pending_after, 0))`,
  },
  {
    name: 'nothing is below its floor',
    sql: `
      select ${ACCOUNT} as where_, format('%s/%s/%s', available, frozen, pending) as found
      from ledger.account where (available < 0 and not unbounded) or frozen < 0 or pending < 0
      union all
      select ${ACCOUNT} || ' version ' || e.version, format('%s/%s/%s', available_after, frozen_after, pending_after)
      from ledger.entry e join ledger.account a using (owner_id, coin, purpose)
      where (available_after < 0 and not unbounded) or frozen_after < 0 or pending_after < 0`,
  },
  {
    name: 'each posting sums to zero per coin',
    sql: `
      select format('posting %s %s', posting_owner_id, posting_id) as where_, format('%s %s', sum(change), coin) as found
      from (
        select posting_owner_id, posting_id, coin,
          available_after - available_before + frozen_after - frozen_before + pending_after - pending_before as change
        from ledger.entry
      ) e
      group by posting_owner_id, posting_id, coin
      having sum(change) <> 0`,
  },
  {
    name: 'every entry has its posting, which says the same',
    sql: `
      select format('account %s %s %s version %s', e.owner_id, e.coin, e.purpose, e.version) as where_,
        case when p.posting_id is null then format('posting %s %s is missing', e.posting_owner_id, e.posting_id)
          else format('posting %s %s says %s %s at %s, the entry %s %s at %s', e.posting_owner_id, e.posting_id, p.type, p.serial_number,
            p.posted_at, e.type, e.serial_number, e.posted_at) end as found
      from ledger.entry e
      left join ledger.posting p on p.owner_id = e.posting_owner_id and p.posting_id = e.posting_id
      where p.posting_id is null or (p.type, p.serial_number) is distinct from (e.type, e.serial_number)
        -- An account whose clock ran ahead keeps its later time.
        or p.posted_at > e.posted_at`,
  },
  {
    name: 'every posting has its entries',
    sql: `
      select format('posting %s %s', p.owner_id, p.posting_id) as where_, 'no entry' as found
      from ledger.posting p
      where not exists (select from ledger.entry e where e.posting_owner_id = p.owner_id and e.posting_id = p.posting_id)`,
  },
  {
    name: 'per coin all accounts sum to zero',
    sql: `
      select format('coin %s', coin) as where_, sum(available::numeric + frozen + pending)::text as found
      from ledger.account group by coin having sum(available::numeric + frozen + pending) <> 0`,
  },
  {
    name: 'hourly totals hold exactly the entries that were rolled up',
    sql: `
      select ${ACCOUNT} as where_, format('%s entries with a change of %s are rolled up, up to version %s with %s', t.count, t.change,
        r.rolled_up_to_version, e.total) as found
      from ledger.rollup r
      full join (
        select owner_id, coin, purpose, sum(count) as count, sum(amount_in - amount_out) as change
        from ledger.hourly_total group by owner_id, coin, purpose
      ) t using (owner_id, coin, purpose)
      left join lateral (
        select available_after::numeric + frozen_after + pending_after as total from ledger.entry l
        where (l.owner_id, l.coin, l.purpose, l.version) = (r.owner_id, r.coin, r.purpose, r.rolled_up_to_version)
      ) e on true
      where (coalesce(t.count, 0), coalesce(t.change, 0)) is distinct from (coalesce(r.rolled_up_to_version, 0), coalesce(e.total, 0))`,
  },
];

/**
 * Proves over all data that the ledger is whole, in one snapshot and beside running traffic. Needs a connection of the migrating
 * role, or of the application's, which is told here to see all rows.
 */
export async function verifyLedger(client: pg.ClientBase): Promise<LedgerVerification> {
  await client.query('begin isolation level repeatable read read only');
  try {
    return await verifyInTransaction(client);
  } finally {
    await client.query('rollback');
  }
}

/** The same inside the caller's transaction, which should be repeatable read. */
export async function verifyInTransaction(client: pg.ClientBase): Promise<LedgerVerification> {
  const started = performance.now();
  await client.query(`set local purser.owner_id = 'system'; set local work_mem = '64MB'; set local statement_timeout = 0`);
  const counted = await client.query<Record<'accounts' | 'postings' | 'entries' | 'coins', string>>(
    `select (select count(*) from ledger.account) as accounts, (select count(*) from ledger.posting) as postings,
       (select count(*) from ledger.entry) as entries, (select count(distinct coin) from ledger.account) as coins`,
  );
  const breaks: LedgerBreak[] = [];
  for (const check of CHECKS) {
    // Materialized, so that the limit does not talk the planner into a plan that is quick only when much is broken.
    const { rows } = await client.query<{ where_: string; found: string }>(
      `with broken as materialized (${check.sql}) select * from broken limit ${MOST_BREAKS}`,
    );
    for (const row of rows) breaks.push({ check: check.name, where: row.where_, found: row.found });
  }
  const [counts] = counted.rows;
  if (!counts) throw new Error('counting gave no row');
  return {
    accounts: BigInt(counts.accounts),
    postings: BigInt(counts.postings),
    entries: BigInt(counts.entries),
    coins: BigInt(counts.coins),
    duration_ms: performance.now() - started,
    breaks,
  };
}
