import type { OutputOf } from '@purser/contract/call';
import { type overviewHealth, type overviewQuery, programFacts } from '@purser/contract/features/overview';
import type { SignerStanding } from '@purser/contract/features/payout-wait';
import { chainFunds } from '../../domain/chain-funds.ts';
import { networkWatches } from '../../domain/chain-standing.ts';
import { signerStandings } from '../../domain/payout-wait.ts';
import { reservesOf } from '../../domain/reserves.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { alarmsOf, type FeedStanding, type Proof } from './alarms.ts';
import { countedOf, MOST_COUNTED } from './counted.ts';

export type Health = NonNullable<OutputOf<typeof overviewQuery>['health']>;
export type ToldProgram = OutputOf<typeof overviewHealth>['programs'][number];
type FailingWebhook = OutputOf<typeof overviewHealth>['failing_webhooks'][number];

/** Programs tell of themselves every five seconds. */
const SILENT_AFTER_S = 30;
/** More programs than this nobody reads about one by one. */
const MOST_PROGRAMS = 200;
const MOST_WEBHOOKS = 50;

/** How everything runs: what programs have told, and what the database knows itself. */
export async function readHealth(
  tx: Tx,
  now: Date,
): Promise<{ readonly health: Health; readonly programs: readonly ToldProgram[]; readonly signers: readonly SignerStanding[] }> {
  const programs = await readPrograms(tx);
  const running = programs.filter(({ is_silent }) => !is_silent);
  const ofKind = (kind: ToldProgram['kind']) => running.filter((program) => program.kind === kind);
  const workers = ofKind('worker');
  const facts = {
    database: await readDatabase(tx),
    programs: {
      apis: ofKind('api').length,
      workers: workers.length,
      watchers: ofKind('watcher').length,
      silent: programs.length - running.length,
    },
    jobs: { ...(await readJobs(tx)), given_up: greatest(workers.map(({ facts }) => facts?.jobs_given_up ?? null)) },
    webhooks: await readWebhooks(tx),
    ledger: {
      counted_to: await readCountedTo(tx),
      rolled_up: lastDone(workers, 'roll-up-fund-flow'),
      sealed: lastDone(workers, 'seal-entries'),
      verified: await lastVerification(tx),
      holds: worstHolds(workers),
    },
    largest_skew_ms: running.reduce(
      (most, { facts }) => (Math.abs(facts?.skew_ms ?? 0) > Math.abs(most) ? (facts?.skew_ms ?? 0) : most),
      0,
    ),
    maintenance: await readMaintenance(tx),
  };
  const short = (await reservesOf(tx)).filter(({ state }) => state === 'short').map(({ coin }) => coin);
  const signers = await signerStandings(tx);
  const chains = { networks: await networkWatches(tx), funds: await chainFunds(tx), signers };
  const seen = { programs, short, proof: await readProof(tx), feeds: await readFeeds(tx), ...chains, now };
  return { health: { ...facts, alarms: alarmsOf(facts, seen) }, programs, signers };
}

export async function readPrograms(tx: Tx): Promise<ToldProgram[]> {
  const { rows } = await tx.query<Omit<ToldProgram, 'start_time' | 'told_time' | 'facts'> & { start: Date; told: Date; facts: unknown }>(
    `select program_id, kind, host, version, started_at as start, told_at as told, facts,
       told_at < clock_timestamp() - make_interval(secs => ${SILENT_AFTER_S}) as is_silent
     from program order by kind, host, started_at limit ${MOST_PROGRAMS}`,
  );
  return rows.map(({ start, told, facts, ...program }) => ({
    ...program,
    start_time: start.toISOString(),
    told_time: told.toISOString(),
    facts: programFacts.safeParse(facts).data ?? null,
  }));
}

async function readDatabase(tx: Tx): Promise<Health['database']> {
  const { rows } = await tx.query<Health['database']>(
    `select split_part(current_setting('server_version'), ' ', 1) as version,
       pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as is_read_only,
       (select sum(numbackends)::int from pg_stat_database) as connections, current_setting('max_connections')::int as most_connections,
       round(100 * pg_notification_queue_usage())::int as notification_queue_percent`,
  );
  return rows[0] as Health['database'];
}

async function readJobs(tx: Tx): Promise<Pick<Health['jobs'], 'waiting' | 'due_since'>> {
  const { rows } = await tx.query<{ waiting: bigint; due_since: Date | null }>(
    `select (select count(*) from (select from graphile_worker._private_jobs where is_available limit ${MOST_COUNTED}) as found) as waiting,
       (select run_at from graphile_worker._private_jobs where is_available and run_at <= now() order by priority, run_at limit 1) as due_since`,
  );
  return { waiting: countedOf(rows[0]?.waiting ?? 0n), due_since: rows[0]?.due_since?.toISOString() ?? null };
}

async function readWebhooks(tx: Tx): Promise<Health['webhooks']> {
  const { rows } = await tx.query<{ waiting: bigint; again: bigint; since: Date | null }>(
    `select (select count(*) from (select 1 from webhook_delivery where state = 'pending' limit ${MOST_COUNTED}) as found) as waiting, again, since
     from (
       select count(*) as again, min(created_at) as since from (
         select created_at from webhook_delivery where state || '' = 'pending' and attempts + 0 >= 2 order by created_at limit ${MOST_COUNTED}
       ) as failing
     ) as counted`,
  );
  return {
    waiting: countedOf(rows[0]?.waiting ?? 0n),
    tried_again: countedOf(rows[0]?.again ?? 0n),
    tried_again_since: rows[0]?.since?.toISOString() ?? null,
  };
}

/** Merchants whose webhook address does not answer, with what waits for it; of the oldest deliveries that fail. */
export async function readFailingWebhooks(tx: Tx): Promise<FailingWebhook[]> {
  const { rows } = await tx.query<{ merchant_id: bigint; name: string; waiting: bigint; oldest: Date }>(
    `select merchant_id, name, waiting, oldest
     from (
       select merchant_id, count(*) as waiting, min(created_at) as oldest
       from (
         select merchant_id, created_at from webhook_delivery
         where state || '' = 'pending' and attempts + 0 >= 2 order by created_at limit ${MOST_COUNTED}
       ) as failing
       group by merchant_id order by oldest limit ${MOST_WEBHOOKS}
     ) as addresses join merchant using (merchant_id)
     order by oldest, merchant_id`,
  );
  return rows.map(({ merchant_id, name, waiting, oldest }) => ({
    merchant_id: Number(merchant_id),
    name,
    waiting: Number(waiting),
    oldest_time: oldest.toISOString(),
  }));
}

async function readCountedTo(tx: Tx): Promise<string | null> {
  const { rows } = await tx.query<{ counted_to: Date }>('select counted_to from turnover_progress');
  return rows[0]?.counted_to.toISOString() ?? null;
}

/** What verifications have proven: one that did not get through and found nothing takes nothing back of what an earlier one found. */
async function readProof(tx: Tx): Promise<Proof> {
  const judged = await lastVerification(tx, `(state = 'done' or jsonb_array_length(result -> 'breaks') > 0)`);
  const through = judged?.is_complete === false ? await lastVerification(tx, `state = 'done'`) : judged;
  return { judged, through_time: through?.time ?? null };
}

/** The last one that has ended, of those that are meant. */
async function lastVerification(tx: Tx, meant = 'true'): Promise<Health['ledger']['verified']> {
  const { rows } = await tx.query<{ time: Date; is_complete: boolean; breaks: number }>(
    `select finished_at as time, state = 'done' as is_complete, coalesce(jsonb_array_length(result -> 'breaks'), 0) as breaks from ledger_run
     where kind = 'verification' and finished_at is not null and ${meant} order by run_id desc limit 1`,
  );
  return rows[0] ? { ...rows[0], time: rows[0].time.toISOString() } : null;
}

/** What runs, or what is planned next. */
async function readMaintenance(tx: Tx): Promise<Health['maintenance']> {
  const { rows } = await tx.query<{ is_running: boolean; starts_at: Date; ends_at: Date | null }>(
    `select starts_at <= clock_timestamp() as is_running, starts_at, ends_at from maintenance
     where ended_at is null and (ends_at is null or ends_at > clock_timestamp()) order by starts_at limit 1`,
  );
  const [period] = rows;
  return period
    ? { is_running: period.is_running, starts_at: period.starts_at.toISOString(), ends_at: period.ends_at?.toISOString() ?? null }
    : null;
}

async function readFeeds(tx: Tx): Promise<FeedStanding[]> {
  const { rows } = await tx.query<FeedStanding>(
    `select coin, taken_at, held_at, coalesce(taken_at <= clock_timestamp() - make_interval(secs => stale_after_s), true) as is_stale
     from rate_feed
     where (select price_type from coin_rate where coin_rate.coin = rate_feed.coin order by sequence desc limit 1) = 'floating' order by coin`,
  );
  return rows;
}

/** When any worker has last done something; null when none has. */
function lastDone(workers: readonly ToldProgram[], job: string): string | null {
  const times = workers.flatMap(({ told_time, facts }) => {
    const agoS = facts?.jobs.find(({ name }) => name === job)?.done_s_ago;
    return typeof agoS === 'number' ? [Date.parse(told_time) - agoS * 1000] : [];
  });
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
}

/** Every worker looks at all holds: the one that has found most is believed. */
function worstHolds(workers: readonly ToldProgram[]): Health['ledger']['holds'] {
  const told = workers.flatMap(({ facts }) => facts?.holds ?? []);
  return told.toSorted((one, other) => other.stray - one.stray)[0] ?? null;
}

function greatest(numbers: readonly (number | null)[]): number | null {
  const known = numbers.filter((number) => number !== null);
  return known.length === 0 ? null : Math.max(...known);
}
