import { refuse } from './refusal.ts';

/** What became of one command of a batch. A thrown error is the whole batch's; a refusal is the command's own. */
export type CommandResult<Result> = { readonly ok: true; readonly value: Result } | { readonly ok: false; readonly refusal: Error };

export interface BatcherOptions<Command, Result> {
  /** Runs the commands in one transaction and answers in their order. */
  readonly run: (commands: readonly Command[]) => Promise<readonly CommandResult<Result>[]>;
  /** Whose turn it is: within a batch every key is served round robin, so that one busy merchant delays nobody. */
  readonly fairnessKey: (command: Command) => string | number;
  readonly largestBatch?: number;
  /** Commands that may wait in all; one more is refused as busy. */
  readonly longestQueue?: number;
  /** Commands of one key that may wait. */
  readonly longestQueueOfKey?: number;
}

interface Waiting<Command, Result> {
  readonly command: Command;
  readonly resolve: (value: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: while one batch is in the database the next one fills. No timer: an idle system runs a single
 * command at once, a busy one runs large batches.
 */
export class Batcher<Command, Result> {
  readonly #options: Required<BatcherOptions<Command, Result>>;
  readonly #queues = new Map<string | number, Waiting<Command, Result>[]>();
  #length = 0;
  #running: Promise<void> | undefined;

  constructor(options: BatcherOptions<Command, Result>) {
    this.#options = { largestBatch: 512, longestQueue: 8_192, longestQueueOfKey: 4_096, ...options };
  }

  /** Commands that wait now. */
  get length(): number {
    return this.#length;
  }

  /** Runs the command in the next batch; rejects with its refusal, with `busy`, or with the batch's error. */
  submit(command: Command): Promise<Result> {
    const key = this.#options.fairnessKey(command);
    const queue = this.#queues.get(key) ?? [];
    if (this.#length >= this.#options.longestQueue || queue.length >= this.#options.longestQueueOfKey) {
      return Promise.reject(refuse('busy'));
    }
    return new Promise((resolve, reject) => {
      queue.push({ command, resolve, reject });
      this.#queues.set(key, queue);
      this.#length += 1;
      this.#running ??= this.#drain();
    });
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #drain(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#length > 0) await this.#runBatch(this.#take());
    this.#running = undefined;
  }

  /** Takes the next batch, one command of each key in turn. */
  #take(): Waiting<Command, Result>[] {
    const batch: Waiting<Command, Result>[] = [];
    while (batch.length < this.#options.largestBatch && this.#queues.size > 0) {
      for (const [key, queue] of this.#queues) {
        if (batch.length >= this.#options.largestBatch) break;
        batch.push(queue.shift() as Waiting<Command, Result>);
        // Re-inserting moves the key to the end, so that the next batch begins with whoever waited longest.
        this.#queues.delete(key);
        if (queue.length > 0) this.#queues.set(key, queue);
      }
    }
    this.#length -= batch.length;
    return batch;
  }

  async #runBatch(batch: Waiting<Command, Result>[]): Promise<void> {
    try {
      const results = await this.#options.run(batch.map(({ command }) => command));
      if (results.length !== batch.length) throw new Error(`a batch of ${batch.length} commands got ${results.length} results`);
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index] as CommandResult<Result>;
        if (result.ok) resolve(result.value);
        else reject(result.refusal);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
