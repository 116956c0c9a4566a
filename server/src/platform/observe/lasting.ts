/** A failure of what is tried again and again, told once: as it begins, where it becomes another, and when it is over. */
export class Lasting {
  #words: string | undefined;

  failed(error: unknown, tell: () => void): void {
    const words = String(error);
    if (words === this.#words) return;
    this.#words = words;
    tell();
  }

  ended(tell: () => void): void {
    if (this.#words === undefined) return;
    this.#words = undefined;
    tell();
  }
}
