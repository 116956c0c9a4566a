import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../server/src/platform/platform.ts';
import type { LoadMerchant, LoadUser } from '../../server/src/platform/testing/load-parties.ts';
import type { Apis } from './apis.ts';
import { Buyer } from './buyer.ts';
import { Promises } from './promises.ts';
import type { SeededRandom } from './random.ts';
import { transferOnce } from './transfers.ts';
import { PayOuts } from './withdrawals.ts';

export interface World {
  readonly apis: Apis;
  readonly platform: Platform;
  readonly merchants: readonly LoadMerchant[];
  readonly users: readonly LoadUser[];
  /** Runs SQL as the owner of the tables, past the apis. */
  readonly sql: (text: string, values: unknown[]) => Promise<unknown>;
  /** Gives a payer some money, so that all of them keep running out of it and none for long. */
  readonly refill: (user: LoadUser) => Promise<void>;
}

const REFILL_EVERY_MS = 150;

/** Keeps buying, paying, racing, closing, transferring and paying out until stopped; every write is repeated until it is answered. */
export class Load {
  readonly promises = new Promises();
  readonly #world: World;
  #running = true;
  #loops: Promise<void>[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  start(buyers: number, random: SeededRandom): void {
    const { merchants, users, refill } = this.#world;
    const choices = random.fork();
    this.#loops = [
      ...Array.from({ length: buyers }, (_, index) => {
        const buyer = new Buyer(this.#world, this.promises, random.fork(), index);
        return this.#repeat(() => buyer.buy());
      }),
      // The last merchant only receives: the others run out of money.
      ...merchants.slice(0, -1).map((merchant) => {
        const own = random.fork();
        return this.#repeat(() => transferOnce(this.#world, this.promises, own, merchant));
      }),
      ...merchants.map((merchant) => {
        const payOuts = new PayOuts(this.#world, this.promises, random.fork(), merchant);
        return this.#repeat(() => payOuts.payOut());
      }),
      this.#repeat(async () => {
        await sleep(REFILL_EVERY_MS);
        // While the database is away nobody is given anything.
        await refill(choices.pick(users)).catch(() => {});
      }),
    ];
  }

  /** Lets every write that is under way come to its end. */
  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#loops);
  }

  async #repeat(work: () => Promise<void>): Promise<void> {
    while (this.#running) {
      try {
        await work();
      } catch (error) {
        this.promises.contradict(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
        this.#running = false;
      }
    }
  }
}
