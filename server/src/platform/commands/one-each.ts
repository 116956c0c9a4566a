/** Work on several things beside each other, on each of them once at a time: one that is slow holds up itself alone. */
export class OneEach {
  readonly #underWay = new Set<string>();
  /** Of those whose last work has failed. */
  readonly #failures = new Map<string, unknown>();

  /** Works on those that no earlier call is still at, and ends with these. Throws where the last work on any of those has failed. */
  async run<One>(those: ReadonlyMap<string, One>, work: (one: One) => Promise<void>): Promise<void> {
    const free = [...those].filter(([name]) => !this.#underWay.has(name));
    await Promise.all(free.map(([name, one]) => this.#workOn(name, () => work(one))));
    const failed = [...those.keys()].find((name) => this.#failures.has(name));
    if (failed !== undefined) throw this.#failures.get(failed);
  }

  async #workOn(name: string, work: () => Promise<void>): Promise<void> {
    this.#underWay.add(name);
    try {
      await work();
      this.#failures.delete(name);
    } catch (error) {
      this.#failures.set(name, error);
    } finally {
      this.#underWay.delete(name);
    }
  }
}
