import { z } from 'zod';
import { call } from '../call.ts';
import { coinName, empty, idText, instant, merchantId, money } from '../fields.ts';
import type { Permission } from '../staff.ts';
import { RESERVE_STATES } from './ledger.ts';
import { signerStanding } from './payout-wait.ts';

/** The programs that report of themselves; the quick start runs them in one process. The signer has no way to their table, and tells why payouts wait. */
export const PROGRAM_KINDS = ['api', 'worker', 'watcher'] as const;

/** What waits for staff, and what a role must be allowed to be told of it. */
export const WAITING = {
  appeals: 'review.read',
  usdt_recharges: 'review.read',
  usdt_withdrawals: 'review.read',
  fiat_withdrawals: 'review.read',
  held_deposits: 'review.read',
  approvals: 'approval.read',
  identities: 'identity.read',
  bank_accounts: 'review.read',
  payouts: 'review.read',
  failed_payouts: 'review.read',
  bank_files: 'bank.read',
  merchant_links: 'party.read',
  staff_links: 'staff.read',
  failed_messages: 'message.read',
  delayed_messages: 'message.read',
  failing_webhooks: 'system.read',
} as const satisfies Record<string, Permission>;
export type WaitingKind = keyof typeof WAITING;
export const WAITING_KINDS = Object.keys(WAITING) as [WaitingKind, ...WaitingKind[]];

/** What of the overview each role is told. */
export const OVERVIEW_PANELS = {
  waiting: 'overview.read',
  reserves: 'ledger.read',
  turnover: 'order.read',
  health: 'system.read',
} as const satisfies Record<string, Permission>;
export type OverviewPanel = keyof typeof OVERVIEW_PANELS;
const OVERVIEW_PANEL_NAMES = Object.keys(OVERVIEW_PANELS) as [OverviewPanel, ...OverviewPanel[]];

/**
 * What wants somebody's attention, the most pressing first. `subject` says where: a host, or what is done there.
 * - `reserves_short`: more is owed in the coin `subject` than others say is held; `verification_broken`: a verification found `count` breaks,
 *   and none has got through without any since;
 * - `verification_late`: no verification got through for days;
 * - `worker_missing`: no worker has told of itself; `watcher_missing`: no watcher has, while chains are connected; `program_silent`: one program has stopped telling of itself;
 * - `database_read_only`: nothing can be written; `connections_short`: `count` per cent of the connections are taken;
 * - `notification_queue`: the database's queue of notifications is `count` per cent full;
 * - `work_stuck`: something has been in the database for `count` seconds; `job_failing`: what a worker does again and again fails;
 * - `jobs_late`: a one-off job has been due for long; `jobs_given_up`: `count` were given up;
 * - `counting_late`, `sealing_late`: the figures, or the seals of the ledger, are behind;
 * - `rate_feed_stale`: the feed of the coin `subject` was not heard for too long, so nothing is exchanged in it; `rate_feed_held`: what it says has
 *   jumped and waits for staff;
 * - `chain_halted`: no deposit is credited on the network `subject` until somebody decides; `chain_unwatched`: no watcher has looked at it for minutes;
 *   `chain_troubled`: its nodes have contradicted each other, or too few have answered, for minutes;
 * - `signer_silent`, `signer_troubled`: the signer was not heard of on the network `subject` for minutes; or cannot go on there, for minutes; `payout_doubted`: of `count`
 *   payouts there nodes contradict each other, or they moved something else than was signed;
 * - `custody_drift`, `payout_gap`, `payout_unmined`, `payout_unsigned`, `chain_funds_low`: of the network `subject`, chain and ledger differ; a nonce is
 *   missing; `count` withdrawals are signed and not settled, or not signed; the signer's addresses have too little;
 * - `custody_unreckoned`: chain and ledger of the network `subject` have been compared in vain for an hour;
 * - `clock_skewed`: a machine's clock is `count` seconds off; `login_owns_tables`: a program's login may do more than it must;
 * - `operator_login_missing`: a program has no login for what is done for staff, and leaves it out;
 * - `maintenance_running`: the consoles are closed.
 */
export const ALARMS = [
  'verification_broken',
  'reserves_short',
  'holds_stray',
  'custody_drift',
  'chain_halted',
  'worker_missing',
  'watcher_missing',
  'database_read_only',
  'notification_queue',
  'work_stuck',
  'job_failing',
  'connections_short',
  'program_silent',
  'rate_feed_stale',
  'rate_feed_held',
  'chain_unwatched',
  'chain_troubled',
  'signer_silent',
  'signer_troubled',
  'payout_gap',
  'payout_doubted',
  'payout_unmined',
  'payout_unsigned',
  'chain_funds_low',
  'jobs_late',
  'jobs_given_up',
  'verification_late',
  'custody_unreckoned',
  'counting_late',
  'sealing_late',
  'clock_skewed',
  'login_owns_tables',
  'operator_login_missing',
  'maintenance_running',
] as const;
export type AlarmKind = (typeof ALARMS)[number];

const whole = z.number().int();
/** A number that is counted up to a bound. */
const counted = z.strictObject({ count: whole, is_exact: z.boolean() });

const alarm = z.strictObject({
  alarm: z.enum(ALARMS),
  severity: z.enum(['danger', 'warning']),
  subject: z.string().nullable(),
  count: whole.nullable(),
  since: instant.nullable(),
});

/** What is counted of a day. Orders under review count when they are approved, an adjustment when the user has it: one that is pending has brought no fee yet. */
export const TURNOVER_KINDS = [
  'payment',
  'transfer',
  'user_withdrawal',
  'usdt_withdrawal',
  'fiat_withdrawal',
  'usdt_recharge',
  'adjustment',
] as const;
export type TurnoverKind = (typeof TURNOVER_KINDS)[number];

/** What was turned over of one kind within a span. */
const turnover = z.strictObject({ count: whole, amount: money, fees: money });

const strayHolds = z.strictObject({
  stray: whole,
  /** Whose the first is, and of which order or posting: "10000001 UW...". */
  first: z.string().nullable(),
});

const health = z.strictObject({
  database: z.strictObject({
    version: z.string(),
    is_read_only: z.boolean(),
    connections: whole,
    most_connections: whole,
    notification_queue_percent: whole,
  }),
  /** Programs that tell of themselves, and those that have stopped to. */
  programs: z.strictObject({ apis: whole, workers: whole, watchers: whole, silent: whole }),
  jobs: z.strictObject({ waiting: counted, due_since: instant.nullable(), given_up: whole.nullable() }),
  webhooks: z.strictObject({ waiting: counted, tried_again: counted, tried_again_since: instant.nullable() }),
  /** Up to when turnover is counted, and when the ledger's sums and seals were last brought up to date. */
  ledger: z.strictObject({
    counted_to: instant.nullable(),
    rolled_up: instant.nullable(),
    sealed: instant.nullable(),
    /** The last verification that has ended, by button or by command. */
    verified: z.strictObject({ time: instant, is_complete: z.boolean(), breaks: whole }).nullable(),
    /** Money that is held for no order that waits, as the workers have last found; null while none has looked. */
    holds: strayHolds.nullable(),
  }),
  largest_skew_ms: whole,
  maintenance: z.strictObject({ is_running: z.boolean(), starts_at: instant, ends_at: instant.nullable() }).nullable(),
  alarms: z.array(alarm),
});

export const overviewQuery = call({
  path: '/v1/operator/overview/query',
  caller: 'staff',
  permission: 'overview.read',
  summary: 'What waits, what was turned over today and by this time yesterday, and how everything runs, as far as the role is told',
  input: z.strictObject({ time_zone: z.string().max(64).default('UTC') }),
  output: z.strictObject({
    answered_at: instant,
    /** Panels that could not be read just now; they are null, as are those that the role is not told. */
    failed: z.array(z.enum(OVERVIEW_PANEL_NAMES)),
    waiting: z
      .array(
        z.strictObject({
          kind: z.enum(WAITING_KINDS),
          waiting: counted,
          oldest_time: instant.nullable(),
          /** Within how many hours it is promised to be dealt with, and whether the oldest has waited for longer. */
          promised_h: whole,
          is_broken: z.boolean(),
        }),
      )
      .nullable(),
    /** What is owed to merchants and wallet users in each coin, against what others say is held: null where nobody has said. */
    reserves: z
      .array(
        z.strictObject({
          coin_name: coinName,
          owed: money,
          held: money.nullable(),
          difference: money.nullable(),
          state: z.enum(RESERVE_STATES),
        }),
      )
      .nullable(),
    turnover: z
      .strictObject({
        /** Both days up to this time of day; null while nothing has been counted. */
        counted_to: instant.nullable(),
        /** Of each coin the kinds of which there was something, today or yesterday. */
        coins: z.array(
          z.strictObject({
            coin_name: coinName,
            kinds: z.array(z.strictObject({ kind: z.enum(TURNOVER_KINDS), today: turnover, yesterday: turnover })),
          }),
        ),
      })
      .nullable(),
    health: health.nullable(),
  }),
});

/** What a program tells of itself every few seconds. Times are ages, as its own clock may be wrong. */
export const programFacts = z.strictObject({
  /** How far the wall clock is ahead of the database's. */
  skew_ms: whole,
  memory_mb: whole,
  /** Time that one in a hundred turns of the event loop came late by. */
  loop_delay_ms: whole,
  connections: whole,
  event_streams: whole,
  login_owns_tables: z.boolean(),
  /** It has no login that may do what staff do: what is done for them again and again is left out. */
  lacks_operator_login: z.boolean(),
  /** What has been in the database for long, by name, in seconds. */
  stuck_s: z.record(z.string(), z.number()),
  /** Commands that wait for a group commit. */
  commands_waiting: whole,
  /** Of a worker: what it does again and again. */
  jobs: z.array(
    z.strictObject({
      name: z.string(),
      every_s: z.number(),
      /** Seconds since it was last done; null when it has not been yet. */
      done_s_ago: z.number().nullable(),
      /** For how long it has been failing; null while it does not. */
      failing_for_s: z.number().nullable(),
    }),
  ),
  /** Of a worker: one-off jobs that were given up in the last days. */
  jobs_given_up: whole.nullable(),
  /** Of a worker: money that it has found held for no order that waits; null until it has looked at all. */
  holds: strayHolds.nullable(),
});
export type ProgramFacts = z.output<typeof programFacts>;

export const overviewHealth = call({
  path: '/v1/operator/overview/health',
  caller: 'staff',
  permission: 'system.read',
  summary: 'How everything runs, program by program, and the webhook addresses that do not answer',
  input: empty,
  output: z.strictObject({
    answered_at: instant,
    /** Where everybody reads what works. */
    status_address: z.string(),
    health,
    programs: z.array(
      z.strictObject({
        program_id: idText,
        kind: z.enum(PROGRAM_KINDS),
        host: z.string(),
        version: z.string(),
        start_time: instant,
        told_time: instant,
        is_silent: z.boolean(),
        /** Null from a program of another version, whose facts are not understood here. */
        facts: programFacts.nullable(),
      }),
    ),
    /** Of each network that the signer pays. */
    signers: z.array(signerStanding),
    /** Those that fail for longest first. */
    failing_webhooks: z.array(z.strictObject({ merchant_id: merchantId, name: z.string(), waiting: whole, oldest_time: instant })),
  }),
});
