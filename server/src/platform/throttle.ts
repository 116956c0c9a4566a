import type { OutcomeName } from '@purser/contract/errors';
import type { Database } from './database.ts';
import { refuse, Refusal } from './refusal.ts';

/** How many failures of a subject are borne before it must wait, and how long a failure is remembered. */
export interface ThrottleRule {
  readonly scope: string;
  readonly most: number;
  readonly rememberedS: number;
}

type Subjects = readonly (readonly [ThrottleRule, string])[];

/** Counts failures in the database, so that every process sees them. */
export class Throttle {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Makes an attempt at what may be guessed. It counts as a failure from the moment it begins, so that of many at once no more
   * slip through than of many in turn; it is taken back unless it fails with one of `failures`. Refuses with too_many_requests
   * when any of the subjects has used its failures up.
   */
  async attempt<Result>(subjects: Subjects, failures: readonly OutcomeName[], work: () => Promise<Result>): Promise<Result> {
    await this.check(subjects);
    const counted = await this.#count(subjects);
    try {
      refuseBeyondLimit(subjects, counted, (failed, { most }) => failed > most);
      const result = await work();
      await this.#takeBack(subjects);
      return result;
    } catch (error) {
      if (!(error instanceof Refusal) || !failures.includes(error.outcome)) await this.#takeBack(subjects);
      throw error;
    }
  }

  /** Refuses with too_many_requests when any of the subjects has used its failures up. */
  async check(subjects: Subjects): Promise<void> {
    const { rows } = await this.#db.system.query<Counted>(
      `select scope, subject, failures, ceil(extract(epoch from forget_at - now()))::int as wait_s
       from throttle join unnest($1::text[], $2::text[]) as asked (scope, subject) using (scope, subject)
       where forget_at > now()`,
      [subjects.map(([rule]) => rule.scope), subjects.map(([, subject]) => subject)],
    );
    refuseBeyondLimit(subjects, rows, (failed, { most }) => failed >= most);
  }

  async countFailure(subjects: Subjects): Promise<void> {
    await this.#count(subjects);
  }

  async clear(subjects: Subjects): Promise<void> {
    await this.#db.system.query(
      `delete from throttle using unnest($1::text[], $2::text[]) as cleared (scope, subject)
       where throttle.scope = cleared.scope and throttle.subject = cleared.subject`,
      [subjects.map(([rule]) => rule.scope), subjects.map(([, subject]) => subject)],
    );
  }

  /** Counts one failure of each subject, in one order for everybody. A subject that is at its limit is not made to wait longer. */
  async #count(subjects: Subjects): Promise<Counted[]> {
    const { rows } = await this.#db.system.query<Counted>(
      `insert into throttle (scope, subject, failures, forget_at)
       select scope, subject, 1, now() + make_interval(secs => remembered_s)
       from unnest($1::text[], $2::text[], $3::int[]) as failed (scope, subject, remembered_s)
       order by scope, subject
       on conflict (scope, subject) do update set
         failures = case when throttle.forget_at > now() then throttle.failures + 1 else 1 end,
         forget_at = case
           when throttle.forget_at > now()
             and throttle.failures >= (select most from unnest($1::text[], $4::int[]) as rule (scope, most) where scope = throttle.scope limit 1)
           then throttle.forget_at else excluded.forget_at end
       returning scope, subject, failures, ceil(extract(epoch from forget_at - now()))::int as wait_s`,
      [
        subjects.map(([rule]) => rule.scope),
        subjects.map(([, subject]) => subject),
        subjects.map(([rule]) => rule.rememberedS),
        subjects.map(([rule]) => rule.most),
      ],
    );
    return rows;
  }

  async #takeBack(subjects: Subjects): Promise<void> {
    // Locked in the order in which they are counted, so that two attempts cannot wait for each other.
    await this.#db.system.query(
      `with counted as (
         select scope, subject from throttle join unnest($1::text[], $2::text[]) as asked (scope, subject) using (scope, subject)
         order by scope, subject for update of throttle
       ), emptied as (
         delete from throttle using counted
         where throttle.scope = counted.scope and throttle.subject = counted.subject and failures <= 1
       )
       update throttle set failures = failures - 1 from counted
       where throttle.scope = counted.scope and throttle.subject = counted.subject and failures > 1`,
      [subjects.map(([rule]) => rule.scope), subjects.map(([, subject]) => subject)],
    );
  }
}

interface Counted {
  readonly scope: string;
  readonly subject: string;
  readonly failures: number;
  readonly wait_s: number;
}

function refuseBeyondLimit(
  subjects: Subjects,
  counted: readonly Counted[],
  isBeyond: (failures: number, rule: ThrottleRule) => boolean,
): void {
  for (const row of counted) {
    const rule = subjects.find(([{ scope }, subject]) => scope === row.scope && subject === row.subject)?.[0];
    if (rule && isBeyond(row.failures, rule)) throw refuse('too_many_requests', { seconds: Math.max(1, row.wait_s) });
  }
}
