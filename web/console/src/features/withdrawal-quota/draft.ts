import { parseAmount } from '@purser/contract/money';
import { withdrawals } from '@purser/contract/outcomes/withdrawals';
import type { Problems } from '@purser/console-kit/confirmed-form';
import type { Quota } from './api.ts';
import type { I18n } from './texts.ts';

/** A quota as it is typed: an empty bound is none. */
export interface Draft {
  readonly is_on: boolean;
  readonly single_limit: string;
  readonly day_limit: string;
  readonly hour_limit: string;
  readonly day_count: string;
  readonly hour_count: string;
}

/** A quota as it is sent. */
export interface QuotaContents {
  readonly coin_name: string;
  readonly is_on: boolean;
  readonly single_limit: string;
  readonly day_limit: string;
  readonly hour_limit: string | null;
  readonly day_count: number | null;
  readonly hour_count: number | null;
}

/** The fields that hold amounts, and those that hold numbers of withdrawals. */
export const FURTHER = ['hour_limit', 'day_count', 'hour_count'] as const;
const MOST_COUNTED = 1_000_000;

export function draftOf({ is_on, single_limit, day_limit, hour_limit, day_count, hour_count }: Quota): Draft {
  return {
    is_on,
    single_limit: single_limit ?? '',
    day_limit: day_limit ?? '',
    hour_limit: hour_limit ?? '',
    day_count: day_count === null ? '' : String(day_count),
    hour_count: hour_count === null ? '' : String(hour_count),
  };
}

export function contentsOf(coin: string, draft: Draft): QuotaContents {
  const count = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim()));
  return {
    coin_name: coin,
    is_on: draft.is_on,
    single_limit: draft.single_limit.trim(),
    day_limit: draft.day_limit.trim(),
    hour_limit: draft.hour_limit.trim() === '' ? null : draft.hour_limit.trim(),
    day_count: count(draft.day_count),
    hour_count: count(draft.hour_count),
  };
}

/** What is wrong with each field as it stands, in the user's words. */
export function problemsOf(draft: Draft, coin: string, decimals: number, i18n: I18n): Problems<Draft> {
  const { t, language } = i18n;
  const amount = (text: string): string | undefined => {
    if (text.trim() === '') return t('quota.required');
    const parsed = parseAmount(text.trim(), decimals);
    if (typeof parsed === 'bigint') return undefined;
    if (parsed === 'too_many_decimals') return t('quota.decimals', { coin, decimals });
    return t(parsed === 'too_large' ? 'quota.tooLarge' : 'quota.notNumber');
  };
  const count = (text: string): string | undefined =>
    text.trim() === '' || (/^[1-9]\d{0,6}$/.test(text.trim()) && Number(text) <= MOST_COUNTED) ? undefined : t('quota.notCount');
  const [single, day] = [parseAmount(draft.single_limit.trim(), decimals), parseAmount(draft.day_limit.trim(), decimals)];
  const isDayTooLow = typeof single === 'bigint' && typeof day === 'bigint' && day < single;
  return {
    single_limit: amount(draft.single_limit),
    day_limit: isDayTooLow ? withdrawals.day_limit_too_low.text[language] : amount(draft.day_limit),
    hour_limit: draft.hour_limit.trim() === '' ? undefined : amount(draft.hour_limit),
    day_count: count(draft.day_count),
    hour_count: count(draft.hour_count),
  };
}

/** How much of the day limit is used, from 0 to 1; undefined while there is no limit. */
export function usedPart({ used_today, day_limit }: Pick<Quota, 'used_today' | 'day_limit'>): number | undefined {
  const limit = Number(day_limit ?? 0);
  return limit > 0 ? Math.min(1, Number(used_today) / limit) : undefined;
}
