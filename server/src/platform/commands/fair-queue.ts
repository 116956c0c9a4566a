/** A key is always served in the same one of two lanes, so that two that take from a queue at a time need not have the same keys. */
export type Lane = 0 | 1;

/** A queue in which every key is served in turn, so that one busy merchant delays nobody. */
export class FairQueue<Item> {
  readonly #queues = new Map<string | number, Item[]>();
  readonly #keyOf: (item: Item) => string | number;
  readonly #lengths: [number, number] = [0, 0];

  constructor(keyOf: (item: Item) => string | number) {
    this.#keyOf = keyOf;
  }

  get length(): number {
    return this.#lengths[0] + this.#lengths[1];
  }

  lengthIn(lane: Lane): number {
    return this.#lengths[lane];
  }

  lengthOf(key: string | number): number {
    return this.#queues.get(key)?.length ?? 0;
  }

  push(item: Item): void {
    const key = this.#keyOf(item);
    const queue = this.#queues.get(key);
    if (queue) queue.push(item);
    else this.#queues.set(key, [item]);
    this.#lengths[laneOf(key)] += 1;
  }

  /** Puts items that were taken back before all others of their keys, in the order in which they are given. */
  putBack(items: readonly Item[]): void {
    for (const item of items.toReversed()) {
      const key = this.#keyOf(item);
      const queue = this.#queues.get(key);
      if (queue) queue.unshift(item);
      else this.#queues.set(key, [item]);
      this.#lengths[laneOf(key)] += 1;
    }
  }

  /** Takes at most `most`, one item of each key in turn; of one lane, where it is named. */
  take(most: number, lane?: Lane): Item[] {
    const taken: Item[] = [];
    const rest = (): number => (lane === undefined ? this.length : this.#lengths[lane]);
    while (taken.length < most && rest() > 0) {
      for (const [key, queue] of this.#queues) {
        if (taken.length >= most) break;
        if (lane !== undefined && laneOf(key) !== lane) continue;
        taken.push(queue.shift() as Item);
        this.#lengths[laneOf(key)] -= 1;
        // Re-inserting moves the key to the end, so that the next take begins with whoever waited longest.
        this.#queues.delete(key);
        if (queue.length > 0) this.#queues.set(key, queue);
      }
    }
    return taken;
  }
}

function laneOf(key: string | number): Lane {
  const last = typeof key === 'number' ? key : key.charCodeAt(key.length - 1);
  return last % 2 === 0 ? 0 : 1;
}
