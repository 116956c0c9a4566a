import type { ParsedInputOf } from '@purser/contract/call';
import { USDT_DECIMALS } from '@purser/contract/exchange';
import type { marketMerchantTermsSet, marketTermsSet } from '@purser/contract/features/market';
import { formatAmount, formatRate } from '@purser/contract/money';
import {
  COMMISSION_NAME,
  FEE_COLUMNS,
  FEE_NAMES,
  FEES,
  type FeeColumn,
  type FeeName,
  isInUsdt,
  LIMIT_CHAINS,
  LIMITS,
  type LimitName,
  recordOf,
} from '@purser/contract/terms';
import { askedAmount } from '../../platform/http/asked-amount.ts';
import { refuse, wrongField } from '../../platform/http/refusal.ts';

export const TERM_COLUMNS = [...FEE_COLUMNS, ...LIMITS, 'refund_returns_fee'] as const;

/** Fees in basis points, by their columns. */
export type Fees = Readonly<Record<FeeColumn, number>>;
/** A coin's terms as they are stored: limits in minor units, those of USDT in its own. */
export type StoredTerms = Fees & Readonly<Record<LimitName, bigint>> & { readonly refund_returns_fee: boolean };
/** The same of one merchant; null where the coin's hold. */
export type OwnTerms = { readonly [Name in keyof StoredTerms]: StoredTerms[Name] | null };

type WireTerms = Pick<ParsedInputOf<typeof marketTermsSet>, FeeName | LimitName | 'refund_returns_fee'>;
type WireOwnTerms = Pick<ParsedInputOf<typeof marketMerchantTermsSet>, FeeName | LimitName | 'refund_returns_fee'>;

/** What a merchant has that has no terms of its own. */
export const NO_OWN_TERMS = recordOf(TERM_COLUMNS, () => null) satisfies OwnTerms;

/** Reads fees and limits; a problem names its field. */
export function readTerms(input: WireTerms, decimals: number): StoredTerms {
  const terms = {
    ...feesFrom((name) => basisPointsOf(name, input[name])),
    ...recordOf(LIMITS, (name) => minorOf(name, input[name], decimals)),
    refund_returns_fee: input.refund_returns_fee,
  };
  checkChains(terms);
  return terms;
}

/** The same of a merchant's own, each of which may be none; limits that go together come together. */
export function readOwnTerms(input: WireOwnTerms, decimals: number): OwnTerms {
  const terms = {
    ...feesFrom((name) => unlessNone(input[name], (text) => basisPointsOf(name, text))),
    ...recordOf(LIMITS, (name) => unlessNone(input[name], (text) => minorOf(name, text, decimals))),
    refund_returns_fee: input.refund_returns_fee,
  };
  for (const chain of LIMIT_CHAINS) {
    const missing = chain.find((name) => terms[name] === null);
    if (missing !== undefined && chain.some((name) => terms[name] !== null)) throw wrongField(missing, 'required');
  }
  checkChains(terms);
  return terms;
}

/** As staff read and write them. */
export function shownTerms({ decimals, ...terms }: StoredTerms & { readonly decimals: number }) {
  return {
    ...recordOf(FEE_NAMES, (name) => formatRate(terms[columnOf(name)])),
    ...recordOf(LIMITS, (name) => formatAmount(terms[name], decimalsOf(name, decimals))),
    refund_returns_fee: terms.refund_returns_fee,
  };
}

export function shownOwnTerms(terms: OwnTerms, decimals: number) {
  return {
    ...recordOf(FEE_NAMES, (name) => unlessNone(terms[columnOf(name)], formatRate)),
    ...recordOf(LIMITS, (name) => unlessNone(terms[name], (minor) => formatAmount(minor, decimalsOf(name, decimals)))),
    refund_returns_fee: terms.refund_returns_fee,
  };
}

/** The fees that a merchant pays. */
export function paidFees(own: Readonly<Record<FeeColumn, number | null>>, usual: Fees): Fees {
  return recordOf(FEE_COLUMNS, (column) => own[column] ?? usual[column]);
}

/** Fees by their columns, from what is said of each by its name. */
export function feesFrom<Value>(of: (name: FeeName) => Value): Record<FeeColumn, Value> {
  const entries = FEES.map((fee) => [`${fee}_fee_bp`, of(`${fee}_fee_rate`)]);
  return Object.fromEntries(entries) as Record<FeeColumn, Value>;
}

export function columnOf(name: FeeName): FeeColumn {
  return name.replace(/_rate$/, '_bp') as FeeColumn;
}

/** A percentage with two decimals, in basis points. */
export function basisPointsOf(field: string, percentage: string): number {
  return Number(askedAmount(percentage, 2, field));
}

/** The same of the commission of agents; null where there is none. */
export function commissionOf(percentage: string | null): number | null {
  return unlessNone(percentage, (text) => basisPointsOf(COMMISSION_NAME, text));
}

function decimalsOf(limit: LimitName, coinDecimals: number): number {
  return isInUsdt(limit) ? USDT_DECIMALS : coinDecimals;
}

/** Limits are above zero, and no finer than what they are counted in. */
function minorOf(field: LimitName, text: string, decimals: number): bigint {
  const minor = askedAmount(text, decimalsOf(field, decimals), field);
  if (minor === 0n) throw wrongField(field, 'above_zero');
  return minor;
}

function checkChains(terms: Readonly<Record<LimitName, bigint | null>>): void {
  for (const chain of LIMIT_CHAINS) {
    const reversed = chain.find((name, place) => {
      const [lower, next] = [terms[name], chain[place + 1]];
      const upper = next === undefined ? null : terms[next];
      return lower !== null && upper !== null && lower > upper;
    });
    if (reversed !== undefined) throw refuse('limits_reversed', {}, { fields: [{ field: reversed }] });
  }
}

function unlessNone<Value, Read>(value: Value | null, read: (value: Value) => Read): Read | null {
  return value === null ? null : read(value);
}
