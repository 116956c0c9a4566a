import { refuse } from '../http/refusal.ts';

/** Lets a few do something at the same time; the others wait for their turn, and one too many is refused. */
export class Turns {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: number, mostWaiting: number) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }

  /** Runs the work when its turn has come. Refuses with busy when too many wait already. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#most) this.#running += 1;
    else if (this.#waiting.length >= this.#mostWaiting) throw refuse('busy');
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The turn goes over to whoever waits first.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
