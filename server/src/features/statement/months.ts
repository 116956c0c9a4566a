import type { Queryable } from '@purser/ledger/accounts';
import { beginningOfDay } from '@purser/ledger/local-day';

export interface Month {
  /** "2026-11" */
  readonly month: string;
  readonly from: Date;
  /** Where the next one begins. */
  readonly to: Date;
}

/** The merchant's first moment: when it was made, or its first entry where that is older. */
export async function beginningOf(db: Queryable, merchantId: number): Promise<Date> {
  const { rows } = await db.query<{ beginning: Date }>(
    `select least(created_at, (
       select min(e.posted_at) from ledger.account a
       join ledger.entry e on e.owner_id = a.owner_id and e.coin = a.coin and e.purpose = a.purpose and e.version = 1
       where a.owner_id = $1 and a.purpose = 'main'
     )) as beginning
     from merchant where merchant_id = $1`,
    [merchantId],
  );
  if (!rows[0]) throw new Error('the merchant is out of sight');
  return rows[0].beginning;
}

interface Asked {
  readonly zone: string;
  readonly beginning: Date;
  readonly now: Date;
}

/** SQL for when a month begins and ends in the zone $1, given its first midnight there. */
function momentsOf(first: string): string {
  return `${beginningOfDay(first, '$1')} as "from", ${beginningOfDay(`${first} + interval '1 month'`, '$1')} as "to"`;
}

/** Months as the zone's clocks count them, newest first, from this one or the one before `before` back to the first one. */
export async function monthsBack(
  db: Queryable,
  { zone, beginning, now }: Asked,
  before: string | undefined,
  most: number,
): Promise<readonly Month[]> {
  const { rows } = await db.query<Month>(
    `select to_char(month, 'YYYY-MM') as month, ${momentsOf('month')}
     from generate_series(
       least(date_trunc('month', $3::timestamptz at time zone $1), to_date($4, 'YYYY-MM') - interval '1 month'),
       date_trunc('month', $2::timestamptz at time zone $1), interval '-1 month') as month
     limit $5`,
    [zone, beginning, now, before ?? null, most],
  );
  return rows;
}

/** One of these months; undefined where it has not begun, or was over before the merchant was there. */
export async function monthNamed(db: Queryable, { zone, beginning, now }: Asked, month: string): Promise<Month | undefined> {
  const { rows } = await db.query<Month>(
    `select $4::text as month, ${momentsOf('first')}
     from (select to_date($4, 'YYYY-MM')::timestamp as first) as named
     where first >= date_trunc('month', $2::timestamptz at time zone $1) and first <= $3::timestamptz at time zone $1`,
    [zone, beginning, now, month],
  );
  return rows[0];
}
