/** A queue in which every key is served in turn, so that one busy merchant delays nobody. */
export class FairQueue<Item> {
  readonly #queues = new Map<string | number, Item[]>();
  readonly #keyOf: (item: Item) => string | number;
  #length = 0;

  constructor(keyOf: (item: Item) => string | number) {
    this.#keyOf = keyOf;
  }

  get length(): number {
    return this.#length;
  }

  lengthOf(key: string | number): number {
    return this.#queues.get(key)?.length ?? 0;
  }

  push(item: Item): void {
    const key = this.#keyOf(item);
    const queue = this.#queues.get(key);
    if (queue) queue.push(item);
    else this.#queues.set(key, [item]);
    this.#length += 1;
  }

  /** Takes at most `most`, one item of each key in turn. */
  take(most: number): Item[] {
    const taken: Item[] = [];
    while (taken.length < most && this.#queues.size > 0) {
      for (const [key, queue] of this.#queues) {
        if (taken.length >= most) break;
        taken.push(queue.shift() as Item);
        // Re-inserting moves the key to the end, so that the next take begins with whoever waited longest.
        this.#queues.delete(key);
        if (queue.length > 0) this.#queues.set(key, queue);
      }
    }
    this.#length -= taken.length;
    return taken;
  }
}
