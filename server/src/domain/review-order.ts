import { next, type Machine } from '@purser/contract/machine';
import type { EvidenceName, EvidenceWords, ReviewEvent, ReviewKind, ReviewState } from '@purser/contract/review';
import { newSerialNumber, type SerialKind } from '@purser/contract/serial';
import { type AccountKey, mainAccount } from '@purser/ledger/account';
import { derivedId } from '@purser/ledger/derived-id';
import { type Posting, type PostingIdentity } from '@purser/ledger/posting';
import { postBatch, type PostingResult } from '@purser/ledger/store';
import type { Selectable } from 'kysely';
import { lockByOwner } from '../platform/database/lock-by-owner.ts';
import type { Schema } from '../platform/database/schema.ts';
import type { Tx } from '../platform/database/tx.ts';
import { refuse, Refusal } from '../platform/http/refusal.ts';
import { Answer } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { announce } from '../platform/streams/hub.ts';

/** An order of any kind that somebody else than its owner decides on; amounts in minor units. */
export type ReviewOrder = Selectable<Schema['review_order']>;

/** What an order must say as it is made; the rest is empty unless said. Its number and times come by themselves. */
export type NewReviewOrder = Pick<
  ReviewOrder,
  'owner_id' | 'kind' | 'status' | 'review_mode' | 'coin' | 'amount' | 'fee' | 'settlement' | 'fee_bp'
> &
  Partial<Omit<ReviewOrder, 'create_time' | 'update_time' | 'destination'>> & {
    /** Plain JSON. */
    readonly destination?: Readonly<Record<string, unknown>>;
  };

/** Who moves an order on, and how the owner is shown them. */
export interface Mover {
  readonly kind: NonNullable<ReviewOrder['reviewer_kind']>;
  readonly id: string;
  readonly name: string;
}

/** An event that somebody wants to happen to an order. */
export interface Move {
  readonly ownerId: number;
  readonly serialNumber: string;
  readonly event: ReviewEvent;
  readonly by: Mover;
  /** The reason of a rejection. */
  readonly remark?: string;
  /** The transaction that carried it, where the event says so. */
  readonly txid?: string;
  /** Two people have decided on it. */
  readonly byTwo?: boolean;
}

/** An order that was moved: its row after the event. */
export interface Moved {
  readonly order: ReviewOrder;
  readonly event: ReviewEvent;
  readonly by: Mover;
  readonly byTwo?: boolean;
}

/** Standing that the kit needs: the ledger's key, and whatever `tells` uses. */
export type ReviewPlatform = Pick<Platform, 'ledgerKey' | 'secrets' | 'settings'>;

/** One kind of order, as the kit moves it. */
export interface ReviewOrderKind {
  readonly kind: ReviewKind;
  readonly machine: Machine<ReviewState, ReviewEvent>;
  /**
   * What an event moves, `submit` among them; undefined where it moves nothing. Its identity is `reviewPosting(order, event)`. Throws a refusal
   * where the event may not happen.
   */
  readonly posting: (order: ReviewOrder, event: ReviewEvent | 'submit') => Posting | undefined;
  /** Refuses moves for what the rows of others say, read once for all of them: undefined at the places of those that may go on. */
  readonly check?: (tx: Tx, moved: readonly Moved[]) => Promise<readonly (Refusal | undefined)[]>;
  /** Tells whoever else is concerned, in the transaction: webhooks, messages. The consoles of the owners are told by the kit. */
  readonly tells?: (tx: Tx, platform: ReviewPlatform, moved: readonly Moved[]) => Promise<unknown>;
  /** What is known of an order from elsewhere, beside what was claimed, for whoever decides. */
  readonly evidence?: (tx: Tx, order: ReviewOrder) => Promise<readonly ReviewEvidence[]>;
}

/** A fact beside an order: shown by its name, in the words of the console. */
export type ReviewEvidence = {
  [Name in EvidenceName]: {
    readonly name: Name;
    readonly value: Name extends keyof EvidenceWords ? EvidenceWords[Name][number] : string;
    /** Whether it bears the claim out; undefined where it says neither. */
    readonly agrees?: boolean;
  };
}[EvidenceName];

/** Declares a kind; the machine's own states and events are checked where it is made. */
export function reviewKind<State extends ReviewState, Event extends ReviewEvent>(
  kind: Omit<ReviewOrderKind, 'machine'> & { readonly machine: Machine<State, Event> },
): ReviewOrderKind {
  return kind as unknown as ReviewOrderKind;
}

/** One text per order, for maps. */
export function orderKey({ owner_id, serial_number }: { readonly owner_id: number | bigint; readonly serial_number: string }): string {
  return `${owner_id} ${serial_number}`;
}

type Numbered = Pick<ReviewOrder, 'owner_id' | 'serial_number' | 'create_time'>;

/** The one posting that an event of an order makes: its id is made of both, so that the ledger itself refuses to make it twice. */
export function reviewPosting(order: Numbered, event: ReviewEvent | 'submit'): PostingIdentity {
  const owner_id = Number(order.owner_id);
  const posting_id = derivedId(`review ${order.owner_id} ${order.serial_number} ${event}`, order.create_time);
  return { owner_id, posting_id, serial_number: order.serial_number };
}

/** The hold in which an order's money waits: the ledger takes no more out of it than was put in. */
export function reviewHold(order: Numbered): string {
  return reviewPosting(order, 'submit').posting_id;
}

/** What an order holds of its owner's money, as postings say it. */
export function reviewHeld(order: Numbered & Pick<ReviewOrder, 'coin' | 'amount'>): {
  readonly account: AccountKey;
  readonly hold: string;
  readonly amount_minor: bigint;
} {
  return { account: mainAccount(Number(order.owner_id), order.coin), hold: reviewHold(order), amount_minor: order.amount };
}

const SERIAL_KINDS: Record<ReviewKind, SerialKind> = {
  user_withdrawal: 'user_withdrawal',
  adjustment: 'user_adjustment',
  usdt_recharge: 'usdt_recharge',
  usdt_withdrawal: 'usdt_withdrawal',
  fiat_withdrawal: 'fiat_withdrawal',
};

/** A serial number for a new order of a kind. */
export function newReviewNumber(kind: ReviewKind): string {
  return newSerialNumber(SERIAL_KINDS[kind]);
}

/** Writes new orders in one statement and gives their rows in the same order. The caller makes their postings. */
export async function insertReviewOrders(tx: Tx, orders: readonly NewReviewOrder[]): Promise<ReviewOrder[]> {
  if (orders.length === 0) return [];
  const named = orders.map((order) => ({ ...order, serial_number: order.serial_number ?? newReviewNumber(order.kind) }));
  const { rows } = await tx.query<ReviewOrder>({
    name: 'insert-review-orders',
    text: `
      insert into review_order (owner_id, serial_number, kind, status, review_mode, manual_because, order_id, payee_id, payee_nick, external_account,
        balance_type, user_may_accept, coin, amount, fee, network_fee, settlement, fee_bp, other_coin, other_amount, rate, network, address, txid, destination,
        note, remark, audit, reviewer_kind, reviewer_id, submitted_by, audit_time, way)
      select owner_id, serial_number, kind, status, review_mode, coalesce(manual_because, '{}'), coalesce(order_id, ''), payee_id,
        coalesce(payee_nick, ''), coalesce(external_account, ''), coalesce(balance_type, ''), coalesce(user_may_accept, false), coin, amount, fee,
        coalesce(network_fee, 0), settlement, fee_bp, other_coin, other_amount, rate, network, coalesce(address, ''), coalesce(txid, ''), destination, coalesce(note, ''),
        coalesce(remark, ''), coalesce(audit, ''), reviewer_kind, reviewer_id, coalesce(submitted_by, ''), audit_time, coalesce(way, '')
      from jsonb_populate_recordset(null::review_order, $1::jsonb)
      returning *`,
    values: [JSON.stringify(named, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))],
  });
  const byNumber = new Map(rows.map((row) => [orderKey(row), row]));
  return named.map((order) => byNumber.get(orderKey(order)) as ReviewOrder);
}

/**
 * Makes one order with the posting of its submission, and tells whom it concerns. Refuses with insufficient_balance or market_not_enabled
 * by throwing, so that nothing is left of it.
 */
export async function submitReviewOrder(
  tx: Tx,
  platform: ReviewPlatform,
  kind: ReviewOrderKind,
  order: NewReviewOrder,
): Promise<ReviewOrder> {
  const [made] = await insertReviewOrders(tx, [order]);
  if (!made) throw new Error('an order was not written');
  const posting = kind.posting(made, 'submit');
  if (posting) {
    const [result] = await postBatch(tx, platform.ledgerKey, [posting]);
    const refusal = refusalOf(result, made);
    if (refusal) throw refusal;
  }
  await announce(tx, { merchants: [[Number(made.owner_id), posting ? ['reviews', 'balances'] : ['reviews']]] });
  return made;
}

/**
 * Lets events happen to orders of one kind, each decided on its own: the result at index i is of move i, the order's row after it or why it did
 * not happen. One statement each for locking, posting and writing, whatever the number. Takes every order once; runs in the caller's transaction,
 * after all its other locks, and must see the orders and all accounts that the postings take from.
 */
export async function moveReviewOrders(
  tx: Tx,
  platform: ReviewPlatform,
  kind: ReviewOrderKind,
  moves: readonly Move[],
): Promise<(ReviewOrder | Refusal)[]> {
  const results: (ReviewOrder | Refusal | undefined)[] = moves.map(() => undefined);
  const locked = await lockOrders(tx, kind.kind, moves);
  const seen = new Set<string>();
  const steps: Step[] = [];
  for (const [index, move] of moves.entries()) {
    const key = orderKey({ owner_id: move.ownerId, serial_number: move.serialNumber });
    const order = locked.get(key);
    const status = order && next(kind.machine, order.status as ReviewState, move.event);
    if (!order) results[index] = refuse('order_unknown');
    else if (status === undefined || seen.has(key)) results[index] = refuse('review_decided');
    else steps.push({ index, move, order, status });
    seen.add(key);
  }
  const refused = await kind.check?.(
    tx,
    steps.map(({ order, move }) => movedBy(move, order)),
  );
  const open = steps.filter(({ index }, place) => (results[index] = refused?.[place]) === undefined);
  await post(tx, platform, kind, open, results);
  const made = open.filter(({ index }) => results[index] === undefined);
  const rows = await writeMoves(tx, made);
  const moved = made.map(({ index, move, order }): Moved => {
    const row = rows.get(orderKey(order));
    if (!row) throw new Error(`order ${order.serial_number} was moved but not written`);
    results[index] = row;
    return movedBy(move, row);
  });
  if (moved.length > 0) {
    const owners = [...new Set(moved.map(({ order }) => Number(order.owner_id)))];
    await Promise.all([
      announce(tx, { merchants: owners.map((owner) => [owner, ['reviews', 'balances']] as const) }),
      kind.tells?.(tx, platform, moved),
    ]);
  }
  return results as (ReviewOrder | Refusal)[];
}

/**
 * Takes an order back that nobody has decided, and shows it; one that is taken back stays so, and the answer says so. Throws order_unknown or
 * review_decided.
 */
export async function takeBack<Shown>(
  tx: Tx,
  platform: ReviewPlatform,
  kind: ReviewOrderKind,
  move: Pick<Move, 'ownerId' | 'serialNumber' | 'by'>,
  shown: (order: ReviewOrder) => Shown | Promise<Shown>,
): Promise<Shown | Answer<Shown>> {
  const [moved] = await moveReviewOrders(tx, platform, kind, [{ ...move, event: 'cancel' }]);
  if (moved && !(moved instanceof Refusal)) return shown(moved);
  const order = await tx
    .selectFrom('review_order')
    .selectAll()
    .where('owner_id', '=', BigInt(move.ownerId))
    .where('serial_number', '=', move.serialNumber)
    .executeTakeFirst();
  if (order?.kind !== kind.kind || order.status !== 'cancelled') throw moved ?? refuse('order_unknown');
  return new Answer('already_done', await shown(order));
}

/** A move that the machine allows. */
interface Step {
  readonly index: number;
  readonly move: Move;
  readonly order: ReviewOrder;
  readonly status: ReviewState;
}

function movedBy({ event, by, byTwo = false }: Move, order: ReviewOrder): Moved {
  return { order, event, by, byTwo };
}

/** Locks orders until the transaction ends where tables are distributed; what they hold is read afterwards. */
export async function lockOnNodes(
  tx: Tx,
  orders: readonly { readonly owner_id: number | bigint; readonly serial_number: string }[],
): Promise<void> {
  const asked = orders.map(({ owner_id, serial_number }) => ({ ownerId: Number(owner_id), key: serial_number }));
  await lockByOwner(tx, { table: 'review_order', owner: 'owner_id', key: 'serial_number' }, asked, 'for no key update');
}

async function lockOrders(tx: Tx, kind: ReviewKind, moves: readonly Move[]): Promise<Map<string, ReviewOrder>> {
  if (tx.isDistributed)
    await lockOnNodes(
      tx,
      moves.map(({ ownerId, serialNumber }) => ({ owner_id: ownerId, serial_number: serialNumber })),
    );
  const { rows } = await tx.query<ReviewOrder>({
    name: 'lock-review-orders',
    text: `
      select o.* from review_order o
      where (o.owner_id, o.serial_number) in (select * from unnest($1::bigint[], $2::text[])) and o.kind || '' = $3
      order by o.owner_id, o.serial_number
      ${tx.isDistributed ? '' : 'for no key update of o'}`,
    values: [moves.map(({ ownerId }) => ownerId), moves.map(({ serialNumber }) => serialNumber), kind],
  });
  return new Map(rows.map((row) => [orderKey(row), row]));
}

/** Makes the postings of steps; gives those that the ledger did not make their refusal. */
async function post(
  tx: Tx,
  { ledgerKey }: ReviewPlatform,
  kind: ReviewOrderKind,
  steps: readonly Step[],
  results: (ReviewOrder | Refusal | undefined)[],
): Promise<void> {
  const planned = steps.flatMap((step) => {
    const posting = kind.posting(step.order, step.move.event);
    return posting ? [{ step, posting }] : [];
  });
  const made = await postBatch(
    tx,
    ledgerKey,
    planned.map(({ posting }) => posting),
  );
  for (const [place, { step }] of planned.entries()) results[step.index] = refusalOf(made[place], step.order);
}

function refusalOf(result: PostingResult | undefined, order: ReviewOrder): Refusal | undefined {
  switch (result?.outcome) {
    case 'posted':
      return undefined;
    case 'insufficient':
      return refuse('insufficient_balance');
    case 'account_missing':
      return refuse('market_not_enabled');
    default:
      throw new Error(`the posting of order ${order.serial_number} came back from the ledger as ${result?.outcome}`);
  }
}

const DECISIONS: ReadonlySet<ReviewEvent> = new Set<ReviewEvent>(['approve', 'reject', 'release', 'take_back']);

async function writeMoves(tx: Tx, steps: readonly Step[]): Promise<Map<string, ReviewOrder>> {
  if (steps.length === 0) return new Map();
  const { rows } = await tx.query<ReviewOrder>({
    name: 'write-review-moves',
    text: `
      with m as materialized (
        select *, date_trunc('milliseconds', now()) as at
        from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::text[], $8::text[], $9::text[])
          as m (owner_id, serial_number, status, remark, txid, decides, by_kind, by_id, name)
      )
      update review_order o set status = m.status, remark = coalesce(m.remark, o.remark), txid = coalesce(m.txid, o.txid),
        audit = case when m.decides then m.name else o.audit end,
        reviewer_kind = case when m.decides then m.by_kind else o.reviewer_kind end,
        reviewer_id = case when m.decides then m.by_id else o.reviewer_id end,
        audit_time = case when m.decides then m.at else o.audit_time end, update_time = m.at
      from m
      where o.owner_id = m.owner_id and o.serial_number = m.serial_number
      returning o.*`,
    values: [
      steps.map(({ order }) => order.owner_id),
      steps.map(({ order }) => order.serial_number),
      steps.map(({ status }) => status),
      steps.map(({ move }) => move.remark ?? null),
      steps.map(({ move }) => move.txid ?? null),
      steps.map(({ move }) => DECISIONS.has(move.event)),
      steps.map(({ move }) => move.by.kind),
      steps.map(({ move }) => move.by.id),
      steps.map(({ move }) => move.by.name),
    ],
  });
  return new Map(rows.map((row) => [orderKey(row), row]));
}
