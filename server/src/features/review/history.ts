import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { HISTORY_OUTCOMES, MOST_IN_HISTORY, MOST_LATEST, type reviewHistory } from '@purser/contract/features/review';
import { REVIEW_KINDS, REVIEW_STATES } from '@purser/contract/review';
import { isPermitted, type StaffRole } from '@purser/contract/staff';
import { FIRST_ROWS, readAsStaff } from '../../platform/commands/staff-acts.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';

type History = OutputOf<typeof reviewHistory>;
type Kind = History['kinds'][number];
type Outcome = Kind['counts'][number]['outcome'];

/** What the states of all kinds say of what became of something; what its owner took back says nothing. */
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  pending_review: 'waiting',
  appeal: 'waiting',
  created: 'waiting',
  paid: 'waiting',
  // The money of a payout that has failed is still held.
  failed: 'waiting',
  pending: 'waiting',
  unverified: 'waiting',
  approved: 'approved',
  completed: 'approved',
  settled: 'approved',
  paid_out: 'approved',
  verified: 'approved',
  rejected: 'rejected',
  refunded: 'reversed',
  returned: 'reversed',
};

/** So many of one kind, state and coin; the coin is null of what is no money. */
interface Counted {
  readonly kind: Kind['kind'];
  readonly status: string;
  readonly coin: string | null;
  readonly count: bigint;
  readonly amount: string | null;
}

interface Latest {
  readonly kind: Kind['kind'];
  readonly item_id: string;
  readonly status: string;
  readonly coin: string | null;
  readonly amount: bigint | null;
  readonly create_time: Date;
}

/** A party's history as of one moment. Everything is read by the indexes of the party's own rows, and no more of a kind and state than is counted. */
export function historyOf(
  platform: Platform,
  { owner_id }: ParsedInputOf<typeof reviewHistory>,
  { role }: Pick<StaffContext, 'role'>,
): Promise<History> {
  return readAsStaff(platform, async (tx) => {
    await tx.query(FIRST_ROWS);
    const owner = await ownerOf(tx, owner_id);
    const [counted, latest] = [await countedOf(tx, owner_id, role), await latestOf(tx, owner_id, role)];
    await tx.coins.know(
      [...counted, ...latest].flatMap(({ coin }) => coin ?? []),
      tx,
    );
    return { owner, kinds: kindsOf(tx, counted, latest) };
  });
}

async function ownerOf(tx: Tx, ownerId: number): Promise<History['owner']> {
  const { rows } = await tx.query<Omit<History['owner'], 'create_time'> & { create_time: Date }>(
    `select 'merchant' as owner_type, name, username, status, authentication_status, created_at as create_time from party_merchant where merchant_id = $1
     union all select 'user', nick, username, status, authentication_status, created_at from party_user where user_id = $1`,
    [ownerId],
  );
  const [owner] = rows;
  if (!owner) throw refuse('not_found');
  return { ...owner, create_time: owner.create_time.toISOString() };
}

/** What of the kinds without money a role is told. */
function isTold(role: StaffRole, kind: 'identity' | 'approval'): boolean {
  return isPermitted(role, `${kind}.read`);
}

/** Of each kind and state one row more than is counted is looked at, the latest first. */
async function countedOf(tx: Tx, ownerId: number, role: StaffRole): Promise<Counted[]> {
  const most = MOST_IN_HISTORY + 1;
  const { rows } = await tx.query<Counted>(
    `with asked_approval as materialized (
       select case when state = 'pending' and expires_at <= now() then 'expired' else state end as state
       from approval where owner_id = $1 and $5 order by created_at desc limit ${most}
     )
     select found.kind, found.status, found.coin, count(*) as count, sum(found.amount)::text as amount
     from unnest($2::text[]) as asked_kind cross join unnest($3::text[]) as asked_status cross join lateral (
       select kind, status, coin, amount from review_order
       where owner_id = $1 and kind = asked_kind and status = asked_status order by create_time desc, serial_number desc limit ${most}
     ) as found group by 1, 2, 3
     union all
     select 'bank_account', status, null, count(*), null from (
       select status from payment_method where owner_id = $1 limit ${most}) as methods group by 2
     union all
     select 'identity', status, null, count(*), null from (
       select status from identity_submission where owner_id = $1 and $4 order by submission_id desc limit ${most}) as submissions group by 2
     union all
     select 'approval', state, null, count(*), null from asked_approval group by 2`,
    [ownerId, REVIEW_KINDS, REVIEW_STATES, isTold(role, 'identity'), isTold(role, 'approval')],
  );
  return rows;
}

async function latestOf(tx: Tx, ownerId: number, role: StaffRole): Promise<Latest[]> {
  const { rows } = await tx.query<Latest>(
    `with asked_approval as materialized (
       select approval_id::text as item_id, case when state = 'pending' and expires_at <= now() then 'expired' else state end as state, created_at
       from approval where owner_id = $1 and $4 order by created_at desc limit ${MOST_LATEST}
     )
     select found.* from unnest($2::text[]) as asked_kind cross join lateral (
       select kind, serial_number as item_id, status, coin, amount, create_time from review_order
       where owner_id = $1 and kind = asked_kind order by create_time desc, serial_number desc limit ${MOST_LATEST}
     ) as found
     union all
     (select 'bank_account', payment_method_id::text, status, null, null, created_at from payment_method
      where owner_id = $1 order by payment_method_id desc limit ${MOST_LATEST})
     union all
     (select 'identity', submission_id::text, status, null, null, created_at from identity_submission
      where owner_id = $1 and $3 order by submission_id desc limit ${MOST_LATEST})
     union all
     select 'approval', item_id, state, null, null, created_at from asked_approval`,
    [ownerId, REVIEW_KINDS, isTold(role, 'identity'), isTold(role, 'approval')],
  );
  return rows;
}

function kindsOf(tx: Tx, counted: readonly Counted[], latest: readonly Latest[]): Kind[] {
  const [ofKind, lately] = [Map.groupBy(counted, ({ kind }) => kind), Map.groupBy(latest, ({ kind }) => kind)];
  return [...lately].map(([kind, items]) => ({
    kind,
    counts: countsOf(tx, ofKind.get(kind) ?? []),
    latest: items.map(({ item_id, status, coin, amount, create_time }) => ({
      item_id,
      status,
      outcome: OUTCOMES[status] ?? null,
      coin_name: coin,
      amount: coin === null || amount === null ? null : tx.coins.format(amount, coin),
      create_time: create_time.toISOString(),
    })),
  }));
}

/** By outcome: states that mean the same are added up, and each state is counted up to a bound. */
function countsOf(tx: Tx, counted: readonly Counted[]): Kind['counts'] {
  return HISTORY_OUTCOMES.flatMap((outcome) => {
    const rows = counted.filter(({ status }) => OUTCOMES[status] === outcome);
    if (rows.length === 0) return [];
    const ofState = Map.groupBy(rows, ({ status }) => status);
    const counts = [...ofState.values()].map((ofOne) => ofOne.reduce((sum, { count }) => sum + Number(count), 0));
    const ofCoin = Map.groupBy(rows, ({ coin }) => coin);
    return [
      {
        outcome,
        count: counts.reduce((sum, count) => sum + Math.min(count, MOST_IN_HISTORY), 0),
        is_exact: counts.every((count) => count <= MOST_IN_HISTORY),
        amounts: [...ofCoin].flatMap(([coin, ofOne]) =>
          coin === null
            ? []
            : [
                {
                  coin_name: coin,
                  amount: tx.coins.format(
                    ofOne.reduce((sum, { amount }) => sum + BigInt(amount ?? '0'), 0n),
                    coin,
                  ),
                },
              ],
        ),
      },
    ];
  });
}
