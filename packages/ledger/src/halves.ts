import { type AccountKey, clearingAccount, isProvider } from './account.ts';
import { hashedUuid } from './derived-id.ts';
import { assertBalanced, type Leg, type Posting, type PostingIdentity } from './posting.ts';
import type { ShardGroups } from './shard-groups.ts';

/**
 * A posting over two shard groups, as the two postings that make it. The first takes the money from whoever gives it to the clearing account of
 * their group; the second gives it on from the clearing account of the other group, and takes from nobody.
 */
export interface Crossing {
  readonly first: Posting;
  readonly second: Posting;
  /** What whoever drives it must know beside the money, as JSON. */
  readonly about?: unknown;
}

type LegInNote = readonly [owner_id: number, coin: string, purpose: string, available: string, charge: string, counterparty: number | null];

/** What a second half is made of, as the first half's note keeps it, and the first half's MAC with it. */
interface SecondInNote {
  readonly owner_id: number;
  readonly posting_id: string;
  readonly legs: readonly LegInNote[];
}

/** Which note the first half has, and which the second. A posting with one of these members is a half. */
interface FirstNote {
  readonly second_half: SecondInNote;
  readonly note?: unknown;
}
interface SecondNote {
  readonly first_half: readonly [owner_id: number, posting_id: string];
  readonly note?: unknown;
}

/**
 * The halves of a posting whose legs lie in two groups; undefined where they lie in one. The half in the group of the posting's owner has the
 * posting's own identity, the other one an id that is made of it. Throws on what cannot be made in halves: legs in more groups, or money that is taken
 * or held on both sides.
 */
export function halvesOf(posting: Posting, groups: ShardGroups): Crossing | undefined {
  if (groups.count === 1) return undefined;
  const sides = [...Map.groupBy(posting.legs, ({ account }) => groups.of(account.owner_id)).values()];
  if (sides.length < 2) return undefined;
  assertBalanced(posting.legs);
  const giving = sides.filter((legs) => legs.some((leg) => !isGivenOnly(leg)));
  const from = giving[0] ?? sides[0];
  const to = sides.find((legs) => legs !== from);
  if (sides.length > 2 || giving.length > 1 || !from || !to)
    throw new RangeError(`posting ${posting.serial_number} takes from or spreads over more shard groups than two halves have`);
  const { owner_id, posting_id, type, serial_number, note, deadline } = posting;
  const [giver, receiver] = [homeOf(from), homeOf(to)];
  const identityOf = (home: number): Pick<PostingIdentity, 'owner_id' | 'posting_id'> =>
    groups.of(home) === groups.of(owner_id) ? { owner_id, posting_id } : { owner_id: home, posting_id: otherHalfId(posting, home) };
  const [first, second] = [identityOf(giver), identityOf(receiver)];
  const moved = sumsOf(to);
  const clearing = (of: number, counterparty: number, sign: 1n | -1n): Leg[] =>
    moved.map(([coin, sum]) => ({ account: clearingAccount(coin, of), available: sign * sum, counterparty }));
  const kept = note === undefined ? {} : { note };
  const secondNote: SecondNote = { first_half: [first.owner_id, first.posting_id], ...kept };
  const secondLegs = [...to, ...clearing(receiver, giver, -1n)];
  const firstNote: FirstNote = { second_half: { ...second, legs: secondLegs.map(inNote) }, ...kept };
  return {
    first: {
      ...first,
      type,
      serial_number,
      note: firstNote,
      legs: [...from, ...clearing(giver, receiver, 1n)],
      ...(deadline && { deadline }),
    },
    second: { ...second, type, serial_number, note: secondNote, legs: secondLegs },
  };
}

/** The second half that a first half promises; undefined where the posting is no first half. */
export function secondOf({ owner_id, posting_id, type, serial_number, note }: Omit<Posting, 'legs'>): Posting | undefined {
  const kept = note as Partial<FirstNote> | null | undefined;
  const second = kept?.second_half;
  if (!second) return undefined;
  const secondNote: SecondNote = { first_half: [owner_id, posting_id], ...(kept.note !== undefined && { note: kept.note }) };
  return {
    owner_id: second.owner_id,
    posting_id: second.posting_id,
    type,
    serial_number,
    note: secondNote,
    legs: second.legs.map(fromNote),
  };
}

/** The first half that a posting is the second one of; undefined where it is none. */
export function firstOf({ note }: Pick<Posting, 'note'>): Pick<PostingIdentity, 'owner_id' | 'posting_id'> | undefined {
  const first = (note as Partial<SecondNote> | null | undefined)?.first_half;
  return first && { owner_id: first[0], posting_id: first[1] };
}

function inNote({ account, available = 0n, charge = 0n, counterparty }: Leg): LegInNote {
  return [account.owner_id, account.coin, account.purpose, String(available), String(charge), counterparty ?? null];
}

function fromNote([owner_id, coin, purpose, available, charge, counterparty]: LegInNote): Leg {
  return {
    account: { owner_id, coin, purpose },
    available: BigInt(available),
    ...(charge !== '0' && { charge: BigInt(charge) }),
    ...(counterparty !== null && { counterparty }),
  };
}

/**
 * The id of the half that is not at home with the posting's owner, made of the posting and of whom it is at home with: several may try to pay one order.
 * As a reversal's, it begins with the first six bytes of the posting's id.
 */
function otherHalfId({ owner_id, posting_id }: Pick<PostingIdentity, 'owner_id' | 'posting_id'>, home: number): string {
  const first = Number.parseInt(posting_id.replaceAll('-', '').slice(0, 12), 16);
  return hashedUuid(`half ${owner_id} ${posting_id} ${home}`, { version: 8, first });
}

/** Nothing but the clearing account's ceiling can then be in the way of it. */
function isGivenOnly({ available = 0n, frozen = 0n, pending = 0n }: Leg): boolean {
  return available >= 0n && frozen === 0n && pending === 0n;
}

/** Whom a half is at home with: the first party of its legs. */
function homeOf(legs: readonly Leg[]): number {
  const accounts: AccountKey[] = legs.map(({ account }) => account);
  return (accounts.find(({ owner_id }) => !isProvider(owner_id)) ?? (accounts[0] as AccountKey)).owner_id;
}

/** What a side is given in each coin. */
function sumsOf(legs: readonly Leg[]): (readonly [coin: string, sum: bigint])[] {
  const sums = new Map<string, bigint>();
  for (const { account, available = 0n } of legs) sums.set(account.coin, (sums.get(account.coin) ?? 0n) + available);
  return [...sums].filter(([, sum]) => sum !== 0n);
}
