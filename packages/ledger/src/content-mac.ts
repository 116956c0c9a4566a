import { createHmac, type KeyObject } from 'node:crypto';
import { type AccountKey, accountText } from './account.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Leg, Posting } from './posting.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * HMAC-SHA256 of a posting's canonical content. Stored with the posting, it tells a replay from another posting under the same id, and
 * what a holder of the key made from what somebody wrote into the tables. The key is never told to the database. For many postings make it
 * a KeyObject first (`createSecretKey`): a Buffer is made one for every MAC, which takes longer than everything else.
 */
export function contentMac(key: Buffer | KeyObject, posting: Posting, ordered: readonly KeyedLeg[] = inKeyOrder(posting.legs)): Buffer {
  return createHmac('sha256', key).update(canonicalContent(posting, ordered)).digest();
}

/**
 * Everything that is asked of the ledger but the deadline, as one text: JSON of arrays, so that no two contents share it. Legs stand in
 * the order of their accounts, a bucket left out is 0, no note is the note null, and a leg without a hold ends before it. Stored MACs
 * depend on every letter of it.
 */
export function canonicalContent(posting: Posting, ordered: readonly KeyedLeg[] = inKeyOrder(posting.legs)): string {
  if (!UUID.test(posting.posting_id)) throw new RangeError(`${posting.posting_id} is not a UUID in lower case`);
  const legs = ordered.map(({ leg }) => legContent(leg)).join(',');
  const name = `${posting.owner_id},"${posting.posting_id}",${JSON.stringify(posting.type)},${JSON.stringify(posting.serial_number)}`;
  return `["posting",${name},${canonicalJson(posting.note)},[${legs}]]`;
}

/** A leg with its account's text. */
interface KeyedLeg {
  readonly leg: Leg;
  readonly text: string;
}

/** The legs in the order of their accounts. */
export function inKeyOrder(legs: readonly Leg[]): KeyedLeg[] {
  return legs
    .map((leg) => ({ leg, text: accountText(leg.account) }))
    .sort((one, other) => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0));
}

/** bigint columns come as text from a plain driver, and as bigint from one told so. */
type Whole = string | bigint | number;

/** A row of ledger.posting. */
export interface StoredPosting {
  readonly owner_id: Whole;
  readonly posting_id: string;
  readonly type: string;
  readonly serial_number: string;
  readonly note: unknown;
}

/** What a row of ledger.entry says its posting did to its account: each bucket's after less its before. */
export interface StoredLeg extends Omit<AccountKey, 'owner_id'> {
  readonly owner_id: Whole;
  readonly available: Whole;
  readonly frozen: Whole;
  readonly pending: Whole;
  readonly charge: Whole;
  readonly counterparty: Whole | null;
  readonly hold_id: string | null;
}

/** A row `e` of ledger.entry as a `StoredLeg`, in SQL. */
export const STORED_LEG = `json_build_object('owner_id', e.owner_id::text, 'coin', e.coin, 'purpose', e.purpose,
  'available', (e.available_after - e.available_before)::text, 'frozen', (e.frozen_after - e.frozen_before)::text,
  'pending', (e.pending_after - e.pending_before)::text, 'charge', e.charge::text, 'counterparty', e.counterparty::text, 'hold_id', e.hold_id)`;

/** The posting that must have been asked for to leave these rows, in whatever order: its MAC is the stored one, or a row was changed. */
export function storedPosting(posting: StoredPosting, legs: readonly StoredLeg[]): Posting {
  return {
    owner_id: Number(posting.owner_id),
    posting_id: posting.posting_id,
    // Whatever type was stored is what the MAC must be of.
    type: posting.type as Posting['type'],
    serial_number: posting.serial_number,
    note: posting.note,
    legs: legs.map((leg) => ({
      account: { owner_id: Number(leg.owner_id), coin: leg.coin, purpose: leg.purpose },
      available: BigInt(leg.available),
      frozen: BigInt(leg.frozen),
      pending: BigInt(leg.pending),
      charge: BigInt(leg.charge),
      ...(leg.counterparty !== null && { counterparty: Number(leg.counterparty) }),
      ...(leg.hold_id !== null && { hold: leg.hold_id }),
    })),
  };
}

function legContent({ account, available = 0n, frozen = 0n, pending = 0n, charge = 0n, counterparty, hold }: Leg): string {
  if (hold !== undefined && !UUID.test(hold)) throw new RangeError(`${hold} is not a UUID in lower case`);
  const { owner_id, coin, purpose } = account;
  const held = hold === undefined ? '' : `,"${hold}"`;
  return `[${owner_id},${JSON.stringify(coin)},${JSON.stringify(purpose)},${available},${frozen},${pending},${charge},${counterparty ?? null}${held}]`;
}
