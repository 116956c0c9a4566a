import { setTimeout as sleep } from 'node:timers/promises';
import { clearingAccounts } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import {
  type CrossingEnd,
  endCrossings,
  forgetEnds,
  type Judgement,
  keepAnswers,
  settleCrossings,
  takeDueCrossings,
} from '@purser/ledger/crossing-ends';
import type { Crossing } from '@purser/ledger/halves';
import { type ShardGroups, shardGroupsOf } from '@purser/ledger/shard-groups';
import type { Logger } from 'pino';
import { type Database, isLockTimeout } from '../database/database.ts';
import type { Tx } from '../database/tx.ts';
import { refuse, Refusal } from '../http/refusal.ts';
import { InstallationError } from '../installation.ts';
import type { CommandResult, LockMode } from './batcher.ts';
import { settleKeys } from './idempotency.ts';
import type { MoneyBatch, MoneyCommand, MoneyPlan } from './money-batch.ts';

/** How a kind of command is made whose posting lies in two shard groups: its first half by its plan, what follows in a second transaction. */
export interface Halves<Command, Plan extends MoneyPlan> {
  /** In whose group a command's first transaction is: the owner's whose money is taken. */
  readonly home: (command: Command) => number;
  /** What of a plan the second transaction must know, as JSON. It is kept with the first half. */
  readonly keep: (plan: Plan) => unknown;
  /**
   * In the second transaction: locks what the second halves are of, and gives the plans to apply, in their order; `held` where somebody else holds
   * it. The money was taken already: what is refused here is given back.
   */
  readonly resume: (
    tx: Tx,
    crossings: readonly Resumed[],
    mode: Pick<LockMode, 'skipLocked'>,
  ) => Promise<readonly (Plan | Exclude<Judgement, undefined>)[]>;
  /** What is told of a command whose second half was refused for a reason, of `resume` or of the ledger. */
  readonly refusal: (reason: string) => Refusal;
}

interface Resumed {
  readonly kept: unknown;
  readonly crossing: Crossing;
}

/** What is kept with a first half. */
interface About {
  readonly batch: string;
  readonly kept: unknown;
  /** The idempotency key that is settled with what it comes to. */
  readonly claim?: { readonly owner_id: number; readonly key: string };
}

// Whatever kind of command it is, its own values go round within it.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyBatch = MoneyBatch<any, any, any, any>;

interface Ended {
  readonly crossing: Crossing;
  readonly end: CrossingEnd;
}

const PATIENT: LockMode = { lockTimeoutMs: 100, skipLocked: false };
const SKIPPING: LockMode = { lockTimeoutMs: 25, skipLocked: true };
/** So often the one who made a first half tries again to make the second while others hold what it needs. Then it is left to the worker. */
const MOST_TRIES = 30;
const PAUSE_MS = 100;
/** Crossings that are driven in one transaction. */
const AT_A_TIME = 256;

/**
 * Drives what is made in two halves: at once in the process that made the first half, and in a worker what a process has left behind. Whoever asked is
 * told of success only when the second half was committed.
 */
export class Crossings {
  readonly groups: ShardGroups;
  readonly #db: Database;
  readonly #ledgerKey: Buffer;
  readonly #slot: () => number;
  readonly #log: Logger;
  readonly #batches = new Map<string, AnyBatch>();
  readonly #opened = new Set<string>();
  readonly #later = new Set<Promise<unknown>>();

  constructor(
    {
      db,
      ledgerKey,
      feeSlot,
      log,
    }: { readonly db: Database; readonly ledgerKey: Buffer; readonly feeSlot: { readonly number: number }; readonly log: Logger },
    groups: ShardGroups,
  ) {
    this.groups = groups;
    this.#db = db;
    this.#ledgerKey = ledgerKey;
    this.#slot = () => feeSlot.number;
    this.#log = log;
  }

  /** Makes sure that the database knows as many groups as this process does. */
  async start(): Promise<void> {
    const known = await shardGroupsOf(this.#db.system);
    if (known === this.groups.count) return;
    throw new InstallationError(
      `PURSER_SHARD_GROUPS: is ${this.groups.count} here, and ${known} in the database. Stop all programs and run "npm run migrate" with it as the owner of the tables.`,
    );
  }

  /** A kind of command that can be made in halves: a worker finds it by its name. */
  register<Command extends MoneyCommand, World, Plan extends MoneyPlan, Data>(batch: MoneyBatch<Command, World, Plan, Data>): void {
    this.#batches.set(batch.name, batch);
  }

  /** Whether commands of this kind are made in halves where their postings lie in two groups. */
  divides({ halves }: Pick<AnyBatch, 'halves'>): boolean {
    return halves !== undefined && this.groups.count > 1;
  }

  /** Opens the clearing accounts of coins, once. In a transaction of its own. */
  async open(coins: Iterable<string>): Promise<void> {
    for (const coin of coins) {
      if (this.#opened.has(coin)) continue;
      await openAccounts(this.#db.system, clearingAccounts(coin));
      this.#opened.add(coin);
    }
  }

  /**
   * Drives what this process has just begun, and tells what each has come to. What others hold is driven on beside the next batches: its result is
   * then one that is still to come.
   */
  async finish<Data>(batch: AnyBatch, begun: readonly Crossing[]): Promise<ReadonlyMap<Crossing, CommandResult<Data>>> {
    const ended = await this.#tried(batch, begun, PATIENT);
    const left = begun.filter((crossing) => !ended.has(crossing));
    const later = left.length > 0 ? this.#finishLater(batch, left) : undefined;
    return new Map(
      begun.map((crossing) => {
        if (!later || ended.has(crossing)) return [crossing, this.#toldOf<Data>(batch, ended.get(crossing))];
        const value = later.then((others) => valueOf(this.#toldOf<Data>(batch, others.get(crossing))));
        // Whoever asked hears of it; if nobody does any more, it is of no interest.
        value.catch(() => {});
        return [crossing, { ok: true, value: value as Data }];
      }),
    );
  }

  /** Lets what is driven on beside the batches come to its end. */
  async idle(): Promise<void> {
    while (this.#later.size > 0) await Promise.all(this.#later);
  }

  #finishLater(batch: AnyBatch, crossings: readonly Crossing[]): Promise<ReadonlyMap<Crossing, CrossingEnd>> {
    const later = this.#keepTrying(batch, crossings).finally(() => this.#later.delete(later));
    this.#later.add(later);
    return later;
  }

  async #keepTrying(batch: AnyBatch, crossings: readonly Crossing[]): Promise<ReadonlyMap<Crossing, CrossingEnd>> {
    const ended = new Map<Crossing, CrossingEnd>();
    for (let tries = 1, left = crossings; left.length > 0 && tries <= MOST_TRIES; tries += 1) {
      for (const [crossing, end] of await this.#tried(batch, left, SKIPPING)) ended.set(crossing, end);
      left = crossings.filter((crossing) => !ended.has(crossing));
      if (left.length > 0) await sleep(PAUSE_MS);
    }
    return ended;
  }

  /** What of these could be decided, and was settled: a transaction for each group of second halves, and one of the group of the first halves. */
  async #tried(batch: AnyBatch, crossings: readonly Crossing[], mode: LockMode): Promise<ReadonlyMap<Crossing, CrossingEnd>> {
    const decided: Ended[] = [];
    const attempt = async (step: () => Promise<void>) =>
      step().catch((error: unknown) => {
        // What is decided stays decided, and what is not is found by the worker.
        this.#log.warn({ err: error, batch: batch.name }, 'second halves are left to the worker');
      });
    for (const some of this.#byGroup(crossings, 'second'))
      await attempt(async () => {
        decided.push(...(await this.#end(batch, some, mode).catch(unlessHeld)).filter(({ end }) => end.outcome !== 'locked'));
      });
    await attempt(() => this.#settle(decided));
    return new Map(decided.map(({ crossing, end }) => [crossing, end]));
  }

  #byGroup(crossings: readonly Crossing[], half: 'first' | 'second'): Crossing[][] {
    return [...Map.groupBy(crossings, (crossing) => this.groups.of(crossing[half].owner_id)).values()];
  }

  /** Drives what others have left behind. For the worker, again and again. */
  async driveDue(): Promise<void> {
    // Where tables are distributed there is one group so far, and nothing is made in halves.
    if (await this.#db.isDistributed()) return;
    for (;;) {
      const { crossings, invalid } = await this.#db.systemTransaction((tx) => takeDueCrossings(tx, this.#ledgerKey, AT_A_TIME));
      for (const where of invalid) this.#log.error({ where }, 'a first half is not what was made: it is not driven on');
      const driven = [...Map.groupBy(crossings, ({ about }) => (about as About).batch)].map(([name, some]) => this.#driveKind(name, some));
      const failed = (await Promise.allSettled(driven)).find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
      if (crossings.length < AT_A_TIME) return;
    }
  }

  async #driveKind(name: string, crossings: readonly Crossing[]): Promise<void> {
    const batch = this.#batches.get(name);
    if (!batch) throw new Error(`nobody makes ${name} in halves`);
    const driven = await Promise.allSettled(this.#byGroup(crossings, 'second').map((ofGroup) => this.#drive(batch, ofGroup)));
    for (const one of driven) if (one.status === 'rejected') throw one.reason;
  }

  /** One that cannot be driven is in nobody else's way. */
  async #drive(batch: AnyBatch, crossings: readonly Crossing[]): Promise<void> {
    try {
      await this.#settle(await this.#end(batch, crossings, SKIPPING).catch(unlessHeld));
    } catch (error) {
      if (crossings.length === 1) throw error;
      const driven = await Promise.allSettled(crossings.map((crossing) => this.#drive(batch, [crossing])));
      for (const one of driven) if (one.status === 'rejected') throw one.reason;
    }
  }

  /** What is kept with the first half of a command. */
  aboutOf(batch: AnyBatch, plan: unknown, claim: { readonly ownerId: number; readonly key: string | undefined } | undefined): About {
    const { ownerId, key } = claim ?? {};
    return {
      batch: batch.name,
      kept: batch.halves?.keep(plan),
      ...(key !== undefined && ownerId !== undefined && { claim: { owner_id: ownerId, key } }),
    };
  }

  /** One transaction of the groups of the second halves. */
  #end(batch: AnyBatch, crossings: readonly Crossing[], mode: LockMode): Promise<Ended[]> {
    const { halves } = batch;
    if (!halves) throw new Error(`${batch.name} is not made in halves`);
    return this.#db.batchTransaction(mode.lockTimeoutMs, async (tx, last) => {
      const plans = new Map<Crossing, MoneyPlan>();
      const judge = async (undecided: readonly Crossing[]): Promise<Judgement[]> => {
        const resumed = await halves.resume(
          tx,
          undecided.map((crossing) => ({ kept: (crossing.about as About).kept, crossing })),
          mode,
        );
        return undecided.map((crossing, index) => {
          const found = resumed[index] as (typeof resumed)[number];
          if (found === 'held' || 'refuse' in found) return found;
          plans.set(crossing, found);
          return undefined;
        });
      };
      const ends = await endCrossings(tx, this.#ledgerKey, crossings, { slot: this.#slot(), skipLocked: mode.skipLocked, judge });
      const made = crossings.flatMap((crossing, index) => {
        const [plan, end] = [plans.get(crossing), ends[index]];
        return plan && end?.outcome === 'made' ? [{ crossing, plan, postedAt: end.posted_at }] : [];
      });
      const answers = new Map<Crossing, unknown>();
      if (made.length > 0) {
        const { results, write } = await batch.apply(tx, made);
        for (const [index, { crossing }] of made.entries()) {
          const result = results[index] as unknown;
          if (result instanceof Refusal) throw result;
          answers.set(crossing, result);
        }
        await keepAnswers(
          tx,
          [...answers].map(([crossing, answer]) => ({ crossing, answer })),
        );
        await write?.(last);
      }
      return crossings.map((crossing, index) => {
        const end = ends[index] as CrossingEnd;
        return { crossing, end: end.outcome === 'made' && answers.has(crossing) ? { ...end, answer: answers.get(crossing) } : end };
      });
    });
  }

  async #settle(ended: readonly Ended[]): Promise<void> {
    const decided = new Map(ended.filter(({ end }) => end.outcome !== 'locked').map(({ crossing, end }) => [crossing, end]));
    for (const some of this.#byGroup([...decided.keys()], 'first'))
      await this.#settleGroup(some.map((crossing) => ({ crossing, end: decided.get(crossing) as CrossingEnd })));
  }

  /** One transaction of the group of the first halves: turns back what was refused, and settles the keys of all. */
  async #settleGroup(ended: readonly Ended[]): Promise<void> {
    const settled = await this.#db.systemTransaction(async (tx) => {
      const are = await settleCrossings(tx, this.#ledgerKey, ended);
      const keyed = ended.flatMap(({ crossing, end }, index) => {
        const { batch, claim } = crossing.about as About;
        const outcome = this.#outcomeOf(batch, end);
        return are[index] && claim && outcome !== undefined ? [{ claim, outcome }] : [];
      });
      await settleKeys(
        tx,
        keyed.map(({ claim }) => ({ ownerId: claim.owner_id, key: claim.key, requestHash: Buffer.alloc(0) })),
        keyed.map(({ outcome }) => outcome),
      );
      return are;
    });
    const crossings = ended.map(({ crossing }) => crossing).filter((_, index) => settled[index]);
    for (const some of this.#byGroup(crossings, 'second')) await forgetEnds(this.#db.system, some);
  }

  /** What is kept under the key; undefined where somebody else has settled it before. */
  #outcomeOf(name: string, end: CrossingEnd): unknown {
    if (end.outcome === 'made') return end.answer;
    return end.outcome === 'refused' ? this.#batches.get(name)?.halves?.refusal(end.reason) : undefined;
  }

  #toldOf<Data>(batch: AnyBatch, end: CrossingEnd | undefined): CommandResult<Data> {
    const outcome = end && this.#outcomeOf(batch.name, end);
    // The money is on its way or has arrived, and nobody here can tell.
    if (outcome === undefined) return { ok: false, refusal: refuse('outcome_unknown') };
    return outcome instanceof Refusal ? { ok: false, refusal: outcome } : { ok: true, value: outcome as Data };
  }
}

function valueOf<Data>(result: CommandResult<Data>): Data {
  if (result.ok) return result.value;
  throw 'refusal' in result ? result.refusal : refuse('outcome_unknown');
}

/** Nothing was decided where a lock could not be had in time. */
function unlessHeld(error: unknown): Ended[] {
  if (isLockTimeout(error)) return [];
  throw error;
}
