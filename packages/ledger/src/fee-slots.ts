import { randomUUID, type KeyObject } from 'node:crypto';
import { newSerialNumber } from '@purser/contract/serial';
import { type AccountKey, accountText, FEE_SLOTS, feeAccountIn, isClearingAccount, isFeeAccount } from './account.ts';
import type { Queryable } from './accounts.ts';
import { contentMac } from './content-mac.ts';
import type { Leg, Posting } from './posting.ts';
import { bigintArray, textArray, uuidArray } from './sql-array.ts';
import type { PostingResult } from './store.ts';

/** No leg moves more: largest_change of ledger.post_batch. */
const LARGEST_CHANGE = 10n ** 17n;

/** The posting as a program makes it: what it adds to fees, and what it clears, goes over the accounts of the program's slot. */
export function inSlot(posting: Posting, slot: number): Posting {
  if (slot === 0 || !usesSlots(posting)) return posting;
  return { ...posting, legs: posting.legs.map((leg) => (isInSlot(leg) ? { ...leg, account: feeAccountIn(slot, leg.account) } : leg)) };
}

function usesSlots({ legs }: Posting): boolean {
  return legs.some(isInSlot);
}

/** Planned postings name the account in slot 0; one that names another means that one. */
function isInSlot({ account, available = 0n }: Leg): boolean {
  const isShared = (available > 0n && isFeeAccount(account)) || isClearingAccount(account);
  return isShared && account.owner_id === feeAccountIn(0, account).owner_id;
}

interface Balance {
  readonly owner_id: string | number | bigint;
  readonly coin: string;
  readonly available: string | number | bigint;
}

/** What is posted before postings that take fees, and what each account of fees then has at least, unless others take from it meanwhile. */
export interface Gathering {
  readonly postings: readonly Posting[];
  readonly promised: ReadonlyMap<string, bigint>;
}

const NOTHING: Gathering = { postings: [], promised: new Map() };

/**
 * Where an account of fees has less than the postings take from it, all that its stripe has in other slots is moved to it first. Nothing is locked
 * to find out what that is: whoever else gathers it holds this account until it is there.
 */
export async function gatheringFor(client: Queryable, postings: readonly Posting[]): Promise<Gathering> {
  const taken = new Map<string, { readonly account: AccountKey; amount: bigint }>();
  for (const { account, available = 0n } of postings.flatMap(({ legs }) => legs)) {
    if (available >= 0n || !isFeeAccount(account)) continue;
    const sum = taken.get(accountText(account)) ?? { account, amount: 0n };
    sum.amount -= available;
    taken.set(accountText(account), sum);
  }
  if (taken.size === 0) return NOTHING;
  const accounts = [...taken.values()].map(({ account }) => account);
  const balances = await balancesOfStripes(client, accounts);
  const balanceOf = (account: AccountKey) => balances.get(accountText(account)) ?? 0n;
  const promised = new Map(accounts.map((account) => [accountText(account), balanceOf(account)]));
  const gathering: Posting[] = [];
  for (const [text, { account, amount }] of taken) {
    if (balanceOf(account) >= amount) continue;
    for (const other of slotsOf(account)) {
      const balance = balanceOf(other);
      if (other.owner_id === account.owner_id || balance <= 0n) continue;
      const moved = balance < LARGEST_CHANGE ? balance : LARGEST_CHANGE;
      gathering.push(planGathering(other, account, moved));
      promised.set(text, (promised.get(text) ?? 0n) + moved);
    }
  }
  return { postings: gathering, promised };
}

function slotsOf(account: AccountKey): AccountKey[] {
  return Array.from({ length: FEE_SLOTS }, (_, slot) => feeAccountIn(slot, account));
}

async function balancesOfStripes(client: Queryable, accounts: readonly AccountKey[]): Promise<Map<string, bigint>> {
  const all = accounts.flatMap(slotsOf);
  const { rows } = await client.query<Balance>(
    `select a.owner_id, a.coin, a.available from (select distinct * from unnest($1::bigint[], $2::text[])) as w(owner_id, coin)
     join ledger.account a on a.owner_id = w.owner_id and a.coin = w.coin and a.purpose = 'fees'`,
    [bigintArray(all.map(({ owner_id }) => owner_id)), textArray(all.map(({ coin }) => coin))],
  );
  return new Map(
    rows.map(({ owner_id, coin, available }) => [accountText({ owner_id: Number(owner_id), coin, purpose: 'fees' }), BigInt(available)]),
  );
}

/** Fees stay the provider's: they are moved from one account of a stripe to another. */
function planGathering(from: AccountKey, to: AccountKey, amount: bigint): Posting {
  return {
    owner_id: feeAccountIn(0, to).owner_id,
    posting_id: randomUUID(),
    serial_number: newSerialNumber('fee_gathering'),
    type: 'fee_gathering',
    legs: [
      { account: from, available: -amount, counterparty: to.owner_id },
      { account: to, available: amount, counterparty: from.owner_id },
    ],
  };
}

/**
 * The results of postings that followed a gathering, `gathered`. What finds too little because somebody held what was to be gathered is `locked`.
 * Throws what `isRetryable` knows where others have taken or gathered meanwhile what was promised: run again, the transaction finds what there is.
 */
export function afterGathering(
  postings: readonly Posting[],
  results: readonly PostingResult[],
  gathering: Gathering,
  gathered: readonly PostingResult[],
): PostingResult[] {
  if (gathering.promised.size === 0) return [...results];
  const held = new Map<string, AccountKey>();
  for (const [index, result] of gathered.entries()) {
    if (result.outcome !== 'locked') continue;
    for (const { account } of gathering.postings[index]?.legs ?? []) held.set(accountText(account), result.account);
  }
  const left = new Map(gathering.promised);
  return results.map((result, index) => {
    const taken = new Map((postings[index]?.legs ?? []).map(({ account, available = 0n }) => [accountText(account), -available]));
    if (result.outcome === 'posted') {
      for (const [text, balance] of left) left.set(text, balance - maxOf(taken.get(text) ?? 0n, 0n));
    }
    if (result.outcome !== 'insufficient') return result;
    const short = accountText(result.account);
    const holder = held.get(short);
    if (holder) return { outcome: 'locked', account: holder };
    const promised = left.get(short);
    if (promised !== undefined && (taken.get(short) ?? 0n) <= promised) throw new FeesMovedError();
    return result;
  });
}

function maxOf(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

/** A serialization failure, as far as whoever runs the transaction is concerned. */
class FeesMovedError extends Error {
  readonly code = '40001';

  constructor() {
    super('fees were taken by others meanwhile');
  }
}

interface Made {
  readonly owner_id: string | number | bigint;
  readonly posting_id: string;
  readonly content_mac: Buffer | null;
  readonly posted_at: Date;
}

/** A posting that was made in another slot has other content to the ledger, and is the same to whoever asks for it again. */
export async function madeInAnotherSlot(
  client: Queryable,
  key: KeyObject,
  postings: readonly Posting[],
  results: readonly PostingResult[],
): Promise<PostingResult[]> {
  const differ = postings.filter((posting, index) => results[index]?.outcome === 'content_mismatch' && usesSlots(posting));
  if (differ.length === 0) return [...results];
  const { rows } = await client.query<Made>(
    'select owner_id, posting_id, content_mac, posted_at from ledger.content_macs($1::bigint[], $2::uuid[])',
    [bigintArray(differ.map(({ owner_id }) => owner_id)), uuidArray(differ.map(({ posting_id }) => posting_id))],
  );
  const made = new Map(rows.map((row) => [`${row.owner_id} ${row.posting_id}`, row]));
  return results.map((result, index) => {
    const posting = postings[index] as Posting;
    const found = made.get(`${posting.owner_id} ${posting.posting_id}`);
    if (result.outcome !== 'content_mismatch' || !found?.content_mac || !usesSlots(posting)) return result;
    const mac = found.content_mac;
    const isSame = slotNumbers().some((slot) => contentMac(key, inSlot(posting, slot)).equals(mac));
    return isSame ? { outcome: 'replayed', posted_at: found.posted_at } : result;
  });
}

function slotNumbers(): number[] {
  return Array.from({ length: FEE_SLOTS }, (_, slot) => slot);
}
