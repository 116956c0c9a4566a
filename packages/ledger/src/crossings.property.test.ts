import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onCluster } from '../../../server/src/platform/testing/citus.ts';
import { type AccountKey, accountText, mainAccount, rewardAccount } from './account.ts';
import { openAccounts } from './accounts.ts';
import type { CrossingEnd } from './crossing-ends.ts';
import { type AcrossResult, type AskedPosting, crossingStates } from './crossings.ts';
import { type Crossing, halvesOf } from './halves.ts';
import { planIssuance, planPayment, planTransfer, type Posting } from './posting.ts';
import type { ShardGroupCount } from './shard-groups.ts';
import { COIN, identity, KEY, move } from './testing/bank.ts';
import { Across, openGroupedBank } from './testing/groups.ts';
import { accountsOf } from './testing/stored.ts';
import { verifyLedger } from './verify.ts';

/**
 * Random postings within and across shard groups, asked for in several lanes at once and again and again, with crashes between all steps: whoever made a
 * first half leaves it there, or makes the second half and tells nobody. Drivers race for what is left, some with another judgement.
 */
const RUNS = Number(process.env['PURSER_PROPERTY_OPS'] ?? 2_000) / 250;
const OWNERS = 6;
/** What one owner has from the start: 300 less than an account may have, in as many postings as that takes. */
const FILLED = 3n * 10n ** 18n - 300n;
const FILLED_BY = 30n;
const START = 400n;

const owner = fc.nat({ max: OWNERS - 1 });
const amount = fc.bigInt({ min: 1n, max: 250n });
const share = fc.constantFrom(0n, 3n, 100n);
const operation = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      from: owner,
      to: owner,
      amount,
      fee: share,
      reward: fc.constantFrom(0n, 30n, 100n),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('transfer' as const), from: owner, to: owner, amount, fee: share }) },
  // To somebody who may have no more, or to nobody.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fill' as const), from: owner, amount }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('nobody' as const), from: owner, amount }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('again' as const), back: fc.nat({ max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('changed' as const), back: fc.nat({ max: 30 }) }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

/** Where the program dies: after the first halves, after the second ones, or not. */
const crash = fc.constantFrom('begun', 'ended', 'never' as const);
const veto = fc.constantFrom('none', 'none', 'none', 'all', 'some' as const);
const batch = fc.record({
  operations: fc.array(operation, { minLength: 1, maxLength: 12 }),
  slot: fc.nat({ max: 2 }),
  crash,
  veto,
  skipLocked: fc.boolean(),
});
const lane = fc.array(batch, { minLength: 1, maxLength: 6 });
const drive = fc.record({ limit: fc.integer({ min: 1, max: 20 }), slot: fc.nat({ max: 2 }), crash, veto, skipLocked: fc.boolean() });
const driver = fc.array(drive, { minLength: 1, maxLength: 10 });
type Batch = typeof batch extends fc.Arbitrary<infer Value> ? Value : never;
type Drive = typeof drive extends fc.Arbitrary<infer Value> ? Value : never;

const banks = new Map<ShardGroupCount, Across>();
beforeAll(async () => {
  for (const count of [2, 4] as const) banks.set(count, new Across(await openGroupedBank(count)));
});
afterAll(async () => {
  for (const { bank } of banks.values()) await bank.close();
});

/** Owners of one run alone, what was asked of them, and everything that anybody was told. */
class Run {
  static #runs = 0;
  readonly #first = 20_000_000 + (Run.#runs += 1) * 100;
  readonly across: Across;
  readonly asked: Posting[] = [];
  readonly told = new Map<string, AcrossResult['outcome'][]>();
  readonly ends = new Map<string, Set<CrossingEnd['outcome']>>();
  readonly reached: Map<string, number>;

  constructor(across: Across, reached: Map<string, number>) {
    this.across = across;
    this.reached = reached;
  }

  owner(i: number): number {
    return this.#first + i;
  }

  /** Each owner's accounts, and last that of one who is nearly at the ceiling. */
  get accounts(): AccountKey[] {
    const owners = Array.from({ length: OWNERS }, (_, i) => this.owner(i));
    return [...owners.map((id) => mainAccount(id, COIN)), ...owners.map((id) => rewardAccount(id, COIN)), this.full];
  }

  get full(): AccountKey {
    return mainAccount(this.#first + OWNERS, COIN);
  }

  async open(): Promise<void> {
    const { bank } = this.across;
    // So much comes from outside for one owner alone, who then has nearly what an account may have.
    const vault = { owner_id: 1, coin: COIN, purpose: `custody_${this.#first}` };
    await openAccounts(bank.app, [...this.accounts, { ...vault, unbounded: true }]);
    const issued = this.accounts.slice(0, -1).map((to) => planIssuance({ ...identity(1), to, amount_minor: START }));
    await bank.post(
      ...issued,
      ...Array.from({ length: Number(FILLED_BY) }, () => ({ ...move(vault, this.full, FILLED / FILLED_BY), type: 'issuance' as const })),
    );
  }

  plan(operation: Operation): Posting[] {
    const earlier = operation.kind === 'again' || operation.kind === 'changed' ? this.asked.at(-1 - operation.back) : undefined;
    const posting = this.#planned(operation, earlier);
    if (!posting) return [];
    this.asked.push(posting);
    return [posting];
  }

  #planned(operation: Operation, earlier: Posting | undefined): Posting | undefined {
    switch (operation.kind) {
      case 'again':
        return earlier;
      case 'changed':
        return earlier && { ...earlier, serial_number: `${earlier.serial_number}x` };
      case 'pay': {
        const [payer, merchant] = this.#apart(operation.from, operation.to);
        const of = (percent: bigint) => (operation.amount * percent) / 100n;
        return planPayment({
          ...identity(merchant),
          payer,
          merchant,
          coin: COIN,
          amount_minor: operation.amount,
          fee_minor: of(operation.fee),
          reward_minor: of(operation.reward),
        });
      }
      case 'transfer': {
        const [from, to] = this.#apart(operation.from, operation.to);
        return planTransfer({
          ...identity(from),
          from,
          to,
          coin: COIN,
          amount_minor: operation.amount,
          fee_minor: (operation.amount * operation.fee) / 100n,
        });
      }
      case 'fill':
      case 'nobody': {
        const from = this.owner(operation.from);
        const to = operation.kind === 'fill' ? this.full.owner_id : this.#first + OWNERS + 1 + (operation.from % 4);
        return planTransfer({ ...identity(from), from, to, coin: COIN, amount_minor: operation.amount, fee_minor: 0n });
      }
    }
  }

  #apart(one: number, other: number): [number, number] {
    return [this.owner(one), this.owner(one === other ? (other + 1) % OWNERS : other)];
  }

  count(what: string): void {
    this.reached.set(what, (this.reached.get(what) ?? 0) + 1);
  }

  async runLane(batches: readonly Batch[]): Promise<void> {
    for (const { operations, ...how } of batches) {
      const asked: AskedPosting[] = operations
        .flatMap((one) => this.plan(one))
        .map((posting) => ({ posting, about: { serial: posting.serial_number } }));
      const { slot, skipLocked } = how;
      const results = await this.across.post(asked, { slot, skipLocked });
      for (const [index, { posting }] of asked.entries()) {
        const { outcome } = results[index] as AcrossResult;
        this.count(outcome);
        this.told.set(textOf(posting), [...(this.told.get(textOf(posting)) ?? []), outcome]);
      }
      await this.drive(
        results.flatMap((result) => (result.outcome === 'begun' ? [result.crossing] : [])),
        how,
      );
    }
  }

  async runDriver(drives: readonly Drive[]): Promise<void> {
    for (const how of drives) await this.drive(await this.across.take(how.limit), how);
  }

  async drive(crossings: readonly Crossing[], { slot, crash: dies, veto: vetoes, skipLocked }: Omit<Drive, 'limit'>): Promise<void> {
    if (dies === 'begun' || crossings.length === 0) return;
    const isVetoed = (index: number) => vetoes === 'all' || (vetoes === 'some' && index % 2 === 0);
    const judge = async (undecided: readonly Crossing[]) =>
      undecided.map((_, index) => (isVetoed(index) ? { refuse: 'vetoed' } : undefined));
    const ends = await this.across.end(crossings, { slot, skipLocked, judge });
    for (const [index, { first }] of crossings.entries()) {
      const end = ends[index] as CrossingEnd;
      this.count(end.outcome === 'refused' ? `refused: ${end.reason}` : end.outcome);
      if (end.outcome !== 'locked') this.ends.set(textOf(first), (this.ends.get(textOf(first)) ?? new Set()).add(end.outcome));
    }
    if (dies === 'never') await this.across.settle(crossings, ends);
  }

  /** Everything that was asked ended once, as everybody was told, and the accounts have what comes of that. */
  async check(): Promise<void> {
    const expected = new Map(
      this.accounts.map((account) => [accountText(account), accountText(account) === accountText(this.full) ? FILLED : START]),
    );
    const unique = [...new Map(this.asked.map((posting) => [`${textOf(posting)} ${posting.serial_number}`, posting])).values()];
    for (const posting of unique) {
      const halves = halvesOf(posting, this.across.groups);
      const told = this.told.get(textOf(posting)) ?? [];
      const isMade = halves ? await this.#checkCrossing(posting, halves) : await this.#isStored(posting);
      if (!halves) expect(told.filter((outcome) => outcome === 'posted').length, textOf(posting)).toBeLessThanOrEqual(1);
      if (!isMade) continue;
      for (const { account, available = 0n } of posting.legs) {
        const text = accountText(account);
        const before = expected.get(text);
        if (before !== undefined) expected.set(text, before + available);
      }
    }
    const stored = await accountsOf(this.across.bank, this.accounts);
    expect(
      new Map(stored.map(({ available, ...key }) => [accountText({ ...key, owner_id: Number(key.owner_id) }), BigInt(available)])),
    ).toEqual(expected);
  }

  async #isStored({ owner_id, posting_id, serial_number }: Posting): Promise<boolean> {
    const { rowCount } = await this.across.bank.owner.query(
      'select from ledger.posting where owner_id = $1 and posting_id = $2 and serial_number = $3',
      [owner_id, posting_id, serial_number],
    );
    return rowCount === 1;
  }

  async #checkCrossing(posting: Posting, halves: Crossing): Promise<boolean> {
    const told = this.told.get(textOf(posting)) ?? [];
    const [state] = await crossingStates(this.across.bank.owner, [halves]);
    // One that was asked for with another serial number is not this one.
    const isThis = await this.#isStored(halves.first);
    const ended = [...(this.ends.get(textOf(halves.first)) ?? [])];
    expect(told.filter((outcome) => outcome === 'begun').length, textOf(posting)).toBe(state === 'none' ? 0 : 1);
    if (!isThis) return false;
    expect(['made', 'turned_back']).toContain(state);
    expect(ended.length, `${textOf(posting)} ended ${ended.join(' and ')}`).toBeLessThanOrEqual(1);
    if (ended[0]) expect(ended[0]).toBe(state === 'made' ? 'made' : 'refused');
    this.count(`state: ${state}`);
    return state === 'made';
  }
}

function textOf({ owner_id, posting_id }: Pick<Posting, 'owner_id' | 'posting_id'>): string {
  return `${owner_id} ${posting_id}`;
}

async function breaksOf({ bank }: Across) {
  const client = await bank.app.connect();
  try {
    return (await verifyLedger(client, KEY)).breaks;
  } finally {
    client.release();
  }
}

const OUTCOMES = [
  'posted',
  'replayed',
  'begun',
  'begun_before',
  'insufficient',
  'account_missing',
  'overflow',
  'content_mismatch',
  'made',
  'refused: vetoed',
  'state: made',
  'state: turned_back',
] as const;
/** A run is repeated so often at the most until each outcome was seen: what is random may leave one out. */
const MOST_REPEATS = 10;

for (const count of [2, 4] as const) {
  // On real nodes halves are refused (docs/citus.md).
  it.skipIf(onCluster)(
    `ends everything exactly once over ${count} groups, whoever drives it and whoever dies`,
    async () => {
      const across = banks.get(count) as Across;
      const reached = new Map<string, number>();
      const property = fc.asyncProperty(fc.tuple(lane, lane, lane), fc.tuple(driver, driver), async (lanes, drivers) => {
        const run = new Run(across, reached);
        await run.open();
        await Promise.all([...lanes.map((one) => run.runLane(one)), ...drivers.map((one) => run.runDriver(one))]);
        await across.driveAll();
        await run.check();
        expect([await across.underWay(), await across.clearing()]).toEqual([0, 0n]);
      });
      for (let run = 0; run < MOST_REPEATS && OUTCOMES.some((what) => !reached.has(what)); run += 1)
        await fc.assert(property, { numRuns: Math.ceil(RUNS), endOnFailure: true });
      expect(await breaksOf(across)).toEqual([]);
      const { rows: spread } = await across.bank.owner.query(
        `select p.owner_id, p.posting_id from ledger.posting p join ledger.entry e on e.serial_number = p.serial_number and e.posting_id = p.posting_id and e.posting_owner_id = p.owner_id
         where p.type <> 'issuance' group by p.owner_id, p.posting_id having count(distinct ledger.shard_of(e.owner_id)) > 1`,
      );
      expect(spread).toEqual([]);
      expect(OUTCOMES.filter((what) => !reached.has(what))).toEqual([]);
      if (RUNS > 8) console.log(Object.fromEntries(reached));
    },
    120_000 + RUNS * 10_000,
  );
}
