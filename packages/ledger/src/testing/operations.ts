import { TRANSACTION_TYPES } from '@purser/contract/features/fund-flow';
import fc from 'fast-check';
import { type AccountKey, mainAccount, providerAccount, providerAccounts, rewardAccount } from '../account.ts';
import { type Leg, planIssuance, planPayment, planRewardGrant, planTransfer, type Posting } from '../posting.ts';
import { planSettlement } from '../review-postings.ts';
import { CHANGES, changed } from './changes.ts';

/** Random things one may ask of a ledger, sensible and not. Owners are numbers within a corner, see below. */
const OWNERS = 4;
/** An owner whom a few postings take to the ceiling. */
const RICH = OWNERS;
const COINS = ['USDP', 'CNYT'] as const;

const owner = fc.nat({ max: OWNERS - 1 });
/** Nobody comes before all owners in the order of keys, or after them. */
const ownerOrNobody = fc.integer({ min: -1, max: OWNERS + 1 });
const coin = fc.constantFrom(...COINS);
const bucket = fc.constantFrom('available', 'frozen', 'pending');
const small = fc.bigInt({ min: 1n, max: 300n });
const amount = fc.oneof(
  { weight: 20, arbitrary: small },
  { weight: 1, arbitrary: fc.constantFrom(10n ** 17n, 10n ** 17n + 1n, 2n ** 63n - 1n, 10n ** 30n) },
);
const share = fc.constantFrom(0n, 1n, 30n, 100n);
/** One of the few holds of an owner in a coin, or none where there should be one. */
const hold = fc.oneof({ weight: 12, arbitrary: fc.nat({ max: 2 }) }, { weight: 1, arbitrary: fc.constant(undefined) });
const wildLeg = fc.record({
  owner,
  coin,
  bucket,
  amount: fc.bigInt({ min: -200n, max: 200n }),
  charge: fc.bigInt({ min: -1n, max: 3n }),
  hold,
});
const back = fc.nat({ max: 40 });

const what = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('move' as const), from: ownerOrNobody, to: ownerOrNobody, coin, amount }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('issue' as const), to: owner, coin, amount }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('shift' as const), of: fc.nat({ max: RICH }), coin, out: bucket, into: bucket, amount, hold }),
  },
  // Paid out of what is held, by way of planning or to somebody's own held funds.
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      from: owner,
      to: owner,
      coin,
      amount: small,
      fee: share,
      hold: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      from: owner,
      to: owner,
      coin,
      out: bucket,
      into: bucket,
      amount: small,
      hold,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('exchange' as const), one: owner, other: owner, amount, back: amount }) },
  // What planning makes: fees in percent of the amount, and part of a payment from reward funds.
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('pay' as const), from: owner, to: owner, amount: small, fee: share, reward: share }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('transfer' as const), from: owner, to: owner, coin, amount: small, fee: share }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('issuance' as const), to: fc.integer({ min: -1, max: RICH }), coin, amount: small }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('grant' as const), to: owner, amount: small }) },
  // Mostly unbalanced, with accounts named twice, negative charges and legs that do nothing.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wild' as const), legs: fc.array(wildLeg, { minLength: 1, maxLength: 18 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('again' as const), back }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('changed' as const), back, how: fc.constantFrom(...CHANGES) }) },
);
/** Rare: it takes 31 postings to the ceiling. */
const fill = fc.record({ kind: fc.constant('fill' as const), coin, bucket });

export const operation = fc.record({
  what: fc.oneof({ weight: 99, arbitrary: what }, { weight: 1, arbitrary: fill }),
  type: fc.constantFrom(...TRANSACTION_TYPES),
  deadline: fc.oneof({ weight: 14, arbitrary: fc.constant(undefined) }, { weight: 2, arbitrary: fc.constantFrom('past', 'future') }),
  note: fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 2, arbitrary: fc.constantFrom(null, 7, 'ü "', { b: [1, { z: null }], a: true }) },
  ),
});
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;
type What = Operation['what'];

const AN_AGE_MS = 1_000_000_000;

/** A part of the ledger for one run alone: owners and a source of money of its own, and what was asked there so far. */
export class Corner {
  static #corners = 0;
  readonly #number = (Corner.#corners += 1);
  readonly #asked: Posting[] = [];

  /** Accounts that are the corner's own. */
  get accounts(): (AccountKey & { unbounded: boolean })[] {
    return COINS.flatMap((of) => [
      ...[0, 1, 2].map((vault) => ({ ...this.#source(of, vault), unbounded: true })),
      ...Array.from({ length: OWNERS + 1 }, (_, i) => ({ ...this.#owner(i, of), unbounded: false })),
      ...Array.from({ length: OWNERS }, (_, i) => ({ ...rewardAccount(this.#owner(i, of).owner_id, of), unbounded: false })),
    ]);
  }

  /** The provider's accounts that postings of this corner may name; other corners have used them before. A change of its owner makes a fee another stripe's. */
  get shared(): AccountKey[] {
    return COINS.flatMap((of) => providerAccounts(of));
  }

  ask({ what: wanted, type, deadline, note }: Operation): Posting[] {
    const due = deadline && { deadline: new Date(Date.now() + (deadline === 'past' ? -AN_AGE_MS : AN_AGE_MS)) };
    const postings = this.#wanted(wanted, type).map((posting) => ({ ...posting, ...(note !== undefined && { note }), ...due }));
    this.#asked.push(...postings);
    return postings;
  }

  #wanted(wanted: What, type: Operation['type']): Omit<Posting, 'note' | 'deadline'>[] {
    switch (wanted.kind) {
      case 'again':
      case 'changed': {
        const earlier = this.#asked.at(-1 - wanted.back);
        if (!earlier) return [this.#free(between(this.#source('USDP'), this.#owner(0, 'USDP'), 1n), type)];
        return [wanted.kind === 'again' ? earlier : changed(earlier, wanted.how)];
      }
      case 'fill': {
        // From two vaults: one has its own floor at minus the ceiling.
        const to = this.#owner(RICH, wanted.coin);
        return Array.from({ length: 31 }, (_, i) =>
          this.#free(
            [
              { account: this.#source(wanted.coin, 1 + (i % 2)), available: -(10n ** 17n) },
              { account: to, [wanted.bucket]: 10n ** 17n, ...this.#held(to, wanted.bucket, wanted.bucket === 'frozen' ? 3 : 4) },
            ],
            type,
            i,
          ),
        );
      }
      case 'pay':
      case 'settle':
      case 'transfer':
      case 'issuance':
      case 'grant':
        return [this.#planned(wanted)];
      default:
        return [this.#free(this.#legs(wanted), type)];
    }
  }

  #planned(wanted: Extract<What, { kind: 'pay' | 'settle' | 'transfer' | 'issuance' | 'grant' }>): Posting {
    const [named, amount_minor] = [this.#name(), wanted.amount];
    const id = (i: number) => this.#owner(i, 'USDP').owner_id;
    switch (wanted.kind) {
      case 'pay': {
        const [payer, merchant] = apart(wanted.from, wanted.to).map(id) as [number, number];
        const [fee_minor, reward_minor] = [(amount_minor * wanted.fee) / 100n, (amount_minor * wanted.reward) / 100n];
        return planPayment({ ...named, payer, merchant, coin: 'USDP', amount_minor, fee_minor, reward_minor });
      }
      case 'transfer': {
        const [from, to] = apart(wanted.from, wanted.to).map(id) as [number, number];
        return planTransfer({ ...named, from, to, coin: wanted.coin, amount_minor, fee_minor: (amount_minor * wanted.fee) / 100n });
      }
      case 'settle': {
        const [from, to] = apart(wanted.from, wanted.to).map((i) => this.#owner(i, wanted.coin)) as [AccountKey, AccountKey];
        const fee_minor = (amount_minor * wanted.fee) / 100n;
        const held = { account: from, hold: this.#hold(from, wanted.hold) };
        return planSettlement({ ...named, ...held, type: 'review_approved', to, amount_minor, fee_minor });
      }
      case 'issuance': {
        const to = wanted.to < 0 ? providerAccount(wanted.coin, 'reward_pool') : this.#owner(wanted.to, wanted.coin);
        return planIssuance({ ...named, to, amount_minor });
      }
      case 'grant':
        return planRewardGrant({ ...named, user: id(wanted.to), coin: 'USDP', amount_minor });
    }
  }

  #legs(wanted: Extract<What, { kind: 'move' | 'issue' | 'shift' | 'pass' | 'exchange' | 'wild' }>): Leg[] {
    switch (wanted.kind) {
      case 'move':
        return between(this.#owner(wanted.from, wanted.coin), this.#owner(wanted.to, wanted.coin), wanted.amount);
      case 'issue':
        return between(this.#source(wanted.coin), this.#owner(wanted.to, wanted.coin), wanted.amount);
      case 'shift': {
        const changes = { available: 0n, frozen: 0n, pending: 0n };
        changes[wanted.out] -= wanted.amount;
        changes[wanted.into] += wanted.amount;
        const account = this.#owner(wanted.of, wanted.coin);
        const held = [wanted.out, wanted.into].find((one) => one !== 'available') ?? 'available';
        return [{ account, ...changes, ...this.#held(account, held, wanted.hold) }];
      }
      case 'pass': {
        const [from, to] = [this.#owner(wanted.from, wanted.coin), this.#owner(wanted.to, wanted.coin)];
        return [
          { account: from, [wanted.out]: -wanted.amount, ...this.#held(from, wanted.out, wanted.hold) },
          { account: to, [wanted.into]: wanted.amount, ...this.#held(to, wanted.into, wanted.hold) },
        ];
      }
      case 'exchange':
        return [
          ...between(this.#owner(wanted.one, 'USDP'), this.#owner(wanted.other, 'USDP'), wanted.amount),
          ...between(this.#owner(wanted.other, 'CNYT'), this.#owner(wanted.one, 'CNYT'), wanted.back),
        ];
      case 'wild':
        return wanted.legs.map((leg) => {
          const account = this.#owner(leg.owner, leg.coin);
          return { account, [leg.bucket]: leg.amount, charge: leg.charge, ...this.#held(account, leg.bucket, leg.hold) };
        });
    }
  }

  #owner(i: number, of: string): AccountKey {
    return mainAccount(20_000_001 + this.#number * 10 + i, of);
  }

  /** The holds of an owner are not the same in two coins: two lanes that name one then take turns on its account. */
  #hold({ owner_id, coin: of }: AccountKey, number: number): string {
    const named = `${owner_id}${COINS.indexOf(of as (typeof COINS)[number])}${number}`.padStart(12, '0');
    return `${this.#number.toString(16).padStart(8, '0')}-0000-4000-9000-${named}`;
  }

  #held(account: AccountKey, of: string, number: number | undefined): { hold?: string } {
    return of === 'available' || number === undefined ? {} : { hold: this.#hold(account, number) };
  }

  #source(of: string, vault = 0): AccountKey {
    return { owner_id: 1, coin: of, purpose: `custody_${this.#number}_${vault}` };
  }

  #name(offset = 0) {
    const n = (this.#asked.length + offset).toString(16).padStart(12, '0');
    const corner = this.#number.toString(16).padStart(8, '0');
    return { owner_id: this.#owner(0, 'USDP').owner_id, posting_id: `${corner}-0000-4000-8000-${n}`, serial_number: `T${corner}-${n}` };
  }

  #free(legs: Leg[], type: Operation['type'], offset = 0): Posting {
    return { ...this.#name(offset), type, legs };
  }
}

function apart(one: number, other: number): readonly [number, number] {
  return [one, one === other ? (other + 1) % OWNERS : other];
}

function between(from: AccountKey, to: AccountKey, moved: bigint): Leg[] {
  return [
    { account: from, available: -moved, counterparty: to.owner_id },
    { account: to, available: moved, counterparty: from.owner_id },
  ];
}
