import { setTimeout as sleep } from 'node:timers/promises';
import { isProvider, type AccountKey } from '@purser/ledger/account';
import type { DatabaseClock } from '../database/clock.ts';
import { isLockTimeout } from '../database/database.ts';
import { FairQueue, type Lane } from './fair-queue.ts';
import { refuse } from '../http/refusal.ts';
import type { UnderWay } from '../database/under-way.ts';

/** What became of one command of a batch. A thrown error is the whole batch's; a refusal is the command's own. */
export type CommandResult<Result> =
  | { readonly ok: true; readonly value: Result }
  | { readonly ok: false; readonly refusal: Error }
  /** Nothing was done, as another transaction holds what the command needs: its own rows, or some that all commands share. */
  | { readonly ok: false; readonly locked: 'own' | 'shared' }
  /** Nothing was done: it is planned anew in a later batch, as what it was planned on has changed meanwhile, or as an earlier command of its batch comes first. */
  | { readonly ok: false; readonly again: 'changed' | 'in_turn' };

/** The provider's accounts take part in everybody's postings. */
export function lockedBy({ owner_id }: AccountKey): 'own' | 'shared' {
  return isProvider(owner_id) ? 'shared' : 'own';
}

/** How a batch goes about rows that another transaction holds. */
export interface LockMode {
  /** How long the transaction waits for a lock before it fails with a lock timeout. */
  readonly lockTimeoutMs: number;
  /** Commands whose rows are held are answered as locked wherever that can be told, and their neighbours go on. */
  readonly skipLocked: boolean;
}

export interface BatcherOptions<Command, Result> {
  readonly name: string;
  readonly underWay: UnderWay;
  /** Runs the commands in one transaction and answers in their order. */
  readonly run: (commands: readonly Command[], mode: LockMode) => Promise<readonly CommandResult<Result>[]>;
  /** Whose turn it is: within a batch every key is served round robin. */
  readonly fairnessKey: (command: Command) => string | number;
  readonly largestBatch?: number;
  /** Commands that may wait in all; one more is refused as busy. */
  readonly longestQueue?: number;
  /** Commands of one key that may wait. */
  readonly longestQueueOfKey?: number;
  /** Programs that send batches to the same database: each of them has one under way, and so sends a second one the later. */
  readonly programs?: () => number;
  /** A batch that has not come back after this time is left behind: what became of its commands is unknown. */
  readonly runDeadlineMs?: number;
}

/** A command that has waited for this long is not done any more: whoever sent it has stopped waiting, or soon will. */
const COMMAND_LIFETIME_MS = 8_000;
/**
 * The database's time after which a command that arrives now must not be done, however long its process was stopped in between:
 * whoever sent it may have asked elsewhere and been given another answer. The transaction checks it, once it has its locks.
 */
export function deadlineBy(clock: Pick<DatabaseClock, 'inS'>): Date {
  return clock.inS(COMMAND_LIFETIME_MS / 1000);
}

/** A batch waits this long for a lock before it goes on without the commands that need it. */
const PATIENCE_MS = 250;
/** Locks that all commands share have no way around them: a batch waits up to this long for them. */
const MOST_PATIENCE_MS = 4_000;
const SKIPPING: LockMode = { lockTimeoutMs: 25, skipLocked: true };
const ASIDE_RETRIED_AFTER_MS = 100;
/**
 * So many commands of a lane that wait are a batch of their own beside the one under way: it is sent while that one is decided. Of two batches each
 * has the keys of one lane, and so neither waits for accounts that the other has. Where fewer wait, one larger batch costs less than two; so it does where
 * several programs have batches under way, which keep the database busy between them: each then counts with BESIDE_FROM_OF_EACH.
 */
const BESIDE_FROM = 12;
const BESIDE_FROM_OF_EACH = 32;
/** A batch whose locks may be held by the one beside it waits for that one for so long. */
const BESIDE_WAITED_FOR_MS = 500;
/** What keeps moving under a command is rare; after this many plans whoever sent it is asked to try again. */
const MOST_PLANS = 4;
/** Each batch does one of those that wait for each other, and plans all: so many may come before one, that a flood of them does not slow its neighbours for long. */
export const MOST_BEFORE = 63;

interface Waiting<Command, Result> {
  readonly command: Command;
  readonly since: number;
  plans: number;
  turns: number;
  readonly resolve: (value: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: while one batch is in the database the next one fills. No timer: an idle system runs a single
 * command at once, a busy one runs large batches, and a very busy one two at once.
 *
 * A batch whose locks are held by somebody else runs again without the commands that need them. Those are set aside, with
 * everything that comes after them under the same key, and tried again beside the other batches until their time is over.
 */
export class Batcher<Command, Result> {
  readonly #options: Required<BatcherOptions<Command, Result>>;
  readonly #queue: FairQueue<Waiting<Command, Result>>;
  readonly #aside: FairQueue<Waiting<Command, Result>>;
  /** Keys of the commands from the side that are being tried right now. */
  #tried: ReadonlySet<string | number> = new Set();
  #patienceMs = PATIENCE_MS;
  /** Who takes batches off the queue now, each one after the other: of their lane, or all that come while they are alone. */
  readonly #takers = new Set<Lane>();
  readonly #taking = new Set<Promise<void>>();
  /** Batches of the queue that are in the database. */
  readonly #inDatabase = new Set<Promise<unknown>>();
  /** Resolves when no batch goes around what others hold. The next batch begins then: it would be taken for one of those. */
  #goingAround: Promise<void> = Promise.resolve();
  #tending: Promise<void> | undefined;

  constructor(options: BatcherOptions<Command, Result>) {
    this.#options = {
      largestBatch: 512,
      longestQueue: 8_192,
      longestQueueOfKey: 4_096,
      programs: () => 1,
      runDeadlineMs: 10_000,
      ...options,
    };
    const keyOf = ({ command }: Waiting<Command, Result>): string | number => options.fairnessKey(command);
    this.#queue = new FairQueue(keyOf);
    this.#aside = new FairQueue(keyOf);
  }

  /** Commands that wait now. */
  get length(): number {
    return this.#queue.length + this.#aside.length;
  }

  /** Runs the command in the next batch; rejects with its refusal, with `busy`, `too_late`, `outcome_unknown`, or with the batch's error. */
  submit(command: Command): Promise<Result> {
    const { fairnessKey, longestQueue, longestQueueOfKey } = this.#options;
    const key = fairnessKey(command);
    const ofKey = this.#queue.lengthOf(key) + this.#aside.lengthOf(key);
    if (this.length >= longestQueue || ofKey >= longestQueueOfKey) return Promise.reject(refuse('busy'));
    return new Promise((resolve, reject) => {
      const waiting = { command, since: performance.now(), plans: 1, turns: 0, resolve, reject };
      if (this.#aside.lengthOf(key) > 0 || this.#tried.has(key)) return this.#setAside(waiting);
      this.#enqueue(waiting);
    });
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    while (this.#taking.size > 0 || this.#tending) await Promise.all([...this.#taking, this.#tending]);
  }

  get #besideFrom(): number {
    const programs = this.#options.programs();
    return programs > 1 ? BESIDE_FROM_OF_EACH * programs : BESIDE_FROM;
  }

  #enqueue(waiting: Waiting<Command, Result>): void {
    this.#queue.push(waiting);
    this.#wake();
  }

  /** Sees to it that what has come to the queue is taken. */
  #wake(): void {
    const lane = this.#takers.has(0) ? 1 : 0;
    if (this.#takers.has(lane) || (this.#takers.size > 0 && this.#queue.lengthIn(lane) < this.#besideFrom)) return;
    this.#takers.add(lane);
    const taking = this.#take(lane).finally(() => this.#taking.delete(taking));
    this.#taking.add(taking);
  }

  async #take(lane: Lane): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    // The last one to take batches takes all that come.
    while (this.#takers.size === 1 ? this.#queue.length > 0 : this.#queue.lengthIn(lane) >= this.#besideFrom) {
      await this.#goingAround;
      await this.#runBatch(inTime(this.#queue.take(this.#options.largestBatch, this.#takers.size === 1 ? undefined : lane)));
    }
    this.#takers.delete(lane);
  }

  async #runBatch(batch: readonly Waiting<Command, Result>[]): Promise<void> {
    const run = this.#run(batch, { lockTimeoutMs: this.#patienceMs, skipLocked: false });
    const settled = run.catch(() => {}).finally(() => this.#inDatabase.delete(settled));
    this.#inDatabase.add(settled);
    try {
      await run;
      this.#patienceMs = PATIENCE_MS;
    } catch (error) {
      if (!isLockTimeout(error)) for (const { reject } of batch) reject(error);
      else {
        this.#goingAround = this.#goAround(batch, this.#goingAround);
        await this.#goingAround;
      }
    }
  }

  /** Batches go around what is held one after the other, once the batch beside is over: what is held then is held by somebody else. */
  async #goAround(batch: readonly Waiting<Command, Result>[], before: Promise<void>): Promise<void> {
    await before;
    await Promise.race([Promise.all(this.#inDatabase), sleep(BESIDE_WAITED_FOR_MS, undefined, { ref: false })]);
    await this.#runAround(batch);
  }

  /** Runs what can be run now. Where the batch cannot tell which of its commands waits, halving finds it. */
  async #runAround(batch: readonly Waiting<Command, Result>[]): Promise<void> {
    try {
      await this.#run(batch, SKIPPING);
    } catch (error) {
      if (!isLockTimeout(error)) for (const { reject } of batch) reject(error);
      else if (batch.length === 1) batch.forEach((waiting) => this.#setAside(waiting));
      else {
        const middle = batch.length >> 1;
        await this.#runAround(batch.slice(0, middle));
        await this.#runAround(batch.slice(middle));
      }
    }
  }

  async #run(batch: readonly Waiting<Command, Result>[], mode: LockMode): Promise<void> {
    if (batch.length === 0) return;
    const { name, underWay, run, runDeadlineMs } = this.#options;
    const commands = batch.map(({ command }) => command);
    const results = await underWay.run(name, runDeadlineMs, 'outcome_unknown', () => run(commands, mode));
    if (results.length !== batch.length) throw new Error(`a batch of ${batch.length} commands got ${results.length} results`);
    let shared = false;
    const inTurn: Waiting<Command, Result>[] = [];
    for (const [index, waiting] of batch.entries()) {
      const result = results[index] as CommandResult<Result>;
      if (result.ok) waiting.resolve(result.value);
      else if ('refusal' in result) waiting.reject(result.refusal);
      else if ('again' in result && result.again === 'in_turn') inTurn.push(waiting);
      else if ('again' in result) this.#planAnew(waiting);
      else if (result.locked === 'own') this.#setAside(waiting);
      else {
        shared = true;
        this.#enqueue(waiting);
      }
    }
    this.#waitForTurn(inTurn);
    if (shared) this.#patienceMs = Math.min(2 * this.#patienceMs, MOST_PATIENCE_MS);
  }

  #planAnew(waiting: Waiting<Command, Result>): void {
    waiting.plans += 1;
    if (waiting.plans > MOST_PLANS) waiting.reject(refuse('busy'));
    else this.#enqueue(waiting);
  }

  /** Those whose turn comes later are before what has come since. */
  #waitForTurn(batch: readonly Waiting<Command, Result>[]): void {
    if (batch.length === 0) return;
    for (const waiting of batch) waiting.turns += 1;
    for (const { reject } of batch.filter(({ turns }) => turns > MOST_BEFORE)) reject(refuse('busy'));
    this.#queue.putBack(batch.filter(({ turns }) => turns <= MOST_BEFORE));
    this.#wake();
  }

  #setAside(waiting: Waiting<Command, Result>): void {
    this.#aside.push(waiting);
    this.#tending ??= this.#tendAside();
  }

  async #tendAside(): Promise<void> {
    while (this.#aside.length > 0) {
      await sleep(ASIDE_RETRIED_AFTER_MS);
      const batch = inTime(this.#aside.take(this.#options.largestBatch));
      this.#tried = new Set(batch.map(({ command }) => this.#options.fairnessKey(command)));
      await this.#runAround(batch);
      this.#tried = new Set();
    }
    this.#tending = undefined;
  }
}

/** Those whose time is not over; the others are told that nothing was done. */
function inTime<Command, Result>(batch: readonly Waiting<Command, Result>[]): Waiting<Command, Result>[] {
  const earliest = performance.now() - COMMAND_LIFETIME_MS;
  return batch.filter(({ since, reject }) => {
    if (since >= earliest) return true;
    reject(refuse('too_late'));
    return false;
  });
}
