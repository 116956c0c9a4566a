import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../platform/testing/app.ts';
import { ask } from './testing/orders/ask.ts';
import { Corner } from './testing/orders/corner.ts';
import { balancesOf, expectNoDeadlock, expectVerified, judge } from './testing/orders/judge.ts';
import { commandsIn, type Operation, operations } from './testing/orders/operations.ts';
import { makeCorner, openMarkets } from './testing/orders/parties.ts';

/** Commands to try in all; `PURSER_PROPERTY_OPS=1000000` for the long run, with larger batches. */
const COMMANDS = Number(process.env['PURSER_PROPERTY_OPS'] ?? 800);
const IS_LONG = COMMANDS > 20_000;
const LARGEST_BATCH = IS_LONG ? 48 : 6;
const LONGEST_LANE = IS_LONG ? 60 : 40;
const RUNS_AT_A_TIME = IS_LONG ? 20 : 2;
const TIMEOUT_MS = 60_000 + COMMANDS * 40;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: () => [] });
  await openMarkets(app);
});
afterAll(() => app.close());

const lane = fc.array(operations(LARGEST_BATCH), { minLength: 1, maxLength: LONGEST_LANE, size: 'max' });

/** What comes about once in some thousand commands. */
const RARELY = [
  'usdt_withdrawal refund',
  'fiat_withdrawal return',
  'withdrawal_day_maximum',
  'refund_above_rest',
  'second_person_required',
  'txid_used',
];
/** What must have happened, or nothing of it was tried; in a short run not all of it does. */
const ALWAYS_REACHED = ['user_withdrawal made', 'user_withdrawal approve', 'refund made', 'review_decided', 'order_unknown'];
const REACHED = [
  'user_withdrawal made',
  'user_withdrawal approve',
  'user_withdrawal reject',
  'user_withdrawal cancel',
  'adjustment made',
  'adjustment release',
  'adjustment take_back',
  'adjustment appeal',
  'usdt_recharge made',
  'usdt_recharge approve',
  'usdt_withdrawal made',
  'usdt_withdrawal approve',
  'usdt_withdrawal settle',
  'fiat_withdrawal made',
  'fiat_withdrawal pay_out',
  'refund made',
  'review_decided',
  'order_unknown',
  'insufficient_balance',
];

/** Lets lanes work on the same orders at the same time, and compares everything that is stored then with what they were told. */
async function tryLanes(lanes: readonly (readonly Operation[])[], outcomes: Map<string, number>): Promise<number> {
  const parties = await makeCorner(app);
  const corner = new Corner(app, parties, outcomes);
  const before = await balancesOf(app, corner);
  for (const [account, { available }] of before) corner.floors.give(account, available);
  const worked = await Promise.allSettled(
    lanes.map(async (of) => {
      for (const operation of of) await (operation.what === 'ask' ? ask(corner, operation) : corner.perform(operation));
    }),
  );
  for (const one of worked) if (one.status === 'rejected') throw one.reason;
  await judge(corner, before);
  return lanes.flat().reduce((sum, operation) => sum + commandsIn(operation), 0);
}

async function reach(lanes: fc.Arbitrary<readonly (readonly Operation[])[]>, options: object): Promise<void> {
  const outcomes = new Map<string, number>();
  const tried = { commands: 0 };
  const property = fc.asyncProperty(lanes, async (one) => {
    tried.commands += await tryLanes(one, outcomes);
  });
  const began = performance.now();
  while (tried.commands < COMMANDS / 2) {
    await fc.assert(property, { numRuns: RUNS_AT_A_TIME, ...options });
    if (IS_LONG) console.log(`${tried.commands} commands in ${Math.round((performance.now() - began) / 1000)} s`);
  }
  await expectVerified(app);
  if (IS_LONG) console.log(`${tried.commands} commands`, Object.fromEntries([...outcomes].sort()));
  const wanted = COMMANDS >= 200_000 ? [...REACHED, ...RARELY] : IS_LONG ? REACHED : ALWAYS_REACHED;
  for (const outcome of wanted) expect(outcomes.get(outcome) ?? 0, outcome).toBeGreaterThan(0);
  await expectNoDeadlock(app);
}

it(
  `orders of every kind do what the model does: ${COMMANDS / 2} random commands, one after the other`,
  () =>
    reach(
      lane.map((one) => [one]),
      {},
    ),
  TIMEOUT_MS,
);

it(
  `orders of every kind do what the model does: ${COMMANDS / 2} random commands in four lanes at once`,
  // What four lanes did does not happen again in the same way: there is nothing to be made smaller.
  () => reach(fc.tuple(lane, lane, lane, lane), { endOnFailure: true }),
  TIMEOUT_MS,
);
