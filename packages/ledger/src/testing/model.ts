import { type AccountKey, accountText } from '../account.ts';
import type { Leg, Posting } from '../posting.ts';
import type { PostingOutcome } from '../store.ts';

/** What the model says became of a posting. */
export interface Expected {
  readonly outcome: PostingOutcome;
  readonly account?: AccountKey;
}

type Buckets = [available: bigint, frozen: bigint, pending: bigint];

const LARGEST_CHANGE = 10n ** 17n;
const CEILING = 3n * 10n ** 18n;
const MOST_LEGS = 16;

/**
 * The ledger as one would write it on a page: postings one after the other, each looked at alone. Slow and plain on purpose; what the
 * database does with whole batches must come to the same.
 */
export class ModelLedger {
  readonly #accounts = new Map<string, { buckets: Buckets; unbounded: boolean; version: bigint }>();
  readonly #made = new Map<string, string>();

  open(account: AccountKey, unbounded = false): void {
    this.#accounts.set(accountText(account), { buckets: [0n, 0n, 0n], unbounded, version: 0n });
  }

  post(posting: Posting): Expected {
    const legs = inKeyOrder(posting.legs);
    const id = `${posting.owner_id} ${posting.posting_id}`;
    const content = JSON.stringify([posting.type, posting.serial_number, posting.note ?? null, legs.map(legText)]);
    const made = this.#made.get(id);
    if (made !== undefined) return { outcome: made === content ? 'replayed' : 'content_mismatch' };
    if (isMalformed(legs)) return { outcome: 'malformed' };
    for (const { account } of legs) if (!this.#accounts.has(accountText(account))) return { outcome: 'account_missing', account };
    for (const leg of legs)
      if (this.#after(leg).some((amount, i) => amount < this.#floor(leg.account, i)))
        return { outcome: 'insufficient', account: leg.account };
    for (const leg of legs) if (this.#after(leg).some((amount) => amount > CEILING)) return { outcome: 'overflow', account: leg.account };
    for (const leg of legs) {
      const account = this.#account(leg.account);
      account.buckets = this.#after(leg);
      account.version += 1n;
    }
    this.#made.set(id, content);
    return { outcome: 'posted' };
  }

  /** Every account as "owner coin purpose" with its buckets and version. */
  balances(): Map<string, string> {
    return new Map([...this.#accounts].map(([text, { buckets, version }]) => [text, `${buckets.join('/')} v${version}`]));
  }

  #account(key: AccountKey) {
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

function inKeyOrder(legs: readonly Leg[]): Leg[] {
  return [...legs].sort((a, b) => (accountText(a.account) < accountText(b.account) ? -1 : 1));
}

function legText({ account, available = 0n, frozen = 0n, pending = 0n, charge = 0n, counterparty }: Leg): string {
  return [accountText(account), available, frozen, pending, charge, counterparty].join(' ');
}

function isMalformed(legs: readonly Leg[]): boolean {
  const sums = new Map<string, bigint>();
  for (const { account, available = 0n, frozen = 0n, pending = 0n, charge = 0n } of legs) {
    const changes = [available, frozen, pending];
    if (changes.some((change) => change > LARGEST_CHANGE || change < -LARGEST_CHANGE)) return true;
    if (charge < 0n || charge > LARGEST_CHANGE || (charge === 0n && changes.every((change) => change === 0n))) return true;
    sums.set(account.coin, (sums.get(account.coin) ?? 0n) + available + frozen + pending);
  }
  const accounts = new Set(legs.map(({ account }) => accountText(account)));
  return legs.length > MOST_LEGS || accounts.size !== legs.length || [...sums.values()].some((sum) => sum !== 0n);
}
