import type { AccountKey } from '@purser/ledger/account';
import { derivedId } from '@purser/ledger/derived-id';
import { type Posting, planCommission } from '@purser/ledger/posting';
import { postBatch, type PostingResult } from '@purser/ledger/store';
import type { PeriodicJob } from '../../platform/commands/jobs.ts';
import { lockByOwner } from '../../platform/database/lock-by-owner.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Platform } from '../../platform/platform.ts';

const AT_ONCE = 200;

export function referralJobs(platform: Platform): PeriodicJob[] {
  return [{ name: 'pay-commissions', everyMs: 5_000, run: () => payCommissions(platform) }];
}

interface Due {
  readonly owner_id: bigint;
  readonly user_id: bigint;
  readonly order_serial_number: string;
  readonly serial_number: string;
  readonly coin: string;
  readonly amount: bigint;
  readonly create_time: Date;
  readonly due_text: string;
}

/** Where a slice begins: behind the last one of the slice before. */
type Place = readonly [dueTime: string, ownerId: bigint, serialNumber: string];
const FIRST: Place = ['-infinity', 0n, ''];

/**
 * Pays agents what is due, a slice for each transaction, and answers how many commissions that were. What cannot be paid now stays due: of an agent
 * who is suspended or has no account in the coin, or while the fees that it is taken from are in use or were taken elsewhere. It begins anew wherever
 * it was ended, as a commission and its posting are written together, and bears being done by two at once.
 */
export async function payCommissions(platform: Platform, atOnce = AT_ONCE): Promise<number> {
  await lapseOfClosed(platform);
  let paid = 0;
  for (let after: Place | undefined = FIRST; after !== undefined;) {
    const from: Place = after;
    const slice = await platform.db.systemTransaction((tx) => paySlice(tx, platform.ledgerKey, from, atOnce));
    paid += slice.paid;
    after = slice.next;
  }
  return paid;
}

/** What an agent has not been paid who has closed the account is not paid any more. */
async function lapseOfClosed({ db }: Platform): Promise<void> {
  await db.systemTransaction((tx) =>
    tx.query(
      `update commission set state = 'lapsed'
       where state = 'due' and exists (select from wallet_user where user_id = commission.owner_id and closed_at is not null)`,
    ),
  );
}

const DUE = `
  select c.owner_id, c.user_id, c.order_serial_number, c.serial_number, c.coin, c.amount, c.create_time, c.due_time::text as due_text
  from commission c join wallet_user agent on agent.user_id = c.owner_id and agent.status = 'normal'
  where c.state = 'due' and c.due_time <= now() and (c.due_time, c.owner_id, c.serial_number) > ($1::timestamptz, $2, $3)
  order by c.due_time, c.owner_id, c.serial_number limit $4`;

/** Of what was seen to be due on several nodes, what still is once it is locked with its agents. */
async function lockedOnNodes(tx: Tx, seen: readonly Due[], from: readonly unknown[]): Promise<Due[]> {
  if (seen.length === 0) return [];
  const agents = [...new Set(seen.map(({ owner_id }) => Number(owner_id)))].map((ownerId) => ({ ownerId, key: String(ownerId) }));
  const commissions = seen.map(({ owner_id, serial_number }) => ({ ownerId: Number(owner_id), key: serial_number }));
  const locked = await lockByOwner(
    tx,
    { table: 'commission', owner: 'owner_id', key: 'serial_number' },
    commissions,
    'for no key update',
    true,
  );
  await lockByOwner(tx, { table: 'wallet_user', owner: 'user_id', key: 'user_id' }, agents, 'for share');
  const isLocked = new Set(locked.map(({ ownerId, key }) => `${ownerId} ${key}`));
  const { rows } = await tx.query<Due>(DUE, [...from]);
  return rows.filter(({ owner_id, serial_number }) => isLocked.has(`${owner_id} ${serial_number}`));
}

async function paySlice(
  tx: Tx,
  key: Buffer,
  [dueTime, ownerId, serialNumber]: Place,
  atOnce: number,
): Promise<{ readonly paid: number; readonly next: Place | undefined }> {
  const from = [dueTime, ownerId, serialNumber, atOnce] as const;
  // Whoever closes or suspends the account of an agent comes before this or after it. Another worker's slice is left to it.
  const { rows: seen } = await tx.query<Due>(tx.isDistributed ? DUE : `${DUE} for no key update of c skip locked for share of agent`, [
    ...from,
  ]);
  const rows = tx.isDistributed ? await lockedOnNodes(tx, seen, from) : seen;
  const results = await postBatch(tx, key, rows.map(commissionPosting), { skipLocked: true });
  const posted = rows.flatMap((row, place) => {
    const postedAt = postedAtOf(results[place], row);
    return postedAt === undefined ? [] : [{ row, postedAt }];
  });
  await tx.query(
    `update commission c set state = 'paid', settle_time = p.posted_at
     from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as p (owner_id, serial_number, posted_at)
     where c.owner_id = p.owner_id and c.serial_number = p.serial_number`,
    [posted.map(({ row }) => row.owner_id), posted.map(({ row }) => row.serial_number), posted.map(({ postedAt }) => postedAt)],
  );
  const last = seen.at(-1);
  const isOver = last === undefined || seen.length < atOnce;
  return { paid: posted.length, next: isOver ? undefined : [last.due_text, last.owner_id, last.serial_number] };
}

/** The one posting of a commission: its id is made of the order that earned it, so that the ledger itself refuses to pay for one order twice. */
function commissionPosting({ owner_id, user_id, order_serial_number, serial_number, coin, amount, create_time }: Due): Posting {
  return planCommission({
    owner_id: Number(owner_id),
    posting_id: derivedId(`commission ${user_id} ${order_serial_number}`, create_time),
    serial_number,
    agent: Number(owner_id),
    bearer: Number(user_id),
    coin,
    amount_minor: amount,
  });
}

/** Undefined where it is to be tried again later. */
function postedAtOf(result: PostingResult | undefined, { serial_number, owner_id, coin }: Due): Date | undefined {
  switch (result?.outcome) {
    case 'posted':
    case 'replayed':
      return result.posted_at;
    case 'locked':
    case 'insufficient':
      return undefined;
    case 'account_missing':
      if (isOf(result.account, Number(owner_id), coin)) return undefined;
      break;
    default:
  }
  throw new Error(`the commission ${serial_number} came back from the ledger as ${result?.outcome}`);
}

function isOf(account: AccountKey, ownerId: number, coin: string): boolean {
  return account.owner_id === ownerId && account.coin === coin;
}
