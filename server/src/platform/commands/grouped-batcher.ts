import type { Batcher } from './batcher.ts';

/** Takes commands and answers each. */
export type CommandBatcher<Command, Result> = Pick<Batcher<Command, Result>, 'submit' | 'idle' | 'length'>;

/** A batcher for each group of shards: a batch is of one group, and one that stands still keeps no other waiting. */
export class GroupedBatcher<Command, Result> implements CommandBatcher<Command, Result> {
  readonly #batchers: readonly CommandBatcher<Command, Result>[];
  readonly #groupOf: (command: Command) => number;

  constructor(batchers: readonly CommandBatcher<Command, Result>[], groupOf: (command: Command) => number) {
    this.#batchers = batchers;
    this.#groupOf = groupOf;
  }

  get length(): number {
    return this.#batchers.reduce((sum, { length }) => sum + length, 0);
  }

  submit(command: Command): Promise<Result> {
    const group = this.#groupOf(command);
    const batcher = this.#batchers[group];
    if (!batcher) throw new RangeError(`there is no group ${group}`);
    return batcher.submit(command);
  }

  async idle(): Promise<void> {
    await Promise.all(this.#batchers.map((batcher) => batcher.idle()));
  }
}
