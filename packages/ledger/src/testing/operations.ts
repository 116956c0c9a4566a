import fc from 'fast-check';
import { type AccountKey, mainAccount } from '../account.ts';
import type { Leg, Posting } from '../posting.ts';

/** Random things one may ask of a ledger, sensible and not. Owners are numbers within a corner, see below. */
export const OWNERS = 4;
export const COINS = ['USDP', 'CNYT'] as const;

const owner = fc.nat({ max: OWNERS - 1 });
/** Nobody comes before all owners in the order of keys, or after them. */
const ownerOrNobody = fc.integer({ min: -1, max: OWNERS });
const coin = fc.constantFrom(...COINS);
const bucket = fc.constantFrom('available', 'frozen', 'pending');
const amount = fc.oneof(
  { weight: 20, arbitrary: fc.bigInt({ min: 1n, max: 300n }) },
  { weight: 1, arbitrary: fc.constantFrom(10n ** 17n, 10n ** 17n + 1n, 2n ** 63n - 1n, 10n ** 30n) },
);
const wildLeg = fc.record({ owner, coin, bucket, amount: fc.bigInt({ min: -200n, max: 200n }), charge: fc.bigInt({ min: -1n, max: 3n }) });

export const operation = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('move' as const), from: ownerOrNobody, to: ownerOrNobody, coin, amount }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('issue' as const), to: owner, coin, amount }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('shift' as const), of: owner, coin, out: bucket, into: bucket, amount }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('exchange' as const), one: owner, other: owner, amount, back: amount }) },
  // Mostly unbalanced, with accounts named twice, negative charges and legs that do nothing.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wild' as const), legs: fc.array(wildLeg, { minLength: 1, maxLength: 18 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('again' as const), back: fc.nat({ max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('changed' as const), back: fc.nat({ max: 40 }) }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

/** A part of the ledger for one run alone: owners and a source of money of its own, and what was asked there so far. */
export class Corner {
  static #corners = 0;
  readonly #number = (Corner.#corners += 1);
  readonly #asked: Posting[] = [];

  get accounts(): (AccountKey & { unbounded: boolean })[] {
    return COINS.flatMap((of) => [
      { ...this.#source(of), unbounded: true },
      ...Array.from({ length: OWNERS }, (_, i) => ({ ...this.#owner(i, of), unbounded: false })),
    ]);
  }

  ask(wanted: Operation): Posting {
    const posting = this.#posting(wanted);
    this.#asked.push(posting);
    return posting;
  }

  #owner(i: number, of: string): AccountKey {
    return mainAccount(20_000_001 + this.#number * 10 + i, of);
  }

  #source(of: string): AccountKey {
    return { owner_id: 1, coin: of, purpose: `custody_${this.#number}` };
  }

  #posting(wanted: Operation): Posting {
    if (wanted.kind === 'again' || wanted.kind === 'changed') {
      const earlier = this.#asked.at(-1 - wanted.back);
      if (!earlier) return this.#named(between(this.#source('USDP'), this.#owner(0, 'USDP'), 1n));
      return wanted.kind === 'again' ? earlier : { ...earlier, note: 'changed' };
    }
    return this.#named(this.#legs(wanted));
  }

  #legs(wanted: Exclude<Operation, { kind: 'again' | 'changed' }>): Leg[] {
    switch (wanted.kind) {
      case 'move':
        return between(this.#owner(wanted.from, wanted.coin), this.#owner(wanted.to, wanted.coin), wanted.amount);
      case 'issue':
        return between(this.#source(wanted.coin), this.#owner(wanted.to, wanted.coin), wanted.amount);
      case 'shift': {
        const changes = { available: 0n, frozen: 0n, pending: 0n };
        changes[wanted.out] -= wanted.amount;
        changes[wanted.into] += wanted.amount;
        return [{ account: this.#owner(wanted.of, wanted.coin), ...changes }];
      }
      case 'exchange':
        return [
          ...between(this.#owner(wanted.one, 'USDP'), this.#owner(wanted.other, 'USDP'), wanted.amount),
          ...between(this.#owner(wanted.other, 'CNYT'), this.#owner(wanted.one, 'CNYT'), wanted.back),
        ];
      case 'wild':
        return wanted.legs.map((leg) => ({ account: this.#owner(leg.owner, leg.coin), [leg.bucket]: leg.amount, charge: leg.charge }));
    }
  }

  #named(legs: Leg[]): Posting {
    const [corner, n] = [this.#number.toString(16).padStart(8, '0'), this.#asked.length.toString(16).padStart(12, '0')];
    return {
      owner_id: this.#owner(0, 'USDP').owner_id,
      posting_id: `${corner}-0000-4000-8000-${n}`,
      serial_number: `T${corner}-${n}`,
      type: 'transfer',
      legs,
    };
  }
}

function between(from: AccountKey, to: AccountKey, moved: bigint): Leg[] {
  return [
    { account: from, available: -moved, counterparty: to.owner_id },
    { account: to, available: moved, counterparty: from.owner_id },
  ];
}
