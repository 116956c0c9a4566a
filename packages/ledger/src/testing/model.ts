import { type AccountKey, accountText, isProvider } from '../account.ts';
import type { Leg, Posting } from '../posting.ts';
import type { PostingOutcome, PostingResult } from '../store.ts';

/** What the model says became of a posting. */
export interface Expected {
  readonly outcome: PostingOutcome;
  readonly account?: AccountKey;
}

/** The same of what the ledger answered. */
export function told(result: PostingResult): Expected {
  return 'account' in result ? { outcome: result.outcome, account: result.account } : { outcome: result.outcome };
}

type Buckets = readonly [available: bigint, frozen: bigint, pending: bigint];

interface Account {
  buckets: Buckets;
  readonly unbounded: boolean;
  version: bigint;
  readonly versions: Map<string, bigint>;
  readonly entries: string[];
}

/** What is held under one name: on which account, in which bucket, how much. */
interface Hold {
  readonly place: string;
  readonly left: bigint;
}

const LARGEST_CHANGE = 10n ** 17n;
const CEILING = 3n * 10n ** 18n;
const MOST_LEGS = 16;

/**
 * The ledger as one would write it on a page: postings one after the other, each looked at alone. Slow and plain on purpose; what the
 * database does with whole batches must come to the same.
 */
export class ModelLedger {
  readonly #accounts = new Map<string, Account>();
  readonly #made = new Map<string, string>();
  readonly #holds = new Map<string, Hold>();

  /** An account may have a past that the model does not know: balances and a version. */
  open(key: AccountKey, unbounded: boolean, buckets: Buckets = [0n, 0n, 0n], version = 0n): void {
    this.#accounts.set(accountText(key), { buckets, unbounded, version, versions: new Map(), entries: [] });
  }

  isMalformed({ legs }: Posting): boolean {
    return isMalformed(legs) || legs.some((leg) => this.#isElsewhere(leg));
  }

  /** Is the posting malformed only because of where its holds are? Whoever does not see its accounts cannot tell. */
  isMalformedByHolds(posting: Posting): boolean {
    return !isMalformed(posting.legs) && this.isMalformed(posting);
  }

  /** Is the leg's hold on another account or bucket than the leg? Nobody knows of an account that is not open. */
  #isElsewhere(leg: Leg): boolean {
    const hold = this.#accounts.has(accountText(leg.account)) ? this.#holds.get(holdText(leg)) : undefined;
    return hold !== undefined && hold.place !== placeText(leg);
  }

  #leftAfter(leg: Leg): bigint {
    return (this.#holds.get(holdText(leg))?.left ?? 0n) + (leg.frozen ?? 0n) + (leg.pending ?? 0n);
  }

  /** What would become of it now. */
  judge(posting: Posting): Expected {
    const legs = inKeyOrder(posting.legs);
    const made = this.#made.get(idText(posting));
    if (made !== undefined) return { outcome: made === contentText(posting) ? 'replayed' : 'content_mismatch' };
    if (this.isMalformed(posting)) return { outcome: 'malformed' };
    // Deadlines are far away, in the past or in the future.
    if (posting.deadline && posting.deadline.getTime() < Date.now()) return { outcome: 'late' };
    for (const { account } of legs) if (!this.#accounts.has(accountText(account))) return { outcome: 'account_missing', account };
    for (const leg of legs)
      if (this.#after(leg).some((amount, i) => amount < this.#floor(leg.account, i)) || this.#leftAfter(leg) < 0n)
        return { outcome: 'insufficient', account: leg.account };
    for (const leg of legs) if (this.#after(leg).some((amount) => amount > CEILING)) return { outcome: 'overflow', account: leg.account };
    return { outcome: 'posted' };
  }

  post(posting: Posting): Expected {
    const judged = this.judge(posting);
    if (judged.outcome === 'posted') this.#make(posting);
    return judged;
  }

  #make(posting: Posting): void {
    for (const leg of posting.legs) {
      const account = this.#account(leg.account);
      const before = account.buckets;
      if (leg.hold !== undefined) {
        const left = this.#leftAfter(leg);
        if (left > 0n) this.#holds.set(holdText(leg), { place: placeText(leg), left });
        else this.#holds.delete(holdText(leg));
      }
      account.buckets = this.#after(leg);
      account.version += 1n;
      const typeVersion = isProvider(leg.account.owner_id) ? null : (account.versions.get(posting.type) ?? 0n) + 1n;
      if (typeVersion !== null) account.versions.set(posting.type, typeVersion);
      account.entries.push(
        entryText({ ...posting, ...leg, version: account.version, type_version: typeVersion, before, after: account.buckets }),
      );
    }
    this.#made.set(idText(posting), contentText(posting));
  }

  /** Every account as "owner coin purpose" with all its entries and what it has. */
  state(): Map<string, string[]> {
    return new Map(
      [...this.#accounts].map(([text, { buckets, version, entries }]) => [text, [...entries, `${buckets.join('/')} v${version}`]]),
    );
  }

  /** What is held, as "owner hold" with where and how much. */
  holds(): Map<string, string> {
    return new Map([...this.#holds].map(([text, { place, left }]) => [text, `${place} ${left}`]));
  }

  #account(key: AccountKey): Account {
    const account = this.#accounts.get(accountText(key));
    if (!account) throw new Error(`no account ${accountText(key)}`);
    return account;
  }

  #after({ account, available = 0n, frozen = 0n, pending = 0n }: Leg): Buckets {
    const [a, f, p] = this.#account(account).buckets;
    return [a + available, f + frozen, p + pending];
  }

  #floor(account: AccountKey, bucket: number): bigint {
    return bucket === 0 && this.#account(account).unbounded ? -CEILING : 0n;
  }
}

/** One entry, the whole of it but its time. */
export function entryText(entry: {
  readonly version: bigint | string;
  readonly type_version: bigint | string | null;
  readonly owner_id: number | string;
  readonly posting_id: string;
  readonly type: string;
  readonly serial_number: string;
  readonly charge?: bigint | string | undefined;
  readonly counterparty?: number | string | null | undefined;
  readonly hold?: string | null | undefined;
  readonly before: readonly (bigint | string)[];
  readonly after: readonly (bigint | string)[];
}): string {
  const {
    version,
    type_version,
    owner_id,
    posting_id,
    type,
    serial_number,
    charge = 0n,
    counterparty = null,
    hold = null,
    before,
    after,
  } = entry;
  return `v${version} t${type_version} ${owner_id} ${posting_id} ${type} ${serial_number} ${before.join('/')} -> ${after.join('/')} charge ${charge} counterparty ${counterparty} hold ${hold}`;
}

export function idText({ owner_id, posting_id }: Posting): string {
  return `${owner_id} ${posting_id}`;
}

function contentText({ type, serial_number, note = null, legs }: Posting): string {
  return JSON.stringify([type, serial_number, note, inKeyOrder(inSlot(legs, 0)).map(legText)]);
}

/** What is added to fees, in the accounts of a slot. */
export function inSlot(legs: readonly Leg[], slot: number): Leg[] {
  return legs.map((leg) => {
    const { account, available = 0n } = leg;
    if (available <= 0n || account.purpose !== 'fees' || !isProvider(account.owner_id)) return leg;
    return { ...leg, account: { ...account, owner_id: ((account.owner_id - 1) % 16) + 1 + 16 * slot } };
  });
}

function inKeyOrder(legs: readonly Leg[]): Leg[] {
  return [...legs].sort((a, b) => (accountText(a.account) < accountText(b.account) ? -1 : 1));
}

function legText({ account, available = 0n, frozen = 0n, pending = 0n, charge = 0n, counterparty, hold }: Leg): string {
  return [accountText(account), available, frozen, pending, charge, counterparty, hold].join(' ');
}

function holdText({ account, hold }: Leg): string {
  return `${account.owner_id} ${hold}`;
}

function placeText({ account, pending = 0n }: Leg): string {
  return `${account.coin} ${account.purpose} ${pending === 0n ? 'frozen' : 'pending'}`;
}

function isMalformed(legs: readonly Leg[]): boolean {
  const sums = new Map<string, bigint>();
  for (const { account, available = 0n, frozen = 0n, pending = 0n, charge = 0n, hold } of legs) {
    if ((frozen !== 0n && pending !== 0n) || (frozen !== 0n || pending !== 0n) !== (hold !== undefined)) return true;
    const changes = [available, frozen, pending];
    if (changes.some((change) => change > LARGEST_CHANGE || change < -LARGEST_CHANGE)) return true;
    if (charge < 0n || charge > LARGEST_CHANGE || (charge === 0n && changes.every((change) => change === 0n))) return true;
    sums.set(account.coin, (sums.get(account.coin) ?? 0n) + available + frozen + pending);
  }
  const accounts = new Set(legs.map(({ account }) => accountText(account)));
  const holds = legs.filter(({ hold }) => hold !== undefined).map(holdText);
  if (new Set(holds).size !== holds.length) return true;
  return legs.length > MOST_LEGS || accounts.size !== legs.length || [...sums.values()].some((sum) => sum !== 0n);
}
