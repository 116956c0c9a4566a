import { type RawBuilder, sql } from 'kysely';

/** Always true, and said by indexes that are for one sort or filter alone: whoever says it may be served by them. */
export const BY_ITS_INDEX: RawBuilder<unknown> = sql`coin || '-' <> '-'`;

/** One owner's orders in one coin, by the index of coins. */
export function inCoin(coin: string): RawBuilder<unknown> {
  return sql`coin = ${coin} and ${BY_ITS_INDEX}`;
}

/** Those of all owners, by the index of coins across them, which alone says this condition: always true as well. */
export function inCoinOfAll(coin: string): RawBuilder<unknown> {
  return sql`coin = ${coin} and coin || '+' <> '+'`;
}

/** One owner's that wait for staff, by an index of its own. */
export function waitingInCoin(coin: string): RawBuilder<unknown> {
  return sql`coin = ${coin} and coin || '~' <> '~'`;
}
