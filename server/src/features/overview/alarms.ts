import { ALARMS, type AlarmKind } from '@purser/contract/features/overview';
import type { SignerStanding } from '@purser/contract/features/payout-wait';
import type { ChainFunds } from '../../domain/chain-funds.ts';
import type { NetworkWatch } from '../../domain/chain-standing.ts';
import type { Health, ToldProgram } from './health.ts';

type Alarm = Health['alarms'][number];
type Facts = Omit<Health, 'alarms'>;

/** From here on whoever runs the database should find the session that listens and does not read. */
const QUEUE_FULL_PERCENT = 50;
const CONNECTIONS_SHORT_PERCENT = 85;
const JOB_DUE_FOR_S = 120;
/** A single failure is tried again; one that lasts deserves a look. */
const JOB_FAILING_FOR_S = 30;
const COUNTING_LATE_S = 300;
const SEALING_LATE_S = 300;
/** The ledger is to be verified every night. */
const VERIFIED_WITHIN_S = 3 * 24 * 3600;
/** A node that does not answer for a moment is asked again every few seconds. */
const CHAIN_TROUBLED_FOR_S = 120;
/** Custody is reckoned every ten minutes; what one reckoning finds alone may be a payout by hand that nobody has noted yet. */
const DRIFTED_FOR_S = 900;
const UNRECKONED_FOR_S = 3_600;
/** Withdrawals are signed within seconds, but for what the policy holds back; and mined within minutes. */
const UNSIGNED_FOR_S = 3_600;
const UNMINED_FOR_S = 1_800;
/** Nodes that lag contradict the others for a moment. */
const DOUBTED_FOR_S = 300;
const SKEWED_MS = 2_000;

interface Seen {
  readonly programs: readonly ToldProgram[];
  /** Coins in which more is owed than others say is held. */
  readonly short: readonly string[];
  /** What verifications have proven of the ledger. */
  readonly proof: Proof;
  /** Coins whose rate floats and whose feed wants somebody's attention. */
  readonly feeds: readonly FeedStanding[];
  /** How the watching of the networks stands. */
  readonly networks: readonly NetworkWatch[];
  /** How the signer fares on the networks that it pays. */
  readonly funds: readonly ChainFunds[];
  /** Whether it is heard of there, and goes on. */
  readonly signers: readonly SignerStanding[];
  readonly now: Date;
}

export interface Proof {
  /** The last verification that got through, or that found something before it ended. */
  readonly judged: { readonly time: string; readonly breaks: number } | null;
  /** When one last got through. */
  readonly through_time: string | null;
}

export interface FeedStanding {
  readonly coin: string;
  /** When it was last heard. */
  readonly taken_at: Date | null;
  readonly is_stale: boolean;
  /** Since when it has jumped. */
  readonly held_at: Date | null;
}

/** What wants somebody's attention, the most pressing first: said of what was read, so that a glance and the page on health agree. */
export function alarmsOf(health: Facts, { programs, short, proof, feeds, networks, funds, signers, now }: Seen): Alarm[] {
  const found = [
    ...short.map((coin) => danger('reserves_short', { subject: coin })),
    ...ofLedger(health, proof, now),
    ...ofDatabase(health),
    ...ofWork(health, now),
    ...when(health.programs.watchers === 0 && networks.some(({ state }) => state !== 'off'), danger('watcher_missing')),
    ...programs.flatMap((program) => ofProgram(program)),
    ...feeds.flatMap(ofFeed),
    ...networks.flatMap((network) => ofNetwork(network, now)),
    ...funds.flatMap((network) => ofFunds(network, now)),
    ...signers.flatMap((signer) => ofSigner(signer, networks, now)),
  ];
  return found.sort((a, b) => ALARMS.indexOf(a.alarm) - ALARMS.indexOf(b.alarm));
}

function danger(alarm: AlarmKind, said: Partial<Alarm> = {}): Alarm {
  return { alarm, severity: 'danger', subject: null, count: null, since: null, ...said };
}

function warning(alarm: AlarmKind, said: Partial<Alarm> = {}): Alarm {
  return { ...danger(alarm, said), severity: 'warning' };
}

function when(condition: boolean, alarm: Alarm): Alarm[] {
  return condition ? [alarm] : [];
}

function ofDatabase({ database }: Facts): Alarm[] {
  const { connections, most_connections, notification_queue_percent } = database;
  const percent = Math.round((100 * connections) / most_connections);
  return [
    ...when(database.is_read_only, danger('database_read_only')),
    ...when(notification_queue_percent > QUEUE_FULL_PERCENT, danger('notification_queue', { count: notification_queue_percent })),
    ...when(percent >= CONNECTIONS_SHORT_PERCENT, warning('connections_short', { count: percent })),
  ];
}

function isOlder(time: string | null | undefined, seconds: number, now: Date): boolean {
  return typeof time === 'string' && now.getTime() - Date.parse(time) > seconds * 1000;
}

function ofLedger({ ledger: { counted_to, sealed, holds } }: Facts, { judged, through_time }: Proof, now: Date): Alarm[] {
  const breaks = judged?.breaks ?? 0;
  return [
    ...when((holds?.stray ?? 0) > 0, danger('holds_stray', { count: holds?.stray ?? 0, subject: holds?.first ?? null })),
    ...when(breaks > 0, danger('verification_broken', { count: breaks, since: judged?.time ?? null })),
    ...when(isOlder(through_time, VERIFIED_WITHIN_S, now), warning('verification_late', { since: through_time })),
    ...when(isOlder(counted_to, COUNTING_LATE_S, now), warning('counting_late', { since: counted_to })),
    ...when(isOlder(sealed, SEALING_LATE_S, now), warning('sealing_late', { since: sealed })),
  ];
}

function ofWork({ programs, jobs, maintenance }: Facts, now: Date): Alarm[] {
  return [
    ...when(programs.workers === 0, danger('worker_missing')),
    ...when(isOlder(jobs.due_since, JOB_DUE_FOR_S, now), warning('jobs_late', { since: jobs.due_since })),
    ...when((jobs.given_up ?? 0) > 0, warning('jobs_given_up', { count: jobs.given_up })),
    ...when(maintenance?.is_running === true, warning('maintenance_running', { since: maintenance?.starts_at ?? null })),
  ];
}

function ofFeed({ coin, taken_at, is_stale, held_at }: FeedStanding): Alarm[] {
  return [
    ...when(is_stale, danger('rate_feed_stale', { subject: coin, since: taken_at?.toISOString() ?? null })),
    ...when(held_at !== null, warning('rate_feed_held', { subject: coin, since: held_at?.toISOString() ?? null })),
  ];
}

function ofNetwork({ network, state, halted_time, looked_time, trouble_time }: NetworkWatch, now: Date): Alarm[] {
  return [
    ...when(state === 'halted', danger('chain_halted', { subject: network, since: halted_time })),
    ...when(state === 'unwatched', danger('chain_unwatched', { subject: network, since: looked_time })),
    ...when(
      state === 'troubled' && isOlder(trouble_time, CHAIN_TROUBLED_FOR_S, now),
      danger('chain_troubled', { subject: network, since: trouble_time }),
    ),
  ];
}

function ofFunds(
  { network: subject, unsigned, unsigned_at, unmined, unmined_at, has_gap, low_at, drift_at, awaited_at }: ChainFunds,
  now: Date,
): Alarm[] {
  const [unsignedSince, unminedSince, lowSince, driftSince, awaitedSince] = [unsigned_at, unmined_at, low_at, drift_at, awaited_at].map(
    (time) => time?.toISOString() ?? null,
  );
  return [
    ...when(isOlder(driftSince, DRIFTED_FOR_S, now), danger('custody_drift', { subject, since: driftSince ?? null })),
    ...when(isOlder(awaitedSince, UNRECKONED_FOR_S, now), warning('custody_unreckoned', { subject, since: awaitedSince ?? null })),
    ...when(has_gap, danger('payout_gap', { subject, since: unminedSince ?? null })),
    ...when(isOlder(unminedSince, UNMINED_FOR_S, now), danger('payout_unmined', { subject, count: unmined, since: unminedSince ?? null })),
    ...when(
      isOlder(unsignedSince, UNSIGNED_FOR_S, now),
      warning('payout_unsigned', { subject, count: unsigned, since: unsignedSince ?? null }),
    ),
    ...when(lowSince !== null && lowSince !== undefined, warning('chain_funds_low', { subject, since: lowSince ?? null })),
  ];
}

/** A network whose chain rests, as the demo's does until it is used, has no signer either. */
function ofSigner(
  { network: subject, is_silent, told_time, trouble_time, waits }: SignerStanding,
  networks: readonly NetworkWatch[],
  now: Date,
): Alarm[] {
  const isConnected = networks.some(({ network, state }) => network === subject && state !== 'off');
  const doubted = waits.filter(({ reason }) => reason === 'nodes_differ' || reason === 'transfer_differs');
  const count = doubted.reduce((sum, one) => sum + one.count, 0);
  const since = doubted.map((one) => one.since ?? '').toSorted()[0] ?? null;
  return [
    ...when(is_silent && isConnected, danger('signer_silent', { subject, since: told_time })),
    ...when(!is_silent && isOlder(trouble_time, CHAIN_TROUBLED_FOR_S, now), danger('signer_troubled', { subject, since: trouble_time })),
    ...when(isOlder(since, DOUBTED_FOR_S, now), danger('payout_doubted', { subject, count, since })),
  ];
}

function ofProgram({ kind, host, told_time, is_silent, facts }: ToldProgram): Alarm[] {
  const subject = `${kind}, ${host}`;
  if (is_silent) return [warning('program_silent', { subject, since: told_time })];
  if (!facts) return [];
  const failing = facts.jobs.filter(({ failing_for_s }) => (failing_for_s ?? 0) >= JOB_FAILING_FOR_S);
  return [
    ...Object.entries(facts.stuck_s).map(([name, seconds]) =>
      danger('work_stuck', { subject: `${subject}: ${name}`, count: Math.round(seconds) }),
    ),
    ...failing.map(({ name, failing_for_s }) =>
      danger('job_failing', {
        subject: `${subject}: ${name}`,
        since: new Date(Date.parse(told_time) - (failing_for_s ?? 0) * 1000).toISOString(),
      }),
    ),
    ...when(Math.abs(facts.skew_ms) > SKEWED_MS, warning('clock_skewed', { subject, count: Math.round(Math.abs(facts.skew_ms) / 1000) })),
    ...when(facts.login_owns_tables, warning('login_owns_tables', { subject })),
    ...when(facts.lacks_operator_login, warning('operator_login_missing', { subject })),
  ];
}
