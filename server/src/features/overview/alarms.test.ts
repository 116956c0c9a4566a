import type { NetworkState } from '@purser/contract/features/chain-network';
import type { AlarmKind } from '@purser/contract/features/overview';
import { describe, expect, it } from 'vitest';
import type { SignerStanding } from '@purser/contract/features/payout-wait';
import type { ChainFunds } from '../../domain/chain-funds.ts';
import { alarmsOf } from './alarms.ts';
import type { Health, ToldProgram } from './health.ts';

const NOW = new Date('2026-11-22T08:00:00.000Z');
const ago = (seconds: number): string => new Date(NOW.getTime() - seconds * 1000).toISOString();

type Facts = Omit<Health, 'alarms'>;
const WELL: Facts = {
  database: { version: '18.0', is_read_only: false, connections: 20, most_connections: 100, notification_queue_percent: 0 },
  programs: { apis: 1, workers: 1, watchers: 1, silent: 0 },
  jobs: { waiting: { count: 0, is_exact: true }, due_since: null, given_up: 0 },
  webhooks: { waiting: { count: 0, is_exact: true }, tried_again: { count: 0, is_exact: true }, tried_again_since: null },
  ledger: { counted_to: ago(10), rolled_up: ago(2), sealed: ago(2), verified: null, holds: { stray: 0, first: null } },
  largest_skew_ms: 0,
  maintenance: null,
};
const WORKER: ToldProgram = {
  program_id: 'a',
  kind: 'worker',
  host: 'w1',
  version: '1',
  start_time: ago(900),
  told_time: ago(3),
  is_silent: false,
  facts: {
    skew_ms: 3,
    memory_mb: 90,
    loop_delay_ms: 2,
    connections: 0,
    event_streams: 0,
    login_owns_tables: false,
    lacks_operator_login: false,
    stuck_s: {},
    commands_waiting: 0,
    jobs: [{ name: 'seal-entries', every_s: 2, done_s_ago: 1, failing_for_s: null }],
    jobs_given_up: 0,
    holds: null,
  },
};
const worker = (facts: Partial<NonNullable<ToldProgram['facts']>>): ToldProgram[] => [
  { ...WORKER, facts: { ...WORKER.facts, ...facts } as ToldProgram['facts'] },
];
const failingFor = (failing_for_s: number) => worker({ jobs: [{ name: 'seal-entries', every_s: 2, done_s_ago: 300, failing_for_s }] });

const seen = (programs: readonly ToldProgram[], short: readonly string[] = []) => ({
  programs,
  short,
  proof: { judged: null, through_time: null },
  feeds: [],
  networks: [],
  funds: [],
  signers: [],
  now: NOW,
});

it('is silent while all is well', () => {
  expect(alarmsOf(WELL, seen([WORKER]))).toEqual([]);
});

/** Each alarm, from what it arises, and what is just not enough for it. */
const CASES: Record<
  Exclude<
    AlarmKind,
    | 'reserves_short'
    | 'verification_broken'
    | 'verification_late'
    | 'rate_feed_stale'
    | 'rate_feed_held'
    | 'chain_halted'
    | 'chain_unwatched'
    | 'chain_troubled'
    | 'watcher_missing'
    | 'custody_drift'
    | 'custody_unreckoned'
    | 'payout_gap'
    | 'payout_unmined'
    | 'payout_unsigned'
    | 'chain_funds_low'
    | 'signer_silent'
    | 'signer_troubled'
    | 'payout_doubted'
  >,
  readonly [Partial<Facts> | ToldProgram[], Partial<Facts> | ToldProgram[], object]
> = {
  worker_missing: [
    { programs: { apis: 1, workers: 0, watchers: 1, silent: 0 } },
    { programs: { apis: 0, workers: 1, watchers: 1, silent: 0 } },
    { severity: 'danger' },
  ],
  database_read_only: [{ database: { ...WELL.database, is_read_only: true } }, {}, { severity: 'danger' }],
  notification_queue: [
    { database: { ...WELL.database, notification_queue_percent: 51 } },
    { database: { ...WELL.database, notification_queue_percent: 50 } },
    { severity: 'danger', count: 51 },
  ],
  holds_stray: [
    { ledger: { ...WELL.ledger, holds: { stray: 2, first: '10000001 UW1' } } },
    { ledger: { ...WELL.ledger, holds: null } },
    { severity: 'danger', count: 2, subject: '10000001 UW1' },
  ],
  work_stuck: [worker({ stuck_s: { pay: 4.4 } }), worker({}), { severity: 'danger', subject: 'worker, w1: pay', count: 4 }],
  job_failing: [failingFor(30), failingFor(29), { severity: 'danger', subject: 'worker, w1: seal-entries', since: ago(33) }],
  connections_short: [
    { database: { ...WELL.database, connections: 85 } },
    { database: { ...WELL.database, connections: 84 } },
    { severity: 'warning', count: 85 },
  ],
  program_silent: [
    [{ ...WORKER, is_silent: true }],
    [{ ...WORKER, facts: null }],
    { severity: 'warning', subject: 'worker, w1', since: ago(3) },
  ],
  jobs_late: [{ jobs: { ...WELL.jobs, due_since: ago(121) } }, { jobs: { ...WELL.jobs, due_since: ago(120) } }, { severity: 'warning' }],
  jobs_given_up: [{ jobs: { ...WELL.jobs, given_up: 1 } }, { jobs: { ...WELL.jobs, given_up: null } }, { severity: 'warning', count: 1 }],
  counting_late: [
    { ledger: { ...WELL.ledger, counted_to: ago(301) } },
    { ledger: { ...WELL.ledger, counted_to: ago(300) } },
    { severity: 'warning', since: ago(301) },
  ],
  sealing_late: [
    { ledger: { ...WELL.ledger, sealed: ago(301) } },
    { ledger: { ...WELL.ledger, sealed: null } },
    { severity: 'warning', since: ago(301) },
  ],
  clock_skewed: [worker({ skew_ms: -2_600 }), worker({ skew_ms: 2_000 }), { severity: 'warning', subject: 'worker, w1', count: 3 }],
  login_owns_tables: [worker({ login_owns_tables: true }), worker({}), { severity: 'warning', subject: 'worker, w1' }],
  operator_login_missing: [worker({ lacks_operator_login: true }), worker({}), { severity: 'warning', subject: 'worker, w1' }],
  maintenance_running: [
    { maintenance: { is_running: true, starts_at: ago(60), ends_at: null } },
    { maintenance: { is_running: false, starts_at: ago(-60), ends_at: null } },
    { severity: 'warning', since: ago(60) },
  ],
};

it('names each coin of which more is owed than held', () => {
  expect(alarmsOf(WELL, seen([WORKER], ['USDP', 'VNDT']))).toMatchObject([
    { alarm: 'reserves_short', severity: 'danger', subject: 'USDP' },
    { alarm: 'reserves_short', severity: 'danger', subject: 'VNDT' },
  ]);
});

it('names each coin whose feed is silent or has jumped', () => {
  const feed = { coin: 'CNYT', taken_at: new Date(ago(90)), is_stale: false, held_at: null };
  const of = (standing: object) => alarmsOf(WELL, { ...seen([WORKER]), feeds: [{ ...feed, ...standing }] });
  expect(of({})).toEqual([]);
  expect(of({ is_stale: true, held_at: new Date(ago(60)) })).toMatchObject([
    { alarm: 'rate_feed_stale', severity: 'danger', subject: 'CNYT', since: ago(90) },
    { alarm: 'rate_feed_held', severity: 'warning', subject: 'CNYT', since: ago(60) },
  ]);
});

const NETWORK: NetworkState = {
  network: 'ERC20',
  state: 'watched',
  chain_id: 1,
  head: 100,
  head_time: ago(3),
  confirmed: 90,
  confirmations: 12,
  settled: 90,
  settled_time: ago(3),
  lag: 0,
  looked_time: ago(3),
  halted: null,
  halted_time: null,
  trouble: null,
  trouble_time: null,
  last_trouble: null,
  last_trouble_time: null,
  addresses: { count: 1, is_exact: true },
  confirming: { count: 0, is_exact: true },
  held: { count: 0, is_exact: true },
  providers: [],
};

it('misses a watcher while chains are connected, and names each network that is halted, that nobody looks at, or whose nodes have been at odds for long', () => {
  const network = NETWORK;
  const of = (standing: Partial<NetworkState>) => alarmsOf(WELL, { ...seen([WORKER]), networks: [{ ...network, ...standing }] });
  expect(of({})).toEqual([]);
  expect(of({ state: 'off' })).toEqual([]);
  const unwatched = { ...WELL, programs: { ...WELL.programs, watchers: 0 } };
  const alone = (state: NetworkState['state']) => alarmsOf(unwatched, { ...seen([WORKER]), networks: [{ ...network, state }] });
  expect(alone('watched')).toMatchObject([{ alarm: 'watcher_missing', severity: 'danger' }]);
  expect(alone('off')).toEqual([]);
  expect(of({ state: 'halted', halted_time: ago(60) })).toMatchObject([
    { alarm: 'chain_halted', severity: 'danger', subject: 'ERC20', since: ago(60) },
  ]);
  expect(of({ state: 'unwatched', looked_time: ago(300) })).toMatchObject([
    { alarm: 'chain_unwatched', severity: 'danger', subject: 'ERC20', since: ago(300) },
  ]);
  expect(of({ state: 'troubled', trouble_time: ago(120) })).toEqual([]);
  expect(of({ state: 'troubled', trouble_time: ago(121) })).toMatchObject([
    { alarm: 'chain_troubled', severity: 'danger', subject: 'ERC20', since: ago(121) },
  ]);
});

it('tells of breaks that a verification found, and of the ledger once none has got through for three days', () => {
  const [late, inTime] = [ago(3 * 86_400 + 1), ago(3 * 86_400)];
  const of = (breaks: number, through_time: string) =>
    alarmsOf(WELL, { ...seen([WORKER]), proof: { judged: { time: ago(60), breaks }, through_time } });
  expect(of(0, inTime)).toEqual([]);
  expect(of(2, inTime)).toMatchObject([{ alarm: 'verification_broken', severity: 'danger', count: 2, since: ago(60) }]);
  expect(of(0, late)).toMatchObject([{ alarm: 'verification_late', severity: 'warning', since: late }]);
});

it('names each network whose payouts stand still, whose addresses have too little, or whose chain and ledger differ', () => {
  const well: ChainFunds = {
    network: 'ERC20',
    unsigned: 0,
    unsigned_at: null,
    unmined: 0,
    unmined_at: null,
    has_gap: false,
    low_at: null,
    sweeping: 1,
    sweeping_at: new Date(ago(86_400)),
    drift_at: null,
    awaited_at: null,
  };
  const of = (standing: Partial<ChainFunds>) => alarmsOf(WELL, { ...seen([WORKER]), funds: [{ ...well, ...standing }] });
  const at = (seconds: number) => new Date(ago(seconds));
  expect(of({})).toEqual([]);
  expect(of({ unsigned: 2, unsigned_at: at(3600), unmined: 1, unmined_at: at(1800), drift_at: at(900), awaited_at: at(3600) })).toEqual([]);
  expect(of({ drift_at: at(901) })).toMatchObject([{ alarm: 'custody_drift', severity: 'danger', subject: 'ERC20', since: ago(901) }]);
  expect(of({ awaited_at: at(3601) })).toMatchObject([
    { alarm: 'custody_unreckoned', severity: 'warning', subject: 'ERC20', since: ago(3601) },
  ]);
  expect(of({ unmined: 3, unmined_at: at(1801), has_gap: true })).toMatchObject([
    { alarm: 'payout_gap', severity: 'danger', since: ago(1801) },
    { alarm: 'payout_unmined', severity: 'danger', count: 3, since: ago(1801) },
  ]);
  expect(of({ unsigned: 2, unsigned_at: at(3601), low_at: at(1) })).toMatchObject([
    { alarm: 'payout_unsigned', severity: 'warning', count: 2, since: ago(3601) },
    { alarm: 'chain_funds_low', severity: 'warning', since: ago(1) },
  ]);
});

it('names each network on which the signer is silent or cannot go on, and payouts that are in doubt', () => {
  const well: SignerStanding = {
    network: 'ERC20',
    told_time: ago(3),
    is_silent: false,
    paused: null,
    trouble: null,
    trouble_time: null,
    waits: [{ reason: 'usdt_short', count: 7, since: ago(86_400) }],
  };
  const of = (standing: Partial<SignerStanding>, networks: readonly NetworkState[] = [NETWORK]) =>
    alarmsOf(WELL, { ...seen([WORKER]), networks, signers: [{ ...well, ...standing }] });
  expect(of({})).toEqual([]);
  expect(of({ is_silent: true, told_time: ago(181) })).toMatchObject([
    { alarm: 'signer_silent', severity: 'danger', subject: 'ERC20', since: ago(181) },
  ]);
  // A chain that rests wants no signer.
  expect(of({ is_silent: true, told_time: null }, [{ ...NETWORK, state: 'off' }])).toEqual([]);
  expect(of({ trouble: 'no_node', trouble_time: ago(120) })).toEqual([]);
  expect(of({ trouble: 'no_node', trouble_time: ago(121) })).toMatchObject([
    { alarm: 'signer_troubled', severity: 'danger', since: ago(121) },
  ]);
  const doubted = (seconds: number) => of({ waits: [{ reason: 'transfer_differs', count: 2, since: ago(seconds) }] });
  expect(doubted(300)).toEqual([]);
  expect(doubted(301)).toMatchObject([{ alarm: 'payout_doubted', severity: 'danger', subject: 'ERC20', count: 2, since: ago(301) }]);
});

describe.each(Object.keys(CASES) as (keyof typeof CASES)[])('%s', (alarm) => {
  const [ill, well, said] = CASES[alarm];
  const of = (what: Partial<Facts> | ToldProgram[]) =>
    Array.isArray(what) ? alarmsOf(WELL, seen(what)) : alarmsOf({ ...WELL, ...what }, seen([WORKER]));

  it('is raised', () => expect(of(ill)).toEqual([expect.objectContaining({ alarm, ...said })]));
  it('is not raised by what is just well', () => expect(of(well)).toEqual([]));
});

it('puts the most pressing first', () => {
  const all = alarmsOf(
    {
      ...WELL,
      programs: { apis: 1, workers: 0, watchers: 1, silent: 1 },
      maintenance: { is_running: true, starts_at: ago(60), ends_at: null },
    },
    seen([{ ...WORKER, is_silent: true }]),
  );
  expect(all.map(({ alarm }) => alarm)).toEqual(['worker_missing', 'program_silent', 'maintenance_running']);
});
