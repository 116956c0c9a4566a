import { setTimeout as sleep } from 'node:timers/promises';
import type { Filter } from './meter.ts';
import type { World } from './world.ts';

/** Within this time of a fault whoever it hit is served again. */
export const RECOVERY_MS = 5_000;
/** Whoever a fault does not concern notices no more of it than this. */
const UNDISTURBED_MS = 2_500;
/** For so long it is seen whether who is served again stays so. */
const SETTLING_MS = 1_500;

/** What was seen of one fault. */
export interface Seen {
  /** Each figure in words, for the table. */
  readonly seen: readonly string[];
  /** The longest that somebody had to wait for whom the fault should be over soon. */
  readonly recoveryMs: number;
  /** What should not have been; nothing when the fault was borne. */
  readonly problems: readonly string[];
}

/** Collects what was seen of a fault and what of it is wrong. */
export class Findings {
  readonly #world: World;
  readonly #seen: string[] = [];
  readonly #problems: string[] = [];
  #recoveryMs = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Waits until somebody has paid since a moment, or too long for it to count as recovery. */
  async untilServed(filter: Filter, from: number): Promise<void> {
    const { meter } = this.#world;
    while (meter.paid(filter, from, performance.now()) === 0 && performance.now() - from <= RECOVERY_MS) await sleep(50);
    await sleep(SETTLING_MS);
  }

  /** Who was hit by the fault and must be served again in time. */
  recovers(who: string, filter: Filter, from: number, to = performance.now()): void {
    this.#recoveryMs = Math.max(this.#recoveryMs, this.#gap(who, filter, from, to, RECOVERY_MS));
  }

  /** Who has nothing to do with the fault. */
  undisturbed(who: string, filter: Filter, from: number, to = performance.now()): void {
    this.#gap(who, filter, from, to, UNDISTURBED_MS);
  }

  answersAreRight(from: number): void {
    const wrong = this.#world.meter.wrongAnswers(from, performance.now());
    if (wrong.length > 0) this.#problems.push(`${wrong.length} wrong answers, such as ${wrong[0]?.slice(0, 160)}`);
  }

  /** Anything else: what it came to, and whether that is right. */
  note(seen: string, isRight: boolean): void {
    this.#seen.push(seen);
    if (!isRight) this.#problems.push(seen);
  }

  result(): Seen {
    return { seen: this.#seen, recoveryMs: this.#recoveryMs, problems: this.#problems };
  }

  #gap(who: string, filter: Filter, from: number, to: number, most: number): number {
    const gap = this.#world.meter.longestGapMs(filter, from, to);
    const seen = `${who}: ${this.#world.meter.paid(filter, from, to)} paid, longest wait ${(gap / 1000).toFixed(1)} s`;
    this.note(seen, gap <= most);
    return gap;
  }
}
