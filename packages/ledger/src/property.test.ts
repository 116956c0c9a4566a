import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountText } from './account.ts';
import { balancesOf, openAccounts } from './accounts.ts';
import type { Posting } from './posting.ts';
import type { PostingResult } from './store.ts';
import { Bank, KEY } from './testing/bank.ts';
import { type Expected, ModelLedger } from './testing/model.ts';
import { Corner, operation } from './testing/operations.ts';
import { verifyLedger } from './verify.ts';

/** Operations to try in all; `PURSER_PROPERTY_OPS=100000` for the long run. */
const OPERATIONS = Number(process.env['PURSER_PROPERTY_OPS'] ?? 2_000);
const RUNS_AT_A_TIME = 5;

let bank: Bank;
beforeAll(async () => {
  bank = await Bank.open();
});
afterAll(() => bank.close());

function told(result: PostingResult): Expected {
  return 'account' in result ? { outcome: result.outcome, account: result.account } : { outcome: result.outcome };
}

async function balances(corner: Corner): Promise<Map<string, string>> {
  const purposes = new Set(corner.accounts.map(accountText));
  const owners = new Set(corner.accounts.map(({ owner_id }) => owner_id));
  const found = (await Promise.all([...owners].map((owner_id) => balancesOf(bank.app, owner_id)))).flat();
  return new Map(
    found
      .filter((balance) => purposes.has(accountText(balance)))
      .map((balance) => [
        accountText(balance),
        `${balance.available_minor}/${balance.frozen_minor}/${balance.pending_minor} v${balance.version}`,
      ]),
  );
}

it(
  `does what the model does: ${OPERATIONS} random operations in random batches`,
  async () => {
    const tried = { operations: 0 };
    const outcomes = new Map<string, number>();
    const run = fc.asyncProperty(
      fc.array(fc.array(operation, { minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 12 }),
      async (batches) => {
        const corner = new Corner();
        const model = new ModelLedger();
        const made: Posting[] = [];
        await openAccounts(bank.app, corner.accounts);
        for (const account of corner.accounts) model.open(account, account.unbounded);

        for (const batch of batches) {
          const postings = batch.map((wanted) => corner.ask(wanted));
          const results = (await bank.post(...postings)).map(told);
          expect(results).toEqual(postings.map((posting) => model.post(posting)));
          for (const { outcome } of results) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
          made.push(...postings.filter((_, i) => results[i]?.outcome === 'posted'));
          tried.operations += batch.length;
        }
        expect(await balances(corner)).toEqual(model.balances());

        // All that was made, asked for once more in one batch: nothing changes.
        const again = await bank.post(...made);
        expect(new Set(again.map(({ outcome }) => outcome)).difference(new Set(['replayed']))).toEqual(new Set());
        expect(await balances(corner)).toEqual(model.balances());
      },
    );
    while (tried.operations < OPERATIONS) await fc.assert(run, { numRuns: RUNS_AT_A_TIME });

    const client = await bank.app.connect();
    const verification = await verifyLedger(client, KEY, { planned: false });
    client.release();
    expect(verification.breaks).toEqual([]);
    // The operations must reach what they are there to try.
    for (const outcome of ['posted', 'replayed', 'content_mismatch', 'malformed', 'account_missing', 'insufficient']) {
      expect(outcomes.get(outcome) ?? 0, outcome).toBeGreaterThan(0);
    }
    if (OPERATIONS > 2_000) console.log(`${tried.operations} operations, ${verification.entries} entries`, Object.fromEntries(outcomes));
  },
  60_000 + OPERATIONS * 20,
);
