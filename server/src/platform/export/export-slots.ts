import { MOST_EXPORTS_AT_ONCE } from '@purser/contract/list-call';
import { refuse } from '../http/refusal.ts';

/** Keeps one merchant's exports from taking the process away from everybody else. */
export class ExportSlots {
  readonly #taken = new Map<number, number>();

  /** Refuses with busy when the merchant's slots are taken. What is returned gives the slot back; calling it again does nothing. */
  take(merchantId: number): () => void {
    const taken = this.#taken.get(merchantId) ?? 0;
    if (taken >= MOST_EXPORTS_AT_ONCE) throw refuse('busy');
    this.#taken.set(merchantId, taken + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const left = (this.#taken.get(merchantId) ?? 1) - 1;
      if (left > 0) this.#taken.set(merchantId, left);
      else this.#taken.delete(merchantId);
    };
  }
}
