import type { Queryable } from '@purser/ledger/accounts';
import type { Day } from '../../domain/calendar.ts';
import { countCreated } from './queries.ts';

/** A day is settled this long after its end: whatever was being created when it ended is committed or gone. */
const SETTLED_AFTER_MS = 3_600_000;
const MOST_REMEMBERED = 50_000;

/**
 * How many orders were created on each day. Orders are never deleted and keep their time of creation, so the count of a day
 * that is over is taken once; a console that asks again with every payment costs no more than today.
 */
export class CreatedPerDay {
  readonly #settled = new Map<string, number>();

  async of(client: Queryable, merchantId: number, coin: string, days: readonly Day[], now: Date): Promise<number[]> {
    const keyed = days.map((day) => ({ day, key: `${merchantId} ${coin} ${day.from.getTime()} ${day.to.getTime()}` }));
    const missing = keyed.filter(({ key }) => !this.#settled.has(key));
    const counts = await countCreated(
      client,
      merchantId,
      coin,
      missing.map(({ day }) => day),
    );
    const fresh = new Map(missing.map(({ key }, index) => [key, counts[index] ?? 0]));
    const answer = keyed.map(({ key }) => fresh.get(key) ?? this.#settled.get(key) ?? 0);
    for (const { day, key } of missing) {
      if (day.to.getTime() + SETTLED_AFTER_MS < now.getTime()) this.#remember(key, fresh.get(key) ?? 0);
    }
    return answer;
  }

  #remember(key: string, count: number): void {
    if (this.#settled.size >= MOST_REMEMBERED) this.#settled.delete(this.#settled.keys().next().value ?? '');
    this.#settled.set(key, count);
  }
}
