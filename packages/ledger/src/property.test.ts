import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountText, providerAccounts, UNBOUNDED_PURPOSES } from './account.ts';
import { openAccounts } from './accounts.ts';
import type { Posting } from './posting.ts';
import { Bank, KEY } from './testing/bank.ts';
import { type Batch, explain, runLanes } from './testing/lanes.ts';
import { inSlot, ModelLedger } from './testing/model.ts';
import { Corner, operation } from './testing/operations.ts';
import { accountsOf, expectStored, storedBalances, storedHolds, storedState } from './testing/stored.ts';
import { verifyLedger } from './verify.ts';

/** Postings to try in all; `PURSER_PROPERTY_OPS=100000` for the long run, with larger batches. */
const OPERATIONS = Number(process.env['PURSER_PROPERTY_OPS'] ?? 2_000);
const LARGEST_BATCH = OPERATIONS > 20_000 ? 256 : 40;
const RUNS_AT_A_TIME = 5;

let bank: Bank;
beforeAll(async () => {
  bank = await Bank.open();
  await openAccounts(
    bank.app,
    ['USDP', 'CNYT'].flatMap((coin) => providerAccounts(coin)),
  );
});
afterAll(() => bank.close());

const batch = fc.record({
  operations: fc.array(operation, { minLength: 1, maxLength: LARGEST_BATCH }),
  skipLocked: fc.boolean(),
  slot: fc.nat({ max: 2 }),
});
const batches = fc.array(batch, { minLength: 1, maxLength: 8, size: 'max' });

/** Lets lanes post in a corner of their own and compares everything that was answered and stored with the model. */
async function tryLanes(
  lanes: readonly (typeof batch extends fc.Arbitrary<infer Value> ? readonly Value[] : never)[],
  outcomes: Map<string, number>,
) {
  const corner = new Corner();
  await openAccounts(bank.app, corner.accounts);
  const model = new ModelLedger();
  for (const account of corner.accounts) model.open(account, account.unbounded);
  const since = new Map<string, bigint>();
  for (const { available, frozen, pending, version, ...key } of await accountsOf(bank, corner.shared)) {
    const account = { ...key, owner_id: Number(key.owner_id) };
    model.open(
      account,
      (UNBOUNDED_PURPOSES as ReadonlySet<string>).has(key.purpose),
      [BigInt(available), BigInt(frozen), BigInt(pending)],
      BigInt(version),
    );
    since.set(accountText(account), BigInt(version));
  }
  const keys = [...corner.accounts, ...corner.shared];

  // Dealt out in turn, so that what is asked for again was mostly asked for in another lane.
  const asked: Batch[][] = lanes.map(() => []);
  for (let turn = 0; turn < 8; turn += 1) {
    lanes.forEach((lane, i) => {
      const wanted = lane[turn];
      if (!wanted) return;
      const { operations, ...how } = wanted;
      const postings = operations.flatMap((one) => corner.ask(one));
      const made = postings.map((posting) => ({ ...posting, legs: inSlot(posting.legs, how.slot) }));
      asked[i]?.push({ ...how, wanted: postings, postings: made });
    });
  }
  const history = await runLanes(bank.app, asked);
  explain(history, model);
  expect(await storedState(bank, keys, since)).toEqual(model.state());
  expect(await storedHolds(bank, corner.accounts)).toEqual(model.holds());
  const told = history.runs.flatMap(({ postings, results }) => postings.map((posting, i) => [posting, results[i]] as Answered));
  await expectStored(bank, told);
  for (const [, { outcome }] of told) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);

  // All that was made, asked for once more in one batch: nothing changes.
  const made = told.flatMap(([posting, { outcome }]) => (outcome === 'posted' ? [posting] : []));
  const again = await bank.post(...made);
  expect(new Set(again.map(({ outcome }) => outcome)).difference(new Set(['replayed']))).toEqual(new Set());
  expect(await storedHolds(bank, corner.accounts)).toEqual(model.holds());
  expect(await storedBalances(bank, keys)).toEqual(new Map([...model.state()].map(([text, lines]) => [text, lines.at(-1)])));
  return told.length;
}
type Answered = readonly [Posting, Awaited<ReturnType<Bank['post']>>[number]];

async function reach(
  lanes: fc.Arbitrary<Parameters<typeof tryLanes>[0]>,
  options: fc.Parameters<[Parameters<typeof tryLanes>[0]]>,
  wanted: readonly string[],
): Promise<void> {
  const outcomes = new Map<string, number>();
  const tried = { postings: 0 };
  const property = fc.asyncProperty(lanes, async (one) => {
    tried.postings += await tryLanes(one, outcomes);
  });
  while (tried.postings < OPERATIONS / 2) await fc.assert(property, { numRuns: RUNS_AT_A_TIME, ...options });

  const client = await bank.app.connect();
  const { breaks, entries } = await verifyLedger(client, KEY, { planned: false });
  client.release();
  expect(breaks).toEqual([]);
  // The operations must reach what they are there to try.
  for (const outcome of wanted) expect(outcomes.get(outcome) ?? 0, outcome).toBeGreaterThan(0);
  if (OPERATIONS > 2_000) console.log(`${tried.postings} postings, ${entries} entries`, Object.fromEntries(outcomes));
}

const ALWAYS = ['posted', 'replayed', 'content_mismatch', 'malformed', 'late', 'account_missing', 'insufficient', 'overflow'];
const TIMEOUT_MS = 60_000 + OPERATIONS * 20;

it(
  `does what the model does: ${OPERATIONS / 2} random postings in random batches, one after the other`,
  () =>
    reach(
      batches.map((one) => [one]),
      {},
      ALWAYS,
    ),
  TIMEOUT_MS,
);

it(
  `does what the model does: ${OPERATIONS / 2} random postings in four lanes at once over the same accounts`,
  // What four lanes did does not happen again in the same way: there is nothing to be made smaller.
  () => reach(fc.tuple(batches, batches, batches, batches), { endOnFailure: true }, [...ALWAYS, 'locked']),
  TIMEOUT_MS,
);
