import type { OutcomeName } from '@purser/contract/errors';
import type { Database } from '../database/database.ts';
import { refuse, Refusal } from '../http/refusal.ts';

/** How many failures of a subject are borne before it must wait, and for how long. */
export interface ThrottleRule {
  readonly scope: string;
  /** `policy`: as many as the provider's staff have set. */
  readonly most: number | 'policy';
  /** A failure is forgotten when none has followed it for this long. */
  readonly rememberedS: number;
  /**
   * Says how often something may be done, not how long somebody may guess: everything counted is forgotten this long after the first of it,
   * whatever has followed, and the count begins anew. A wait lasts for its time all the same.
   */
  readonly window?: true;
  /** The wait after the last failure that was borne, and after each one that follows; as long as a failure is remembered unless given. */
  readonly waitS?: number;
  /** Each further wait lasts twice as long as the one before, up to this; all last as long unless given. */
  readonly longestWaitS?: number;
}

export type Subjects = readonly (readonly [ThrottleRule, string])[];

/** An attempt that was counted as a failure, to be taken back when it proves to be none. */
export interface Counted {
  readonly subjects: readonly { readonly scope: string; readonly subject: string; readonly most: number; readonly locks: boolean }[];
}

/** What a refusal tells of what may be guessed: that it was guessed wrong, or that it was guessed right. */
export interface ToldByRefusals {
  readonly failures: readonly OutcomeName[];
  readonly telling: readonly OutcomeName[];
}

/** Counts failures in the database, so that every process sees them. */
export class Throttle {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Makes an attempt at what may be guessed. It counts as a failure from the moment it begins, so that of many at once no more
   * slip through than of many in turn; it is taken back unless it fails with one of `failures`. Refuses with too_many_requests
   * when any of the subjects must wait.
   */
  async attempt<Result>(
    subjects: Subjects,
    failures: readonly OutcomeName[],
    work: (counted: Counted) => Promise<Result>,
  ): Promise<Result> {
    const counted = await this.count(subjects);
    try {
      const result = await work(counted);
      await this.takeBack(counted);
      return result;
    } catch (error) {
      if (!(error instanceof Refusal) || !failures.includes(error.outcome)) await this.takeBack(counted);
      throw error;
    }
  }

  /**
   * Does what tells by its refusals, which cost nothing, what may be guessed. One of `failures` is counted; once they are used up, neither they nor
   * those of `telling` are told: too_many_requests, after `untold` of what is not. What is done is not held up, and costs nothing more.
   */
  async tell<Result>(
    subjects: Subjects,
    { failures, telling }: ToldByRefusals,
    work: () => Promise<Result>,
    untold?: (refusal: Refusal) => Promise<void>,
  ): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const told = error.outcome;
      try {
        if (failures.includes(told)) await this.count(subjects);
        // Only read: who is refused often for another reason waits for no other's count.
        else if (telling.includes(told)) await this.#refuseWhoWaits(subjects);
      } catch (wait) {
        if (wait instanceof Refusal) await untold?.(error);
        throw wait;
      }
      throw error;
    }
  }

  /**
   * Looks up what may be guessed. Only one of `failures` is counted, when it is known: of what is there any number may be looked up at once.
   * Once the failures are used up nothing is told, also of what is there: too_many_requests.
   */
  async look<Result>(subjects: Subjects, told: ToldByRefusals, work: () => Promise<Result>): Promise<Result> {
    await this.#refuseWhoWaits(subjects);
    const found = await this.tell(subjects, told, work);
    // Others at the same time may have used them up meanwhile.
    await this.#refuseWhoWaits(subjects);
    return found;
  }

  /**
   * Counts one failure of each subject, in one order for everybody, and locks those that have used theirs up; checking and
   * counting are one statement. Refuses, and counts nothing, when any of them is locked already.
   */
  async count(subjects: Subjects): Promise<Counted> {
    const most = await this.#mostOf(subjects);
    const { rows } = await this.#db.system.query<{ scope: string; subject: string; locks: boolean }>(
      `with rule as (
         select scope, subject, most, remembered_s, wait_s, longest_s, is_window
         from unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::int[], $6::int[], $7::bool[])
           as rule (scope, subject, most, remembered_s, wait_s, longest_s, is_window)
       )
       insert into throttle (scope, subject, failures, locks, locked_until, forget_at)
       select scope, subject, 1, (most <= 1)::int, case when most <= 1 then now() + make_interval(secs => wait_s) end,
         now() + make_interval(secs => remembered_s)
       from rule order by scope, subject
       on conflict (scope, subject) do update set (failures, locks, locked_until, remembered_until, forget_at) = (
         select next.failures, before.locks + (next.failures >= most)::int, next.locked_until, next.remembered_until,
           greatest(next.remembered_until, next.locked_until)
         from rule
         cross join lateral (
           select case when throttle.forget_at > now() then throttle.failures else 0 end as failures,
             case when throttle.forget_at > now() then throttle.locks else 0 end as locks
         ) before
         cross join lateral (
           select before.failures + 1 as failures,
             case when before.failures + 1 >= most
               then now() + make_interval(secs => least(wait_s * 2 ^ least(before.locks, 20), longest_s)) end as locked_until,
             case when is_window and throttle.forget_at > now() then throttle.forget_at
               else now() + make_interval(secs => remembered_s) end as remembered_until
         ) next
         where rule.scope = throttle.scope and rule.subject = throttle.subject
       )
       where throttle.locked_until is null or throttle.locked_until <= now() or throttle.forget_at <= now()
       returning scope, subject, locked_until is not null as locks`,
      [
        ...namesOf(subjects),
        most,
        subjects.map(([rule]) => rule.rememberedS),
        subjects.map(([rule]) => waitOf(rule)),
        subjects.map(([rule]) => rule.longestWaitS ?? waitOf(rule)),
        subjects.map(([rule]) => rule.window ?? false),
      ],
    );
    const mostOf = (row: { scope: string; subject: string }) =>
      most[subjects.findIndex(([{ scope }, subject]) => scope === row.scope && subject === row.subject)] ?? 1;
    const counted: Counted = { subjects: rows.map((row) => ({ ...row, most: mostOf(row) })) };
    if (rows.length === subjects.length) return counted;
    await this.takeBack(counted);
    throw refuse('too_many_requests', { seconds: (await this.#waitOf(subjects)) ?? 1 });
  }

  async #refuseWhoWaits(subjects: Subjects): Promise<void> {
    const seconds = await this.#waitOf(subjects);
    if (seconds !== undefined) throw refuse('too_many_requests', { seconds });
  }

  /** How many attempts each subject has; the policy is read only where it decides. */
  async #mostOf(subjects: Subjects): Promise<number[]> {
    if (subjects.every(([{ most }]) => most !== 'policy')) return subjects.map(([{ most }]) => most as number);
    const { rows } = await this.#db.system.query<{ attempts: number }>('select attempts from sign_in_policy where only_row');
    return subjects.map(([{ most }]) => (most === 'policy' ? (rows[0]?.attempts ?? 1) : most));
  }

  /** Takes attempts back that were counted and were no failures. A wait that too few failures are left for ends, and prolongs nothing. */
  async takeBack({ subjects }: Counted): Promise<void> {
    if (subjects.length === 0) return;
    // Locked in the order in which they are counted, so that two attempts cannot wait for each other.
    await this.#db.system.query(
      `with counted as (
         select scope, subject, locked_until is not null and (asked.locks_it or failures <= asked.most) as ends_wait
         from throttle join unnest($1::text[], $2::text[], $3::int[], $4::bool[]) as asked (scope, subject, most, locks_it)
           using (scope, subject)
         order by scope, subject for update of throttle
       ), emptied as (
         delete from throttle using counted
         where throttle.scope = counted.scope and throttle.subject = counted.subject and failures <= 1
       )
       update throttle set failures = failures - 1,
         locks = greatest(0, locks - ends_wait::int),
         locked_until = case when ends_wait then null else locked_until end,
         forget_at = case when ends_wait then coalesce(remembered_until, forget_at) else forget_at end
       from counted
       where throttle.scope = counted.scope and throttle.subject = counted.subject and failures > 1`,
      [
        subjects.map(({ scope }) => scope),
        subjects.map(({ subject }) => subject),
        subjects.map(({ most }) => most),
        subjects.map(({ locks }) => locks),
      ],
    );
  }

  /** Forgets all failures of the subjects. */
  async clear(subjects: Subjects): Promise<void> {
    await this.#db.system.query(
      `delete from throttle using unnest($1::text[], $2::text[]) as cleared (scope, subject)
       where throttle.scope = cleared.scope and throttle.subject = cleared.subject`,
      namesOf(subjects),
    );
  }

  /** How long the subjects must wait, in seconds; undefined where they need not. */
  async #waitOf(subjects: Subjects): Promise<number | undefined> {
    const { rows } = await this.#db.system.query<{ wait_s: number | null }>(
      `select max(ceil(extract(epoch from locked_until - now())))::int as wait_s
       from throttle join unnest($1::text[], $2::text[]) as asked (scope, subject) using (scope, subject)
       where locked_until > now() and forget_at > now()`,
      namesOf(subjects),
    );
    return rows[0]?.wait_s ?? undefined;
  }
}

function waitOf({ waitS, rememberedS }: ThrottleRule): number {
  return waitS ?? rememberedS;
}

function namesOf(subjects: Subjects): [string[], string[]] {
  return [subjects.map(([{ scope }]) => scope), subjects.map(([, subject]) => subject)];
}
