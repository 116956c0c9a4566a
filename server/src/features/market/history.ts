import { formatRate } from '@purser/contract/money';
import { FEE_COLUMNS, type FeeColumn, recordOf } from '@purser/contract/terms';
import type { UserKind } from '@purser/contract/features/account';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import type { Tx } from '../../platform/database/tx.ts';
import { BY_FEED } from './feeds.ts';
import type { Fees } from './terms.ts';

/** Whose terms: a merchant's own, or the provider's, which are everybody's, or those of a kind of wallet users. */
export interface WhoseTerms {
  readonly ownerId: number;
  readonly coin: string;
  /** Those of a kind of wallet users; left out where they are not. */
  readonly kind?: UserKind;
}

/** By whom something was set: one member, and with the second one's approval where it wanted two people. */
export interface SetBy {
  readonly staffId: number;
  readonly approvalId: string | null;
}

/** What held until lately. What two people decided, or has held for a day, is where counting begins anew. */
const SETTLED = `(approval_id is not null or set_at <= now() - interval '24 hours')`;

type Earlier = Readonly<Record<FeeColumn, readonly number[]>>;
type EarlierRow = Readonly<Record<`${FeeColumn}_before`, number | null>>;
/** Fees of a merchant or a kind; null where they follow the coin's. */
type OwnFees = Readonly<Record<FeeColumn, number | null>>;

const BEFORE = FEE_COLUMNS.map((column) => `${column}_before`).join(', ');

/** The version of these terms, and the fees that held within the last day before those of now. */
export async function termsHistory(
  tx: Tx,
  { ownerId, coin, kind }: WhoseTerms,
): Promise<{
  readonly version: number;
  readonly earlier: Earlier;
  readonly earlierCommissions: readonly number[];
  /** The fees that followed the coin's before one of these changes. */
  readonly followed: readonly FeeColumn[];
}> {
  const { rows } = await tx.query<
    { sequence: number; settled: number; commission_bp_before: number | null; followed_before: FeeColumn[] | null } & EarlierRow
  >(
    `with settled as (
       select coalesce(max(sequence), 0) as sequence from terms_change
       where owner_id = $1 and coin = $2 and kind = $3 and ${SETTLED}
     )
     select change.sequence, settled.sequence as settled, ${BEFORE},
       change.commission_bp_before, change.followed_before
     from settled left join terms_change as change
       on change.owner_id = $1 and change.coin = $2 and change.kind = $3 and change.sequence > settled.sequence
     order by change.sequence`,
    [ownerId, coin, kind ?? ''],
  );
  const last = rows.at(-1);
  return {
    version: last?.sequence ?? last?.settled ?? 0,
    earlier: earlierOf(rows),
    earlierCommissions: rows.flatMap((row) => row.commission_bp_before ?? []),
    followed: rows.flatMap((row) => row.followed_before ?? []),
  };
}

/**
 * The version of these terms, and what was paid by them within the last day before what is paid now. A fee of a merchant or a kind that follows the
 * coin's, or did that day, was the coin's as well; a coin's fee is also what those paid who follow it, when they had one of their own.
 *
 * @param own what the merchant or the kind has of its own; null where the terms are the coin's
 */
export async function paidHistory(
  tx: Tx,
  whose: WhoseTerms,
  own: OwnFees | null,
): Promise<{ readonly version: number; readonly earlier: Earlier }> {
  const { version, earlier, followed } = await termsHistory(tx, whose);
  const others = own
    ? (await termsHistory(tx, { ownerId: PROVIDER_OWNER_ID, coin: whose.coin })).earlier
    : await earlierOfFollowers(tx, whose.coin);
  const counts = (column: FeeColumn) => !own || own[column] === null || followed.includes(column);
  return { version, earlier: recordOf(FEE_COLUMNS, (column) => [...earlier[column], ...(counts(column) ? others[column] : [])]) };
}

/** What merchants and kinds paid within the last day, of the fees that follow the coin's by now. */
async function earlierOfFollowers(tx: Tx, coin: string): Promise<Earlier> {
  const { rows } = await tx.query<{ followed: FeeColumn[] } & EarlierRow>(
    `select * from (
       select ${BEFORE}, last_value(followed) over whole as followed,
         bool_or(approval_id is not null) over (partition by owner_id, kind order by sequence desc) as is_settled
       from terms_change where coin = $1 and (owner_id <> $2 or kind <> '') and set_at > now() - interval '24 hours'
       window whole as (partition by owner_id, kind order by sequence rows between unbounded preceding and unbounded following)
     ) as change where not is_settled`,
    [coin, PROVIDER_OWNER_ID],
  );
  return recordOf(FEE_COLUMNS, (column) => rows.flatMap((row) => (row.followed.includes(column) ? (row[`${column}_before`] ?? []) : [])));
}

function earlierOf(rows: readonly EarlierRow[]): Earlier {
  return recordOf(FEE_COLUMNS, (column) => rows.flatMap((row) => row[`${column}_before`] ?? []));
}

function followedBy(own: OwnFees | undefined): FeeColumn[] {
  return own ? FEE_COLUMNS.filter((column) => own[column] === null) : [];
}

/** Notes a change of terms as their next version. Whoever changes them holds the lock of what they are of. */
export async function noteTermsChange(
  tx: Tx,
  { ownerId, coin, kind, version }: WhoseTerms & { readonly version: number },
  /** What is paid, and what of it is a merchant's or a kind's own. */
  fees: { readonly before: Fees; readonly after: Fees; readonly own?: { readonly before: OwnFees; readonly after: OwnFees } },
  { staffId, approvalId }: SetBy,
  /** Of agents; null where the terms have none. */
  commission: { readonly before: number; readonly after: number } | null = null,
): Promise<void> {
  await tx
    .insertInto('terms_change')
    .values({
      owner_id: BigInt(ownerId),
      coin,
      kind: kind ?? '',
      sequence: version + 1,
      ...recordOf(FEE_COLUMNS, (column) => fees.after[column]),
      ...(Object.fromEntries(FEE_COLUMNS.map((column) => [`${column}_before`, fees.before[column]])) as Record<
        `${FeeColumn}_before`,
        number
      >),
      commission_bp: commission?.after ?? null,
      commission_bp_before: commission?.before ?? null,
      followed: followedBy(fees.own?.after),
      followed_before: followedBy(fees.own?.before),
      set_by: BigInt(staffId),
      approval_id: approvalId,
    })
    .execute();
}

interface RateHistory {
  /** Counts what staff have set; what a feed tells meanwhile is no change of theirs. */
  readonly version: number;
  /** The rate that holds; null where there is none. */
  readonly rate: string | null;
  /** It and those within the last day before it. */
  readonly rates: readonly string[];
  /** The last rate as it was told: by staff, or by a feed before its spread. */
  readonly told: string | null;
  readonly floats: boolean;
}

export async function rateHistory(tx: Tx, coin: string): Promise<RateHistory> {
  const { rows } = await tx.query<{ sequence: number; rate: string | null; told: string | null; price_type: string; version: number }>(
    `select sequence, trim_scale(rate)::text as rate, trim_scale(coalesce(fed, rate))::text as told, price_type,
       (select max(sequence) from coin_rate where coin = $1 and set_by <> '${BY_FEED}') as version
     from coin_rate
     where coin = $1 and sequence >= (
       select coalesce(max(sequence), 0) from coin_rate where coin = $1 and rate is not null and ${SETTLED})
     order by sequence`,
    [coin],
  );
  const last = rows.at(-1);
  return {
    version: last?.version ?? 0,
    rate: last?.rate ?? null,
    rates: rows.flatMap(({ rate }) => rate ?? []),
    told: rows.findLast(({ told }) => told !== null)?.told ?? null,
    floats: last?.price_type === 'floating',
  };
}

/** The coin's row is locked: two rates never take one place in its history. */
export async function addRate(tx: Tx, coin: string, rate: string, { staffId, approvalId }: SetBy): Promise<void> {
  await tx.query(
    `insert into coin_rate (coin, sequence, price_type, rate, set_by, approval_id)
     select $1, coalesce(max(sequence), 0) + 1, 'fixed', $2::numeric, $3, $4 from coin_rate where coin = $1`,
    [coin, rate, String(staffId), approvalId],
  );
}

/** How far one person may go, in basis points of what a fee or rate was. */
export interface Bounds {
  readonly version: number;
  readonly fee_bp: number;
  readonly rate_bp: number;
}

export async function boundsOf(tx: Tx): Promise<Bounds> {
  const { rows } = await tx.query<Bounds>('select sequence as version, fee_bp, rate_bp from change_bound order by sequence desc limit 1');
  const [bounds] = rows;
  if (!bounds) throw new Error('the bounds are never deleted');
  return bounds;
}

/** As staff read and write them: in percent. */
export function shownBounds({ fee_bp, rate_bp }: Omit<Bounds, 'version'>) {
  return { fee_bound: formatRate(fee_bp), rate_bound: formatRate(rate_bp) };
}

/** Sets other bounds; false where somebody else has set some meanwhile. */
export async function setBounds(tx: Tx, { version, fee_bp, rate_bp }: Bounds, { staffId, approvalId }: SetBy): Promise<boolean> {
  const made = await tx.query(
    `insert into change_bound (sequence, fee_bp, rate_bp, set_by, approval_id) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [version + 1, fee_bp, rate_bp, staffId, approvalId],
  );
  return made.rowCount === 1;
}
