import { REVIEW_KINDS, type ReviewEvent, type ReviewKind } from '@purser/contract/review';
import fc from 'fast-check';
import { NEXT } from './rules.ts';

/** Random things that merchants, users and staff may ask of orders, sensible and not: twice, out of order, of others, more than there is. */

/** Owners within a corner: two merchants, and a wallet user. */
const OWNERS = 3;
const MERCHANTS = 2;

const place = fc.nat({ max: 1_000_000 });
const merchant = fc.nat({ max: MERCHANTS - 1 });
const owner = fc.nat({ max: OWNERS - 1 });
/** Mostly moderate; now and then too small for the fee, or more than anybody has. */
const cents = fc.oneof(
  { weight: 16, arbitrary: fc.integer({ min: 100, max: 6_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 130 }) },
  { weight: 1, arbitrary: fc.constant(10_000_000) },
);
/** So few that some are used twice. */
const txid = fc.nat({ max: 60 });

const EVENTS = [
  ...new Set(REVIEW_KINDS.flatMap((kind) => Object.values(NEXT[kind]).flatMap((row) => Object.keys(row ?? {}) as ReviewEvent[]))),
];
const ENDS: ReadonlySet<ReviewEvent> = new Set(['reject', 'cancel', 'take_back']);
const eventsOf = (kind: ReviewKind): fc.Arbitrary<ReviewEvent> => {
  const own = [...new Set(Object.values(NEXT[kind]).flatMap((row) => Object.keys(row ?? {}) as ReviewEvent[]))];
  return fc.oneof(
    // Mostly onwards: what is rejected has nothing before it.
    { weight: 10, arbitrary: fc.constantFrom(...own.filter((event) => !ENDS.has(event))) },
    { weight: 5, arbitrary: fc.constantFrom(...own) },
    { weight: 1, arbitrary: fc.constantFrom(...EVENTS) },
  );
};

const movesOf = (kind: ReviewKind, most: number) =>
  fc.record({
    what: fc.constant('move' as const),
    kind: fc.constant(kind),
    moves: fc.array(
      fc.record({
        which: place,
        event: eventsOf(kind),
        stranger: fc.nat({ max: 19 }).map((dice) => dice === 0),
        by: fc.constantFrom('1001', '1002'),
      }),
      { minLength: 1, maxLength: most },
    ),
  });

/** One transaction of a lane, with as many as `most` commands. */
export const operations = (most: number) =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        what: fc.constant('withdraw' as const),
        asked: fc.array(fc.record({ merchant, user: merchant, cents }), { minLength: 1, maxLength: most }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        what: fc.constant('refund' as const),
        asked: fc.array(fc.record({ order: merchant, cents: fc.integer({ min: 1, max: 1_500 }) }), { minLength: 1, maxLength: 4 }),
      }),
    },
    {
      weight: 20,
      arbitrary: fc.record({
        what: fc.constant('ask' as const),
        kind: fc.constantFrom('adjustment' as const, 'usdt_recharge' as const, 'usdt_withdrawal' as const, 'fiat_withdrawal' as const),
        owner,
        user: merchant,
        usdt: fc.boolean(),
        cents,
        /** What is finer than a cent, of a coin that is. */
        odd: fc.nat({ max: 9_999 }),
        txid,
        pending: fc.nat({ max: 3 }).map((dice) => dice > 0),
      }),
    },
    ...REVIEW_KINDS.map((kind) => ({ weight: kind === 'user_withdrawal' ? 4 : 3, arbitrary: movesOf(kind, most) })),
    {
      weight: 1,
      arbitrary: fc.record({
        what: fc.constant('cancel' as const),
        kind: fc.constantFrom(...REVIEW_KINDS.filter((kind) => kind !== 'adjustment')),
        owner,
        which: fc.array(place, { minLength: 1, maxLength: 4 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ what: fc.constant('settle' as const), which: place, by: fc.constantFrom('1001', '1002', '1003'), txid }),
    },
    { weight: 2, arbitrary: fc.record({ what: fc.constant('appeal' as const), which: place, user: merchant }) },
  );

export type Operation = ReturnType<typeof operations> extends fc.Arbitrary<infer Value> ? Value : never;
export type Of<What extends Operation['what']> = Extract<Operation, { what: What }>;

/** How many commands an operation is. */
export function commandsIn(operation: Operation): number {
  if (operation.what === 'move') return operation.moves.length;
  if (operation.what === 'cancel') return operation.which.length;
  return 'asked' in operation ? operation.asked.length : 1;
}
