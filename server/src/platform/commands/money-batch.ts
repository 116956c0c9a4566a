import type { AccountKey } from '@purser/ledger/account';
import type { Posting } from '@purser/ledger/posting';
import { type AcrossResult, type CrossingState, postAcross } from '@purser/ledger/crossings';
import type { Crossing } from '@purser/ledger/halves';
import type { ShardGroups } from '@purser/ledger/shard-groups';
import { postBatch, type PostBatchOptions } from '@purser/ledger/store';
import type { Tx, Writer } from '../database/tx.ts';
import { refuse, Refusal } from '../http/refusal.ts';
import { Answer } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { Batcher, type CommandResult, lockedBy, type LockMode, MOST_BEFORE } from './batcher.ts';
import type { Crossings, Halves } from './crossings.ts';
import { type CommandBatcher, GroupedBatcher } from './grouped-batcher.ts';
import { type Claim, claimKeys, type ClaimResult, settleKeys } from './idempotency.ts';

export interface MoneyCommand {
  /** After this time of the database's the ledger makes the command's posting no more. */
  readonly deadline: Date;
}

/** What a command is to do. Without a posting it moves no money. */
export interface MoneyPlan {
  readonly posting?: Posting;
  /** Tells a plan from a result. */
  readonly ok?: never;
}

/** A plan that was carried out. */
interface Made<Plan> {
  readonly plan: Plan;
  /** When the ledger made the posting. */
  readonly postedAt: Plan extends { readonly posting: Posting } ? Date : undefined;
}

/** Why the ledger did not make a posting, where the kind of command decides what that means. */
type Unposted =
  | { readonly outcome: 'insufficient' | 'account_missing'; readonly account: AccountKey }
  | { readonly outcome: 'replayed' | 'content_mismatch' };

/** With groups where there are several: a batch is then of one, and reads without locks what is in another. */
type Mode = Pick<LockMode, 'skipLocked'> & Pick<PostBatchOptions, 'slot'> & { readonly groups?: ShardGroups | undefined };
/** An answer of `Answer` is one that was given before. */
type Result<Data> = CommandResult<Data | Answer<Data>>;

interface Applied<Data> {
  /** In the order of the plans: what each has come to. */
  readonly results: readonly (Data | Refusal)[];
  /** Writes what decides nothing any more: it is sent together with the commit. */
  readonly write?: (last: Writer) => Promise<unknown>;
}

/**
 * One kind of command that moves money, as many at a time as wait: each step is a fixed number of statements, whatever the number of
 * commands. The kit claims and settles idempotency keys, answers replays, holds commands to their deadlines and gives each command its own
 * result: a refused one disturbs none of its neighbours.
 */
export interface MoneyBatch<Command extends MoneyCommand, World, Plan extends MoneyPlan, Data> {
  /** As the metrics name it. */
  readonly name: string;
  /** Whose turn it is: within a batch every key is served in turn. */
  readonly fairnessKey: (command: Command) => string | number;
  /** Refuses, before its key is touched, a command that may have no effect at all: undefined lets it in. */
  readonly admit?: (tx: Tx, commands: readonly Command[]) => Promise<readonly (Refusal | undefined)[]>;
  /** The key under which the command is answered once; without this, commands have none. */
  readonly claim?: (command: Command) => Claim;
  /**
   * Locks and reads what plans are made of, once the keys are had: orders before anything else, as the ledger locks accounts later. A
   * command that its key answers may be among these.
   */
  readonly lock: (tx: Tx, commands: readonly Command[], mode: Mode) => Promise<World>;
  /**
   * Pure: the command's plan, or what it has come to already (`HELD` where somebody else holds its rows). Throws its refusal, the first in
   * the contract's order of precedence.
   */
  readonly plan: (command: Command, world: World) => Plan | Result<Data>;
  /** What only one plan of a batch may draw on; those after it are planned anew in a later batch. */
  readonly drawsOn?: (plan: Plan) => string | undefined;
  /**
   * What it means that the posting was not made; undefined when it is a fault of ours. `twin`: the plan of the same batch that made the
   * same posting.
   */
  readonly refusal: (why: Unposted, plan: Plan, twin: Twin<Plan, Data> | undefined) => Refusal | Result<Data> | undefined;
  /** Writes what was made, with the outbox and the notes of what changed. */
  readonly apply: (tx: Tx, made: readonly Made<Plan>[]) => Promise<Applied<Data>>;
  /** For a kind that may be made in two halves; where there are several shard groups, `apply` is then of the second transaction. */
  readonly halves?: Halves<Command, Plan>;
}

interface Twin<Plan, Data> {
  readonly plan: Plan;
  readonly result: Data | Refusal;
}

/** Nothing was done: another transaction holds the command's own rows. */
export const HELD = { ok: false, locked: 'own' } as const;
/** Nothing was done: what the plan was made of has changed since. The command is planned anew in a later batch. */
export const AGAIN = { ok: false, again: 'changed' } as const;
/** Nothing was done: an earlier command of the batch decides what is left for this one. It is planned in a later batch, when its turn comes. */
export const IN_TURN = { ok: false, again: 'in_turn' } as const;

/** The batcher of a kind of command. One per process, so that all commands that wait share their transactions. */
export function moneyBatch<Command extends MoneyCommand, World, Plan extends MoneyPlan, Data>(
  { crossings, db, feeSlot, ledgerKey, metrics }: Pick<Platform, 'crossings' | 'db' | 'feeSlot' | 'ledgerKey' | 'metrics'>,
  batch: MoneyBatch<Command, World, Plan, Data>,
): CommandBatcher<Command, Data | Answer<Data>> {
  const { name, fairnessKey, halves } = batch;
  crossings.register(batch);
  const across = crossings.divides(batch) ? crossings : undefined;
  const batcherOf = () =>
    new Batcher<Command, Data | Answer<Data>>({
      name,
      underWay: db.underWay,
      programs: () => feeSlot.programs,
      fairnessKey,
      run: async (commands, mode) => {
        metrics.batchSize.observe({ batch: name }, commands.length);
        const posted = { ...mode, slot: feeSlot.number, groups: across?.groups };
        const ran = await db.batchTransaction(mode.lockTimeoutMs, (tx, last) =>
          new Run(tx, ledgerKey, batch, posted, across).of(commands, last),
        );
        return across ? finished(across, batch, ran) : ran.map(({ result }) => result);
      },
    });
  const batcher =
    across && halves
      ? new GroupedBatcher(Array.from({ length: across.groups.count }, batcherOf), (command: Command) =>
          across.groups.of(halves.home(command)),
        )
      : batcherOf();
  metrics.watchQueue(name, () => batcher.length);
  return batcher;
}

/** Runs commands in the caller's transaction; the result at index i is of command i. `last`: where the last statements are written to. */
export function runMoneyBatch<Command extends MoneyCommand, World, Plan extends MoneyPlan, Data>(
  tx: Tx,
  ledgerKey: Buffer,
  batch: MoneyBatch<Command, World, Plan, Data>,
  commands: readonly Command[],
  mode: Mode = { skipLocked: false },
  last: Writer = tx,
): Promise<Result<Data>[]> {
  return new Run(tx, ledgerKey, batch, mode).of(commands, last).then((ran) => ran.map(({ result }) => result));
}

/** Drives on what the batch has begun, once it is committed. */
async function finished<Command extends MoneyCommand, World, Plan extends MoneyPlan, Data>(
  across: Crossings,
  batch: MoneyBatch<Command, World, Plan, Data>,
  ran: readonly Ran<Data>[],
): Promise<Result<Data>[]> {
  const begun = ran.flatMap((one) => one.begun ?? []);
  if (begun.length === 0) return ran.map(({ result }) => result);
  const told = await across.finish<Data>(batch, begun);
  return ran.map((one) => (one.begun && told.get(one.begun)) ?? one.result);
}

/** What a batch has come to for one command. */
interface Ran<Data> {
  readonly result: Result<Data>;
  /** Its first half was made, and is driven on after the commit: the result is that it is to be looked at again. */
  readonly begun?: Crossing | undefined;
}

const NOTHING: Applied<never> = { results: [] };

/** A command on its way through its batch. */
interface Turn<Command, Plan, Data> {
  readonly command: Command;
  /** Had by this command, and to be settled with its result. */
  claim?: Claim;
  plan?: Plan;
  posted?: AcrossResult | undefined;
  begun?: Crossing;
  result?: Result<Data> | undefined;
}

class Run<Command extends MoneyCommand, World, Plan extends MoneyPlan, Data> {
  readonly #tx: Tx;
  readonly #ledgerKey: Buffer;
  readonly #batch: MoneyBatch<Command, World, Plan, Data>;
  readonly #mode: Mode;
  /** Where postings may lie in two groups. */
  readonly #across: Crossings | undefined;

  constructor(tx: Tx, ledgerKey: Buffer, batch: MoneyBatch<Command, World, Plan, Data>, mode: Mode, across?: Crossings) {
    this.#tx = tx;
    this.#ledgerKey = ledgerKey;
    this.#batch = batch;
    this.#mode = mode;
    this.#across = across;
  }

  async of(commands: readonly Command[], last: Writer): Promise<Ran<Data>[]> {
    const turns = commands.map((command): Turn<Command, Plan, Data> => ({ command }));
    await this.#admit(turns);
    const admitted = turns.filter(isOpen);
    if (admitted.length > 0) this.#plan(admitted, await this.#claimAndLock(admitted));
    const planned = turns.flatMap((turn) => (turn.plan === undefined ? [] : [{ turn, plan: turn.plan }]));
    await this.#post(planned);
    const { write } = await this.#apply(planned);
    await write?.(last);
    await this.#settle(turns, last);
    return turns.map(({ result, begun }) => ({ result: result as Result<Data>, begun }));
  }

  async #admit(turns: readonly Turn<Command, Plan, Data>[]): Promise<void> {
    const refusals = await this.#batch.admit?.(
      this.#tx,
      turns.map(({ command }) => command),
    );
    for (const [index, turn] of turns.entries()) turn.result = refusals?.[index] && refusedBy(refusals[index]);
  }

  /** The keys come first: a command that waits for its twin in another transaction then sees what that one did. */
  async #claimAndLock(turns: readonly Turn<Command, Plan, Data>[]): Promise<World> {
    const commands = turns.map(({ command }) => command);
    const claims = this.#batch.claim ? commands.map(this.#batch.claim) : [];
    // Sent together and run in this order.
    const [claimed, world] = await Promise.all([claimKeys(this.#tx, claims), this.#batch.lock(this.#tx, commands, this.#mode)]);
    for (const [index, turn] of turns.entries()) {
      const found = claimed[index];
      if (found?.kind === 'fresh') turn.claim = claims[index] as Claim;
      else if (found) turn.result = answeredBy<Data>(found);
    }
    return world;
  }

  #plan(turns: readonly Turn<Command, Plan, Data>[], world: World): void {
    /** How many commands of this batch draw on the same. */
    const drawn = new Map<string, number>();
    for (const turn of turns.filter(isOpen)) {
      const step = this.#step(turn.command, world);
      if (step.ok !== undefined) {
        turn.result = step;
        continue;
      }
      // Whether an earlier command of this batch leaves these funds is known only once it is posted.
      const funds = this.#batch.drawsOn?.(step);
      const before = funds === undefined ? 0 : (drawn.get(funds) ?? 0);
      if (before === 0) turn.plan = step;
      else turn.result = before <= MOST_BEFORE ? IN_TURN : refusedBy(refuse('busy'));
      if (funds !== undefined) drawn.set(funds, before + 1);
    }
  }

  #step(command: Command, world: World): Plan | Result<Data> {
    try {
      return this.#batch.plan(command, world);
    } catch (error) {
      if (error instanceof Refusal) return refusedBy(error);
      throw error;
    }
  }

  async #post(planned: readonly Planned<Command, Plan, Data>[]): Promise<void> {
    const posting = planned.filter(({ plan }) => plan.posting);
    const postings = posting.map(({ plan, turn }) => ({ ...(plan.posting as Posting), deadline: turn.command.deadline }));
    const posted = this.#across
      ? await this.#postAcross(this.#across, posting, postings)
      : await postBatch(this.#tx, this.#ledgerKey, postings, this.#mode);
    for (const [index, { turn }] of posting.entries()) {
      const result = posted[index];
      turn.posted = result;
      if (result?.outcome !== 'begun') continue;
      turn.begun = result.crossing;
      turn.result = AGAIN;
    }
  }

  async #postAcross(
    across: Crossings,
    planned: readonly Planned<Command, Plan, Data>[],
    postings: readonly Posting[],
  ): Promise<AcrossResult[]> {
    await across.open(new Set(postings.flatMap(({ legs }) => legs.map(({ account }) => account.coin))));
    const asked = postings.map((posting, index) => {
      const { plan, turn } = planned[index] as Planned<Command, Plan, Data>;
      return { posting, about: across.aboutOf(this.#batch, plan, turn.claim) };
    });
    return postAcross(this.#tx, this.#ledgerKey, asked, across.groups, this.#mode);
  }

  /** Gives every plan its result; what is still to be written then decides nothing. */
  async #apply(planned: readonly Planned<Command, Plan, Data>[]): Promise<Pick<Applied<Data>, 'write'>> {
    const made = planned.filter(({ plan, turn: { posted } }) => !plan.posting || posted?.outcome === 'posted');
    const plans = made.map(({ plan, turn: { posted } }) => {
      const postedAt = posted?.outcome === 'posted' ? posted.posted_at : undefined;
      return { plan, postedAt: postedAt as Made<Plan>['postedAt'] };
    });
    const { results, write }: Applied<Data> = plans.length > 0 ? await this.#batch.apply(this.#tx, plans) : NOTHING;
    if (results.length !== made.length) throw new Error(`${made.length} plans of ${this.#batch.name} got ${results.length} results`);
    const twins = new Map<string | undefined, Twin<Plan, Data>>();
    for (const [index, { turn, plan }] of made.entries()) {
      const result = results[index] as Data | Refusal;
      turn.result = result instanceof Refusal ? refusedBy(result) : { ok: true, value: result };
      twins.set(plan.posting?.posting_id, { plan, result });
    }
    for (const { turn, plan } of planned.filter(({ turn }) => isOpen(turn))) {
      turn.result = this.#unposted(plan, turn.posted, twins.get(plan.posting?.posting_id));
    }
    return { ...(write && { write }) };
  }

  #unposted(plan: Plan, posted: AcrossResult | undefined, twin: Twin<Plan, Data> | undefined): Result<Data> {
    switch (posted?.outcome) {
      case 'begun_before':
        return this.#begunBefore(posted.state);
      case 'late':
        return refusedBy(refuse('too_late'));
      case 'locked':
        return { ok: false, locked: lockedBy(posted.account) };
      case 'insufficient':
      case 'account_missing':
      case 'replayed':
      case 'content_mismatch': {
        const meant = this.#batch.refusal(posted as Unposted, plan, twin);
        if (meant) return meant instanceof Refusal ? refusedBy(meant) : meant;
      }
    }
    // A fault of ours in one command must not take its neighbours with it.
    const fault = `posting ${plan.posting?.serial_number} of ${this.#batch.name} came back from the ledger as ${posted?.outcome}`;
    return { ok: false, refusal: new Error(fault) };
  }

  /** What the plan's own posting came to before is told by what it is of, once that is looked at again. */
  #begunBefore(state: CrossingState): Result<Data> {
    return state === 'turned_back' ? refusedBy(this.#batch.halves?.refusal(state) ?? refuse('busy')) : AGAIN;
  }

  /**
   * Only keys that were had just now: one that was answered before keeps its first answer, and one whose second half is still to be made is settled
   * with that.
   */
  #settle(turns: readonly Turn<Command, Plan, Data>[], last: Writer): Promise<void> {
    const settled = turns.flatMap(({ claim, result, begun }) => (claim && !begun ? [{ claim, kept: toKeep(result) }] : []));
    return settleKeys(
      last,
      settled.map(({ claim }) => claim),
      settled.map(({ kept }) => kept),
    );
  }
}

interface Planned<Command, Plan, Data> {
  readonly turn: Turn<Command, Plan, Data>;
  readonly plan: Plan;
}

function isOpen({ result }: Turn<unknown, unknown, unknown>): boolean {
  return result === undefined;
}

function refusedBy(refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal };
}

function answeredBy<Data>(claim: Exclude<ClaimResult, { kind: 'fresh' }>): Result<Data> {
  switch (claim.kind) {
    case 'replay':
      return { ok: true, value: new Answer('already_done', claim.answer as Data) };
    case 'refused':
      return refusedBy(claim.refusal);
    case 'mismatch':
      return refusedBy(refuse('idempotency_mismatch'));
    case 'in_progress':
      return refusedBy(refuse('request_in_progress'));
  }
}

/** What is kept under a command's key: nothing where nothing was done, so that it may be sent again. */
function toKeep<Data>(result: Result<Data> | undefined): unknown {
  if (!result?.ok) return result && 'refusal' in result ? result.refusal : undefined;
  return result.value instanceof Answer ? result.value.data : result.value;
}
