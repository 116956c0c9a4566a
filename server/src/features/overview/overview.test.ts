import { type OverviewPanel, overviewHealth, overviewQuery, type ProgramFacts } from '@purser/contract/features/overview';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { overviewRoutes } from './routes.ts';
import { countTurnover } from './turnover.ts';

let app: TestApp;
let admin: TestStaff;
let support: TestStaff;

beforeAll(async () => {
  app = await createTestApp({ routes: overviewRoutes });
  [admin, support] = [await makeStaff(app, 'admin'), await makeStaff(app, 'support')];
});
beforeEach(async () => {
  await app.sql(
    'truncate payment_order, merchant_transfer, turnover_minute, turnover_progress, program, message, approval, staff_invitation, review_order, payment_method cascade',
  );
  await app.sql('truncate webhook_delivery cascade');
  await app.sql(`update merchant set authentication_status = 'approved', set_up_at = now()`);
});
afterAll(() => app.close());

/** Chosen so that it is noon or so now: a test that runs at any time has both a past and a future within today. */
const TIME_ZONE = `Etc/GMT${new Date().getUTCHours() >= 12 ? '+' : '-'}${Math.abs(new Date().getUTCHours() - 12)}`;
const DAY = '24 hours';
const ask = async (by = admin) => dataOf(await by.call(overviewQuery, { time_zone: TIME_ZONE }));
const count = () => countTurnover(app.platform.db, 60_000);

let made = 0;
/** An order that was paid so long ago. */
async function paid(ago: string, { coin = 'USDP', amount = 1_000n, fee = 10n } = {}): Promise<void> {
  made += 1;
  await app.sql(
    `insert into payment_order (merchant_id, serial_number, order_id, token, coin, amount, handling_fee, settlement_amount, status, payer_id, expire_time, paid_time)
     values (10000099, $1, $1, $1, $2, $3, $4, $3::bigint - $4::bigint, 'paid', 50000099, now(), clock_timestamp() - $5::interval)`,
    [`PO${made}`, coin, amount, fee, ago],
  );
}
async function sent(ago: string, type: 'transfer' | 'receive'): Promise<void> {
  made += 1;
  await app.sql(
    `insert into merchant_transfer (merchant_id, serial_number, transfer_type, counterparty_id, own_name, counterparty_name, coin, transfer_amount,
       transfer_fee, settlement_amount, create_time)
     values (10000099, $1, $2, 10000098, 'a', 'b', 'USDP', 500, 5, 495, clock_timestamp() - $3::interval)`,
    [`TR${made}`, type, ago],
  );
}

describe('turnover', () => {
  it('says that nothing has been counted, and later that nothing was turned over', async () => {
    expect((await ask()).turnover).toEqual({ counted_to: null, coins: [] });
    await count();
    expect((await ask()).turnover).toEqual({ counted_to: expect.any(String), coins: [] });
  });

  it('adds up what was paid and sent today, and yesterday by the same time; a transfer has two sides and counts once', async () => {
    await paid('10 minutes');
    await paid('70 minutes', { amount: 250n, fee: 0n });
    await paid('10 minutes', { coin: 'CNYT', amount: 7n, fee: 1n });
    await sent('10 minutes', 'transfer');
    await sent('10 minutes', 'receive');
    await paid(`${DAY} 10 minutes`, { amount: 300n, fee: 3n });
    await paid('23 hours', { amount: 900n, fee: 9n });
    await paid('3 days', { amount: 900n, fee: 9n });
    await count();
    const { turnover } = await ask();
    const nothing = { count: 0, amount: '0.00', fees: '0.00' };
    expect(turnover?.coins).toEqual([
      { coin_name: 'CNYT', kinds: [{ kind: 'payment', today: { count: 1, amount: '0.07', fees: '0.01' }, yesterday: nothing }] },
      {
        coin_name: 'USDP',
        kinds: [
          {
            kind: 'payment',
            today: { count: 2, amount: '12.50', fees: '0.10' },
            yesterday: { count: 1, amount: '3.00', fees: '0.03' },
          },
          { kind: 'transfer', today: { count: 1, amount: '5.00', fees: '0.05' }, yesterday: nothing },
        ],
      },
    ]);
    expect(Date.parse(turnover?.counted_to ?? '') % 60_000).toBe(0);
  });

  it('counts what was committed late, and nothing twice, however many count', async () => {
    await paid('3 minutes');
    await count();
    // It was paid before the last counting, and is seen only now.
    await paid('90 seconds');
    await Promise.all([count(), count(), count()]);
    await count();
    const [sum] = await app.sql<{ count: string }>('select sum(count) as count from turnover_minute');
    expect(sum?.count).toBe('2');
  });

  it('catches up after a worker was away for long', async () => {
    await count();
    await app.sql(`update turnover_progress set counted_to = clock_timestamp() - interval '20 hours'`);
    for (const ago of ['19 hours', '11 hours', '3 hours', '1 minute']) await paid(ago);
    await count();
    const [sum] = await app.sql<{ count: string; fresh: boolean }>(
      `select sum(count) as count, (select counted_to > clock_timestamp() - interval '1 minute' from turnover_progress) as fresh from turnover_minute`,
    );
    expect(sum).toEqual({ count: '4', fresh: true });
  });

  it('refuses a time zone that is none', async () => {
    expect(await admin.call(overviewQuery, { time_zone: 'Mars/Olympus' })).toMatchObject({
      msg: 'invalid_input',
      data: { fields: [{ field: 'time_zone' }] },
    });
  });
});

async function makeWaiting(): Promise<void> {
  const merchant = await makeMerchant(app, { authentication_status: 'not_authenticated' });
  await app.sql(
    `insert into identity_submission (owner_id, submission_id, party, kind) values ($1, gen_random_uuid(), 'merchant', 'person')`,
    [merchant.merchant_id],
  );
  const admitted = await makeMerchant(app);
  await app.sql(`update merchant set set_up_at = null, created_at = now() - interval '9 days' where merchant_id = $1`, [
    admitted.merchant_id,
  ]);
  await app.sql(
    `insert into merchant_set_up_link (merchant_id, token_hash, made_by, created_at, expires_at)
     select $1, made::text::bytea, 1001, now() - made, now() from unnest(array[interval '8 days', interval '5 hours']) as made`,
    [admitted.merchant_id],
  );
  await app.sql(
    `insert into approval (approval_id, owner_id, kind, content, content_hash, reason, entered_by, created_at, expires_at)
     select gen_random_uuid(), 1, 'k', '{}', decode(repeat('00', 32), 'hex'), 'r', $1, now() - age, now() + (interval '3 hours' - age)
     from unnest(array[interval '2 hours', interval '1 hour', interval '4 hours']) as age`,
    [admin.staffId],
  );
  await app.sql(
    `insert into message (owner_id, message_id, kind, channel, recipient, language, state, create_time, expire_time)
     select 1, gen_random_uuid(), 'test', 'mail', 'a@example.com', 'en', state, now() - age, now()
     from (values ('given_up', interval '1 day'), ('given_up', interval '8 days'), ('failed', interval '1 hour'), ('failed', interval '1 minute'), ('sent', interval '1 hour'))
       as made (state, age)`,
  );
  await app.sql(
    `insert into staff_invitation (invitation_id, kind, username, name, role, token_hash, made_by, expires_at)
     values (gen_random_uuid(), 'invitation', 'new', 'New', 'support', '\\x00', $1, now() + interval '1 day'),
       (gen_random_uuid(), 'invitation', 'late', 'Late', 'support', '\\x01', $1, now())`,
    [admin.staffId],
  );
  await app.sql(
    `insert into webhook_delivery (merchant_id, delivery_id, event_id, event_type, payload, state, attempts, next_attempt_at, give_up_at, created_at)
     select $1, gen_random_uuid(), gen_random_uuid(), 'order.paid', '', state, attempts, case state when 'pending' then now() end, now(), now() - age
     from (values ('pending', 5, interval '2 days'), ('pending', 2, interval '1 day'), ('pending', 1, interval '9 days'), ('failed', 9, interval '9 days'))
       as made (state, attempts, age)`,
    [merchant.merchant_id],
  );
}

/** Payouts of each state, and bank accounts of which one was verified and one unlinked. */
async function makePayouts(): Promise<void> {
  const { merchant_id } = await makeMerchant(app);
  await app.sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp, create_time, audit_time, update_time)
     select $1, serial_number, kind, status, 'manual', 'USDP', 100, 0, 100, 0, now() - interval '1 day', now() - decided, now() - interval '2 hours'
     from (values ('U1', 'usdt_withdrawal', 'approved', interval '3 hours'), ('U2', 'usdt_withdrawal', 'failed', interval '9 hours'),
       ('U3', 'usdt_withdrawal', 'settled', interval '9 hours'), ('F1', 'fiat_withdrawal', 'approved', interval '5 hours'),
       ('F2', 'fiat_withdrawal', 'approved', interval '4 hours'), ('F3', 'fiat_withdrawal', 'paid_out', interval '9 hours'),
       ('W1', 'user_withdrawal', 'approved', interval '9 hours')) as made (serial_number, kind, status, decided)`,
    [merchant_id],
  );
  await app.sql(
    `insert into payment_method (owner_id, payment_method_id, party, market, holder_name, bank_name, sealed_number, number_mac, shown_number,
       verified_version, binding, updated_at)
     select $1, gen_random_uuid(), 'merchant', 'USD', 'a', 'b', '', number::text::bytea, '1', verified_version, binding, now() - interval '7 hours'
     from (values (1, null, 'bound'), (2, 1, 'bound'), (3, null, 'unbound')) as made (number, verified_version, binding)`,
    [merchant_id],
  );
}

/** The kinds of which something waits, with their numbers and the age of the oldest in hours. */
const waitingOf = async (by?: TestStaff) =>
  Object.fromEntries(
    ((await ask(by)).waiting ?? []).flatMap(({ kind, waiting, oldest_time }) =>
      waiting.count === 0 ? [] : [[kind, [waiting.count, Math.round((Date.now() - Date.parse(oldest_time ?? '')) / 3_600_000)]]],
    ),
  );

describe('what waits', () => {
  it('is nothing at first', async () => {
    expect(await waitingOf()).toEqual({});
  });

  it('is told with its number and the time of the oldest, and only as far as a role is told', async () => {
    await makeWaiting();
    const all = {
      approvals: [2, 2],
      identities: [1, 0],
      merchant_links: [1, 5],
      staff_links: [1, 0],
      failed_messages: [1, 24],
      delayed_messages: [1, 1],
      failing_webhooks: [1, 48],
    };
    expect(await waitingOf()).toEqual(all);
    const { staff_links: _links, failing_webhooks: _webhooks, ...rest } = all;
    expect(await waitingOf(support)).toEqual(rest);
    expect(await waitingOf(await makeStaff(app, 'finance'))).toEqual({
      approvals: [2, 2],
      merchant_links: [1, 5],
      failing_webhooks: [1, 48],
    });
  });

  it('tells of payouts and bank accounts since they wait, and to nobody who may not see them', async () => {
    await makePayouts();
    const seen = { bank_accounts: [1, 7], payouts: [1, 3], failed_payouts: [1, 2], bank_files: [2, 5] };
    expect(await waitingOf()).toMatchObject(seen);
    expect(await waitingOf(await makeStaff(app, 'finance'))).toMatchObject(seen);
    const { bank_files: _files, ...others } = seen;
    const told = await waitingOf(support);
    expect(told).toMatchObject(others);
    expect(told).not.toHaveProperty('bank_files');
  });

  it('is counted up to a thousand', async () => {
    await app.sql(
      `insert into message (owner_id, message_id, kind, channel, recipient, language, state, expire_time)
       select 1, gen_random_uuid(), 'test', 'mail', 'a@example.com', 'en', 'given_up', now() from generate_series(1, 1200)`,
    );
    const failed = (await ask()).waiting?.find(({ kind }) => kind === 'failed_messages');
    expect(failed).toMatchObject({ promised_h: 24 });
    expect(failed?.waiting).toEqual({ count: 1000, is_exact: false });
  });
});

describe('reserves', () => {
  it('tell what is owed in each coin against what others say is held, and raise an alarm where it is short', async () => {
    const merchant = await makeMerchant(app);
    const before = (await ask()).reserves;
    await fund(app, merchant.merchant_id, 'USDP', '12.50');
    const owed = (await ask()).reserves?.find(({ coin_name }) => coin_name === 'USDP');
    expect(owed).toMatchObject({ held: null, difference: null, state: 'unattested' });
    expect(before).toEqual([]);
    await app.sql(
      `insert into reserve_attestation (attestation_id, coin, amount, source, as_of, entered_by) values (gen_random_uuid(), 'USDP', 1000, 'Bank', now(), $1)`,
      [admin.staffId],
    );
    expect((await ask()).reserves).toEqual([{ coin_name: 'USDP', owed: '12.50', held: '10.00', difference: '-2.50', state: 'short' }]);
    expect((await detail()).health.alarms[0]).toMatchObject({ alarm: 'reserves_short', severity: 'danger', subject: 'USDP' });
    await app.sql('truncate reserve_attestation');
  });
});

describe('panels', () => {
  it.each(['admin', 'finance', 'support', 'auditor'] as const)('%s is told what the role may know', async (role) => {
    const answer = await ask(await makeStaff(app, role));
    expect(answer.failed).toEqual([]);
    expect(answer.waiting).not.toBeNull();
    expect(answer.turnover).not.toBeNull();
    expect(answer.health === null).toBe(role === 'support');
    expect(answer.reserves === null).toBe(role === 'support');
  });

  it.each([
    ['waiting', 'approval'],
    ['turnover', 'turnover_minute'],
    ['health', 'program'],
  ] as [OverviewPanel, string][])('%s that cannot be read is told as such, and the others are as ever', async (panel, table) => {
    await count();
    await app.sql(`alter table ${table} rename to ${table}_away`);
    try {
      const { failed, waiting, reserves, turnover, health } = await ask();
      expect(failed).toEqual([panel]);
      for (const [name, read] of Object.entries({ waiting, reserves, turnover, health })) expect(read === null, name).toBe(name === panel);
    } finally {
      await app.sql(`alter table ${table}_away rename to ${table}`);
    }
  });

  it('one that takes too long is left out, and the others do not wait for it', async () => {
    const holder = new pg.Client({ connectionString: app.ownerUrl });
    await holder.connect();
    try {
      await holder.query('begin; lock table program in access exclusive mode');
      const { failed, waiting, turnover } = await ask();
      expect(failed).toEqual(['health']);
      expect(waiting).not.toBeNull();
      expect(turnover).not.toBeNull();
    } finally {
      await holder.end();
    }
  });
});

const FACTS: ProgramFacts = {
  skew_ms: -40,
  memory_mb: 100,
  loop_delay_ms: 1,
  connections: 3,
  event_streams: 2,
  login_owns_tables: false,
  lacks_operator_login: false,
  stuck_s: {},
  commands_waiting: 0,
  jobs: [],
  jobs_given_up: null,
  holds: null,
};
async function program(kind: 'api' | 'worker' | 'watcher', told: string, facts: object = FACTS): Promise<void> {
  await app.sql(
    `insert into program (program_id, kind, host, version, started_at, told_at, facts)
     values (gen_random_uuid(), $1, 'somewhere', '9', now(), clock_timestamp() - $2::interval, $3)`,
    [kind, told, JSON.stringify(facts)],
  );
}
const detail = async () => dataOf(await admin.call(overviewHealth, {}));

describe('health', () => {
  it('misses a worker, and is calm once one reports', async () => {
    expect((await detail()).health.alarms).toMatchObject([{ alarm: 'worker_missing', severity: 'danger' }]);
    const jobs = ['roll-up-fund-flow', 'seal-entries'].map((name) => ({ name, every_s: 2, done_s_ago: 7, failing_for_s: null }));
    await program('worker', '3 seconds', { ...FACTS, jobs, jobs_given_up: 0, holds: { stray: 0, first: null } });
    await program('api', '1 second');
    const { health, programs } = await detail();
    expect(health).toMatchObject({
      alarms: [],
      programs: { apis: 1, workers: 1, watchers: 0, silent: 0 },
      largest_skew_ms: -40,
      maintenance: null,
    });
    expect(health.database).toMatchObject({ version: expect.stringMatching(/^\d+/), is_read_only: false });
    expect(Math.round((Date.now() - Date.parse(health.ledger.sealed ?? '')) / 1000)).toBeGreaterThanOrEqual(10);
    expect(programs.map(({ kind, is_silent }) => [kind, is_silent])).toEqual([
      ['api', false],
      ['worker', false],
    ]);
    expect((await ask()).health).toMatchObject({ alarms: [], programs: { apis: 1, workers: 1, watchers: 0, silent: 0 } });
    await program('watcher', '2 seconds');
    expect((await detail()).health.programs).toEqual({ apis: 1, workers: 1, watchers: 1, silent: 0 });
  });

  it('knows a program that has gone silent, and shows one of another version without its facts', async () => {
    await program('worker', '1 minute');
    await program('api', '1 second', { of: 'another version' });
    const { health, programs } = await detail();
    expect(health.alarms.map(({ alarm, subject }) => [alarm, subject])).toEqual([
      ['worker_missing', null],
      ['program_silent', 'worker, somewhere'],
    ]);
    expect(programs.find(({ kind }) => kind === 'api')).toMatchObject({ facts: null, is_silent: false });
  });

  it('names the merchants whose webhook address fails, those that wait for longest first', async () => {
    await makeWaiting();
    const { failing_webhooks, health } = await detail();
    expect(failing_webhooks).toMatchObject([{ merchant_id: expect.any(Number), waiting: 2 }]);
    expect(health.webhooks).toMatchObject({ waiting: { count: 3, is_exact: true }, tried_again: { count: 2, is_exact: true } });
  });

  it('tells of maintenance that runs or is to come', async () => {
    await app.sql(`insert into maintenance (maintenance_id, starts_at) values (gen_random_uuid(), now() + interval '1 hour')`);
    expect((await detail()).health.maintenance).toMatchObject({ is_running: false, ends_at: null });
    await app.sql(`update maintenance set starts_at = now()`);
    const { health } = await detail();
    expect(health.maintenance).toMatchObject({ is_running: true });
    expect(health.alarms.map(({ alarm }) => alarm)).toContain('maintenance_running');
    await app.sql(`update maintenance set ended_at = now()`);
    expect((await detail()).health.maintenance).toBeNull();
  });
});
