import { refuse } from './refusal.ts';

/** Keeps what takes long (exports, uploads, files on their way to a reader) from taking the process away from everybody else. */
export class OwnerSlots {
  readonly #ofOwner: number;
  readonly #inAll: number;
  readonly #taken = new Map<number | string, number>();
  #all = 0;

  /** @param limits how many slots one owner may have at a time, and how many there are in all */
  constructor({ ofOwner, inAll = Infinity }: { readonly ofOwner: number; readonly inAll?: number }) {
    this.#ofOwner = ofOwner;
    this.#inAll = inAll;
  }

  /** Refuses with busy when the slots are taken. What is returned gives the slot back; calling it again does nothing. */
  take(ownerId: number | string): () => void {
    const taken = this.#taken.get(ownerId) ?? 0;
    if (taken >= this.#ofOwner || this.#all >= this.#inAll) throw refuse('busy');
    this.#taken.set(ownerId, taken + 1);
    this.#all += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#all -= 1;
      const left = (this.#taken.get(ownerId) ?? 1) - 1;
      if (left > 0) this.#taken.set(ownerId, left);
      else this.#taken.delete(ownerId);
    };
  }
}
