import type { ReviewEvent, ReviewKind, ReviewState } from '@purser/contract/review';
import type { ModelOrder } from './model.ts';

/**
 * The rules of orders under review told a second time, plainly and with arithmetic of their own: what follows on what, what each event moves, what
 * an order costs. Nothing here is taken from the code that is proven.
 */

type Table = Readonly<Partial<Record<ReviewState, Readonly<Partial<Record<ReviewEvent, ReviewState>>>>>>;

const DECIDED: Table = { pending_review: { approve: 'approved', reject: 'rejected', cancel: 'cancelled' } };

export const NEXT: Readonly<Record<ReviewKind, Table>> = {
  user_withdrawal: DECIDED,
  usdt_recharge: DECIDED,
  usdt_withdrawal: {
    ...DECIDED,
    approved: { settle: 'settled', fail: 'failed' },
    failed: { retry: 'approved', refund: 'refunded' },
  },
  fiat_withdrawal: { ...DECIDED, approved: { pay_out: 'paid_out', return: 'returned' }, paid_out: { return: 'returned' } },
  adjustment: {
    paid: { release: 'completed', take_back: 'cancelled', appeal: 'appeal' },
    appeal: { approve: 'completed', reject: 'cancelled' },
  },
};

/** Basis points, in the coins of the property test. */
export const FEES: Readonly<Record<ReviewKind, bigint>> = {
  user_withdrawal: 50n,
  adjustment: 250n,
  usdt_recharge: 20n,
  usdt_withdrawal: 50n,
  fiat_withdrawal: 80n,
};
/** One USDT is 1.25 USDP; in minor units, of which USDT has six places and USDP two. */
const USDP_OF = { minor: 125n, usdt: 1_000_000n };
const NETWORK_FEE_USDT = 1_000_000n;
export const NETWORK = 'BEP20';

function up(value: bigint, by: bigint): bigint {
  return value / by + (value % by === 0n ? 0n : 1n);
}

/** Fees are rounded up. */
function feeOn(kind: ReviewKind, amount: bigint): bigint {
  return up(amount * FEES[kind], 10_000n);
}

/** Down: nobody is paid more than was brought. */
function toUsdt(coin: string, minor: bigint): bigint {
  return coin === 'USDT' ? minor : (minor * USDP_OF.usdt) / USDP_OF.minor;
}

function toUsdp(usdt: bigint): bigint {
  return (usdt * USDP_OF.minor) / USDP_OF.usdt;
}

type Amounts = Pick<ModelOrder, 'amount' | 'fee' | 'networkFee' | 'settlement' | 'otherCoin' | 'other'>;

/** What an order comes to. Of a recharge what is given is the USDT that was sent, of any other its amount. */
export function amountsOf(kind: ReviewKind, coin: string, given: bigint): Amounts {
  const amount = kind === 'usdt_recharge' && coin !== 'USDT' ? toUsdp(given) : given;
  const fee = feeOn(kind, amount);
  const plain = { amount, fee, networkFee: 0n, settlement: amount - fee, otherCoin: null, other: null };
  switch (kind) {
    case 'usdt_recharge':
      return { ...plain, otherCoin: 'USDT', other: given };
    case 'usdt_withdrawal': {
      const networkFee = coin === 'USDT' ? NETWORK_FEE_USDT : up(NETWORK_FEE_USDT * USDP_OF.minor, USDP_OF.usdt);
      const settlement = amount - fee - networkFee;
      return { ...plain, networkFee, settlement, otherCoin: 'USDT', other: settlement > 0n ? toUsdt(coin, settlement) : 0n };
    }
    case 'fiat_withdrawal':
      return { ...plain, otherCoin: 'USDP', other: coin === 'USDP' ? amount - fee : toUsdp(amount - fee) };
    default:
      return plain;
  }
}

/** What a withdrawal counts for against the maximum of a day, in USDT. */
export function worthOf(coin: string, amount: bigint): bigint {
  return toUsdt(coin, amount);
}

type Bucket = 'available' | 'frozen' | 'pending';

export interface Change {
  /** Owner, coin and purpose. */
  readonly account: string;
  readonly bucket: Bucket;
  readonly by: bigint;
}

export const main = (owner: number, coin: string): string => `${owner} ${coin} main`;
/** Fees are gathered in sixteen stripes, by whose they are. */
const fees = (owner: number, coin: string): string => `${1 + (owner % 16)} ${coin} fees`;
const provider = (coin: string, purpose: string): string => `1 ${coin} ${purpose}`;
const CUSTODY = provider('USDT', 'custody_bep20');

const change = (account: string, by: bigint, bucket: Bucket = 'available'): Change => ({ account, bucket, by });
/** From one bucket to another of the same account. */
const shift = (account: string, out: Bucket, into: Bucket, by: bigint): Change[] => [change(account, -by, out), change(account, by, into)];

/** What an event of an order moves. `from` is the state it finds; of a submission, the one in which the order begins. */
export function movedBy(order: ModelOrder, event: ReviewEvent | 'submit', from: ReviewState): Change[] {
  const { kind, owner, payee, coin, amount, fee, settlement } = order;
  const [own, theirs] = [main(owner, coin), main(payee, coin)];
  const taken = change(fees(owner, coin), fee);
  switch (kind) {
    case 'user_withdrawal':
      if (event === 'submit' && from === 'approved') return [change(own, -amount), change(theirs, settlement), taken];
      if (event === 'submit') return shift(own, 'available', 'frozen', amount);
      if (event === 'approve') return [change(own, -amount, 'frozen'), change(theirs, settlement), taken];
      return shift(own, 'frozen', 'available', amount);
    case 'adjustment':
      if (event === 'submit' && from === 'completed') return [change(own, -amount), change(theirs, settlement), taken];
      if (event === 'submit') return [change(own, -amount), change(theirs, amount, 'pending')];
      if (event === 'release' || event === 'approve') return [change(theirs, -amount, 'pending'), change(theirs, settlement), taken];
      if (event === 'take_back' || event === 'reject') return [change(theirs, -amount, 'pending'), change(own, amount)];
      return [];
    case 'usdt_recharge':
      return event === 'approve' ? [...broughtIn(order), change(own, settlement), taken] : [];
    case 'usdt_withdrawal':
      if (event === 'submit') return shift(own, 'available', 'frozen', amount);
      if (event === 'reject' || event === 'cancel' || event === 'refund') return shift(own, 'frozen', 'available', amount);
      return event === 'settle' ? sentOut(order) : [];
    case 'fiat_withdrawal':
      if (event === 'submit') return shift(own, 'available', 'frozen', amount);
      if (event === 'reject' || event === 'cancel') return shift(own, 'frozen', 'available', amount);
      if (event === 'pay_out') return [change(own, -amount, 'frozen'), taken, ...throughBank(order, 1n)];
      if (event === 'return' && from === 'approved') return shift(own, 'frozen', 'available', amount);
      return event === 'return' ? [change(own, amount), change(fees(owner, coin), -fee), ...throughBank(order, -1n)] : [];
  }
}

function broughtIn({ coin, amount, other }: ModelOrder): Change[] {
  const usdt = other ?? 0n;
  const came = change(CUSTODY, -usdt);
  return coin === 'USDT' ? [came] : [came, change(provider('USDT', 'exchange'), usdt), change(provider(coin, 'exchange'), -amount)];
}

function sentOut({ owner, coin, amount, fee, networkFee, settlement, other }: ModelOrder): Change[] {
  const usdt = other ?? 0n;
  const gone =
    coin === 'USDT'
      ? [change(CUSTODY, settlement)]
      : [change(provider(coin, 'exchange'), settlement), change(provider('USDT', 'exchange'), -usdt), change(CUSTODY, usdt)];
  return [change(main(owner, coin), -amount, 'frozen'), change(fees(owner, coin), fee + networkFee), ...gone];
}

function throughBank({ coin, settlement, other }: ModelOrder, sign: bigint): Change[] {
  if (coin === 'USDP') return [change(provider('USDP', 'bank'), sign * settlement)];
  const paid = sign * (other ?? 0n);
  return [
    change(provider(coin, 'exchange'), sign * settlement),
    change(provider('USDP', 'exchange'), -paid),
    change(provider('USDP', 'bank'), paid),
  ];
}

/** Where an order's amount is held while it is in a state; undefined where nothing is. */
export function heldWhile({ kind, owner, payee, coin }: ModelOrder, state: ReviewState): { account: string; bucket: Bucket } | undefined {
  const waits: Readonly<Record<ReviewKind, readonly ReviewState[]>> = {
    user_withdrawal: ['pending_review'],
    adjustment: ['paid', 'appeal'],
    usdt_recharge: [],
    usdt_withdrawal: ['pending_review', 'approved', 'failed'],
    fiat_withdrawal: ['pending_review', 'approved'],
  };
  if (!waits[kind].includes(state)) return undefined;
  return kind === 'adjustment' ? { account: main(payee, coin), bucket: 'pending' } : { account: main(owner, coin), bucket: 'frozen' };
}

/** States in which an owner has the money of a withdrawal of USDT again: it counts no more for the day. */
export const GIVEN_BACK: readonly ReviewState[] = ['rejected', 'cancelled', 'refunded'];
