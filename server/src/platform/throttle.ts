import type { Database } from './database.ts';
import { refuse } from './refusal.ts';

/** How many failures of a subject are borne before it must wait, and how long a failure is remembered. */
export interface ThrottleRule {
  readonly scope: string;
  readonly most: number;
  readonly rememberedS: number;
}

/**
 * Counts failures in the database, so that every process sees them. Check before the costly or secret part, count a
 * failure after it, clear on success.
 */
export class Throttle {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Refuses with too_many_requests when any of the subjects has used its failures up. */
  async check(subjects: readonly (readonly [ThrottleRule, string])[]): Promise<void> {
    const { rows } = await this.#db.system.query<{ scope: string; subject: string; failures: number; wait_s: number }>(
      `select scope, subject, failures, ceil(extract(epoch from forget_at - now()))::int as wait_s
       from throttle join unnest($1::text[], $2::text[]) as asked (scope, subject) using (scope, subject)
       where forget_at > now()`,
      [subjects.map(([rule]) => rule.scope), subjects.map(([, subject]) => subject)],
    );
    for (const row of rows) {
      const rule = subjects.find(([{ scope }, subject]) => scope === row.scope && subject === row.subject)?.[0];
      if (rule && row.failures >= rule.most) throw refuse('too_many_requests', { seconds: Math.max(1, row.wait_s) });
    }
  }

  async countFailure(subjects: readonly (readonly [ThrottleRule, string])[]): Promise<void> {
    await this.#db.system.query(
      `insert into throttle (scope, subject, failures, forget_at)
       select scope, subject, 1, now() + make_interval(secs => remembered_s)
       from unnest($1::text[], $2::text[], $3::int[]) as failed (scope, subject, remembered_s)
       order by scope, subject
       on conflict (scope, subject) do update set
         failures = case when throttle.forget_at > now() then throttle.failures + 1 else 1 end,
         forget_at = excluded.forget_at`,
      [subjects.map(([rule]) => rule.scope), subjects.map(([, subject]) => subject), subjects.map(([rule]) => rule.rememberedS)],
    );
  }

  async clear(subjects: readonly (readonly [ThrottleRule, string])[]): Promise<void> {
    await this.#db.system.query(
      `delete from throttle using unnest($1::text[], $2::text[]) as cleared (scope, subject)
       where throttle.scope = cleared.scope and throttle.subject = cleared.subject`,
      [subjects.map(([rule]) => rule.scope), subjects.map(([, subject]) => subject)],
    );
  }
}
