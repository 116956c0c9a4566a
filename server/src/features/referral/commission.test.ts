import { partyKindSet } from '@purser/contract/features/party-detail';
import { walletCommissionQuery, walletReferral } from '@purser/contract/features/referral';
import { BANK_COMMISSION_WAITS_DAYS } from '@purser/contract/referral';
import { mainAccount } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import { Findings, reading } from '@purser/ledger/verify-reader';
import { verifyLedger } from '@purser/ledger/verify';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { Platform } from '../../platform/platform.ts';
import { RECONCILE_CHECKS, reconcile } from '../../platform/proof/reconcile.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { makeUser, takeFees, type TestUser } from '../../platform/testing/parties.ts';
import { makeStaff } from '../../platform/testing/staff.ts';
import { closeAs } from '../privacy/testing/close.ts';
import { payCommissions } from './pay.ts';
import { masked } from './list.ts';
import { commissionsKept, earn, moveOrder, referred, referredBy, setShare } from './testing/world.ts';

/** What agents get of the fees of users whom they referred: noted with the fee, paid by the worker, proven with the ledger. */

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
});
afterAll(() => app.close());
afterEach(async () => {
  // Whatever a test has done, all of it can be proven.
  expect(await whatIsWrong()).toEqual([]);
  await setShare(app, null);
});

async function whatIsWrong() {
  const client = new pg.Client({ connectionString: app.ownerUrl });
  await client.connect();
  try {
    const findings = new Findings();
    await verifyLedger(client, app.platform.ledgerKey, { findings });
    await reading(client, (reader) => reconcile(reader, findings));
    // One test takes fees away by a posting that nobody has approved.
    return findings.breaks.filter(({ check }) => check !== RECONCILE_CHECKS.adjustment);
  } finally {
    await client.end();
  }
}

const pay = (atOnce?: number) => payCommissions(app.platform, atOnce);
const kept = (agent: TestUser) => commissionsKept(app, agent.user_id);
const states = async (agent: TestUser) => (await kept(agent)).map(({ state }) => state);
async function balance(agent: TestUser, coin = 'USDP'): Promise<number> {
  const [found] = await app.sql<{ available: string }>(
    `select available from ledger.account where owner_id = $1 and coin = $2 and purpose = 'main'`,
    [agent.user_id, coin],
  );
  return Number(found?.available ?? 0);
}
const makeDue = (agent: TestUser) => app.sql(`update commission set due_time = now() where owner_id = $1`, [agent.user_id]);

describe('a commission', () => {
  it.each(['usdt_recharge', 'usdt_withdrawal'] as const)('of a %s is due at once, and paid from the fee once', async (kind) => {
    await setShare(app, 2_000);
    const { agent, user } = await referred(app);
    const order = await earn(app, user.user_id, { kind, fee: 105n });
    expect(await kept(agent)).toEqual([{ order_serial_number: order, fee: '105', share_bp: 2_000, amount: '21', state: 'due' }]);
    expect(await balance(agent)).toBe(0);
    expect(await pay()).toBe(1);
    expect([await states(agent), await balance(agent)]).toEqual([['paid'], 21]);
    expect(await pay()).toBe(0);
    expect(await balance(agent)).toBe(21);
    const legs = await app.sql(
      `select case purpose when 'fees' then 'provider' else owner_id::text end as who, type, (available_after - available_before)::int as change, charge::int, counterparty
       from ledger.entry where type = 'commission' and posting_owner_id = $1 order by purpose`,
      [agent.user_id],
    );
    // The agent's entry says nothing of whose fee it was.
    expect(legs).toEqual([
      { who: 'provider', type: 'commission', change: -21, charge: 0, counterparty: String(agent.user_id) },
      { who: String(agent.user_id), type: 'commission', change: 21, charge: 0, counterparty: null },
    ]);
  });

  it('of a withdrawal to a bank is paid 30 days later, if the bank has not sent the money back', async () => {
    await setShare(app, 5_000);
    const { agent, user } = await referred(app);
    await earn(app, user.user_id, { kind: 'fiat_withdrawal' });
    const returned = await earn(app, user.user_id, { kind: 'fiat_withdrawal' });
    const [row] = await app.sql<{ days: string }>(
      `select extract(day from due_time - create_time)::int as days from commission where owner_id = $1 limit 1`,
      [agent.user_id],
    );
    expect(row).toEqual({ days: BANK_COMMISSION_WAITS_DAYS });
    expect(await pay()).toBe(0);
    await moveOrder(app, { kind: 'fiat_withdrawal', userId: user.user_id, serial_number: returned }, 'return');
    expect(await states(agent)).toEqual(['due', 'lapsed']);
    await makeDue(agent);
    expect(await pay()).toBe(1);
    expect([await states(agent), await balance(agent)]).toEqual([['paid', 'lapsed'], 50]);
  });

  it('that was paid stays when the bank sends the money back later than that', async () => {
    await setShare(app, 5_000);
    const { agent, user } = await referred(app);
    const serial_number = await earn(app, user.user_id, { kind: 'fiat_withdrawal' });
    // Another fee is in the account from which this one is given back.
    await earn(app, user.user_id, { kind: 'fiat_withdrawal' });
    await app.sql(`update commission set due_time = now() where owner_id = $1 and order_serial_number = $2`, [
      agent.user_id,
      serial_number,
    ]);
    expect(await pay()).toBe(1);
    await moveOrder(app, { kind: 'fiat_withdrawal', userId: user.user_id, serial_number }, 'return');
    expect([await states(agent), await balance(agent)]).toEqual([['paid', 'due'], 50]);
  });

  it.each([
    [1n, 5_000, '0', 'none'],
    [2n, 5_000, '1', 'due'],
    [3n, 3_333, '0', 'none'],
    [10n, 999, '0', 'none'],
    [19_999n, 1, '1', 'due'],
    [9_999n, 1, '0', 'none'],
  ] as const)('of a fee of %s at %s is rounded down to %s', async (fee, share, amount, state) => {
    await setShare(app, share);
    const { agent, user } = await referred(app);
    await earn(app, user.user_id, { fee });
    expect(await kept(agent)).toMatchObject([{ amount, state }]);
  });

  it('is not there for an order without a fee, an order that does not come to it, and one of who was not referred', async () => {
    await setShare(app, 2_000);
    const { agent, user } = await referred(app);
    await earn(app, user.user_id, { fee: 0n });
    const waiting = await earn(app, user.user_id, { stays: true });
    await moveOrder(app, { kind: 'usdt_withdrawal', userId: user.user_id, serial_number: waiting }, 'reject');
    await earn(app, user.user_id, { stays: true });
    // The agent's own orders earn the agent nothing.
    expect(await kept(agent)).toEqual([]);
    const stranger = await referredBy(app, await makeUser(app));
    await earn(app, stranger.user_id);
    expect(await kept(agent)).toEqual([]);
  });

  it('is of the share that held as the fee was earned, not of the one that holds as it is paid', async () => {
    await setShare(app, 1_000);
    const { agent, user } = await referred(app);
    await earn(app, user.user_id);
    await setShare(app, 5_000);
    await earn(app, user.user_id);
    await setShare(app, null);
    await earn(app, user.user_id);
    await pay();
    expect((await kept(agent)).map(({ amount, state }) => [amount, state])).toEqual([
      ['10', 'paid'],
      ['50', 'paid'],
      ['0', 'none'],
    ]);
  });

  it('is of nothing once the agent is none any more; what was earned before is paid', async () => {
    await setShare(app, 2_000);
    const support = await makeStaff(app, 'support');
    const { agent, user } = await referred(app);
    await earn(app, user.user_id);
    const kind = { user_id: agent.user_id, kind: 'ordinary', reason: 'Contract ended', google_code: await support.code() } as const;
    dataOf(await support.call(partyKindSet, kind));
    await earn(app, user.user_id);
    await pay();
    expect(await states(agent)).toEqual(['paid', 'none']);
    expect(await balance(agent)).toBe(20);
  });

  it('waits while the agent is suspended, and lapses with a closed account', async () => {
    await setShare(app, 2_000);
    const { agent, user } = await referred(app);
    await earn(app, user.user_id);
    await app.sql(`update wallet_user set status = 'suspended' where user_id = $1`, [agent.user_id]);
    expect(await pay()).toBe(0);
    await app.sql(`update wallet_user set status = 'normal' where user_id = $1`, [agent.user_id]);
    expect(await pay()).toBe(1);
    const other = await referred(app);
    await earn(app, other.user.user_id);
    dataOf(await app.call(walletReferral, {}, { payerToken: other.agent.token }));
    await closeAs(app, other.agent);
    expect(await pay()).toBe(0);
    expect(await states(other.agent)).toEqual(['lapsed']);
    // And what its users do earns it nothing more; its code is gone.
    await earn(app, other.user.user_id);
    expect(await states(other.agent)).toEqual(['lapsed', 'none']);
    expect(await app.sql('select from referral_code where owner_id = $1', [other.agent.user_id])).toEqual([]);
  });

  it('waits for an account in its coin, and for fees that were taken elsewhere, and holds up no other', async () => {
    await setShare(app, 2_000);
    const without = await referred(app, { markets: [] });
    await earn(app, without.user.user_id);
    const short = await referred(app);
    await earn(app, short.user.user_id);
    await takeFees(app, short.user.user_id, 'USDP');
    const { agent, user } = await referred(app);
    await earn(app, user.user_id);
    // One at a time: the first that cannot be paid is not the end of it.
    const paid = await pay(1);
    expect([await states(without.agent), await states(short.agent)]).toEqual([['due'], ['due']]);
    // Two users may have their fees in one account; then the last waits with the other.
    expect(await states(agent)).toEqual([paid === 1 ? 'paid' : 'due']);
    await openAccounts(app.platform.db.system, [mainAccount(without.agent.user_id, 'USDP')]);
    for (const { user_id } of [without.user, short.user, user]) await earn(app, user_id);
    await pay();
    for (const one of [without.agent, short.agent, agent]) expect(await states(one)).toEqual(['paid', 'paid']);
  });
});

describe('many commissions', () => {
  it('are each paid once by two workers at the same time', async () => {
    await setShare(app, 2_000);
    const { agent, user } = await referred(app);
    for (let n = 0; n < 12; n += 1) await earn(app, user.user_id);
    const elsewhere = new Platform(app.platform.settings, pino({ level: 'silent' }));
    try {
      await eventually(async () => {
        await Promise.all([payCommissions(app.platform, 2), payCommissions(elsewhere, 2), payCommissions(elsewhere, 3)]);
        expect(new Set(await states(agent))).toEqual(new Set(['paid']));
      });
    } finally {
      await elsewhere.close();
    }
    expect(await balance(agent)).toBe(12 * 20);
  });

  it.skipIf(onCluster)('are paid to the end by the next worker when one is killed half way', async () => {
    await setShare(app, 2_000);
    const { agent, user } = await referred(app);
    for (let n = 0; n < 6; n += 1) await earn(app, user.user_id);
    const last = await referred(app);
    await earn(app, last.user.user_id);
    // The worker waits at the last one's agent, in the middle of a slice, when its connection is cut.
    const holder = new pg.Client({ connectionString: app.ownerUrl });
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query('select from wallet_user where user_id = $1 for update', [last.agent.user_id]);
      const killed = pay(4).catch((error: unknown) => error);
      await eventually(async () => {
        const cut = await app.sql(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where wait_event_type = 'Lock' and datname = current_database() and query like '%from commission c join wallet_user agent%'`,
        );
        expect(cut).toHaveLength(1);
      });
      expect(await killed).toBeInstanceOf(Error);
    } finally {
      await holder.query('rollback').finally(() => holder.end());
    }
    // The first slice is paid, of the second nothing.
    expect((await states(agent)).filter((state) => state === 'paid')).toHaveLength(4);
    expect(await states(last.agent)).toEqual(['due']);
    expect(await pay(4)).toBe(3);
    expect([await balance(agent), await balance(last.agent)]).toEqual([6 * 20, 20]);
  });

  it('are noted under the one kind or the other while the kind changes, and never for who is no agent', async () => {
    await setShare(app, 2_000);
    const { agent, user } = await referred(app);
    const still = { earning: true };
    const flips = (async () => {
      for (let flip = 0; still.earning || flip % 2 === 1; flip += 1) {
        await app.platform.operator.db.systemTransaction(async (tx) => {
          await tx.query('select from wallet_user where user_id = $1 for no key update', [agent.user_id]);
          await tx.query('update wallet_user set kind = $2 where user_id = $1', [agent.user_id, flip % 2 === 0 ? 'ordinary' : 'agent']);
        });
        await pay(2);
      }
    })();
    try {
      for (let n = 0; n < 30; n += 1) await earn(app, user.user_id);
    } finally {
      still.earning = false;
      await flips;
    }
    await pay();
    const made = await kept(agent);
    expect(made).toHaveLength(30);
    for (const { share_bp, amount, state } of made)
      expect([
        ['20', 2_000, 'paid'],
        ['0', 0, 'none'],
      ]).toContainEqual([amount, share_bp, state]);
    expect(await balance(agent)).toBe(made.reduce((sum, { amount }) => sum + Number(amount), 0));
  });
});

describe('the database', () => {
  it('lets the application change nothing of a commission but how it stands, and nothing of who referred whom', async () => {
    for (const change of [
      'update commission set amount = amount',
      'update commission set owner_id = owner_id',
      'delete from commission',
      'update referral set agent_id = agent_id',
      'delete from referral',
      'update referral_code set code = code',
    ])
      await expect(app.platform.db.system.query(change), change).rejects.toMatchObject({ code: '42501' });
  });

  it('takes no share above half, none for another kind, and nobody as the own agent', async () => {
    await expect(setShare(app, 5_001)).rejects.toMatchObject({ code: '23514' });
    await expect(app.sql(`insert into kind_terms (kind, coin, commission_bp) values ('advanced', 'USDP', 1)`)).rejects.toMatchObject({
      code: '23514',
    });
    const { user_id } = await makeUser(app);
    await expect(app.sql('insert into referral (user_id, agent_id) values ($1, $1)', [user_id])).rejects.toMatchObject({ code: '23514' });
  });
});

describe('an agent', () => {
  it('is told the code, who came, and what it has come to per coin, and of whom no more than a character', async () => {
    await setShare(app, 2_000);
    const { agent, user } = await referred(app);
    await earn(app, user.user_id);
    await earn(app, user.user_id, { fee: 1n });
    await pay();
    await earn(app, user.user_id, { kind: 'fiat_withdrawal' });
    const asked = () => app.call(walletReferral, {}, { payerToken: agent.token });
    const [own, again] = [dataOf(await asked()), dataOf(await asked())];
    expect(own).toEqual(again);
    expect(own.own?.code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
    expect(own.own?.link).toBe(`${app.platform.settings.publicUrl}/wallet/register?ref=${own.own?.code}`);
    expect(own).toMatchObject({
      came: 1,
      coins: [{ coin_name: 'USDP', commission_rate: '20.00', paid: '0.20', due: '0.20', is_held: true }],
    });
    const records = dataOf(await app.call(walletCommissionQuery, {}, { payerToken: agent.token }));
    expect(records).toMatchObject({
      total: 2,
      list: [
        { order_kind: 'fiat_withdrawal', masked_nick: 'L•••', commission_rate: '20.00', amount: '0.20', state: 'due', settle_time: null },
        { order_kind: 'usdt_withdrawal', masked_nick: 'L•••', commission_rate: '20.00', amount: '0.20', state: 'paid' },
      ],
    });
    expect(JSON.stringify(records)).not.toContain(String(user.user_id));
    expect(JSON.stringify(records)).not.toMatch(/Lan|"W[CF]/);
    // Of others nobody is told.
    expect(dataOf(await app.call(walletCommissionQuery, {}, { payerToken: user.token })).list).toEqual([]);
  });

  it('of many requests at once gets one code', async () => {
    const agent = await makeUser(app, { kind: 'agent' });
    const codes = await Promise.all(Array.from({ length: 6 }, () => app.call(walletReferral, {}, { payerToken: agent.token })));
    expect(new Set(codes.map((answer) => dataOf(answer).own?.code)).size).toBe(1);
  });

  it('alone has a code; who was one keeps what was earned', async () => {
    await setShare(app, 2_000);
    const { agent, user } = await referred(app);
    await earn(app, user.user_id);
    await pay();
    await app.sql(`update wallet_user set kind = 'ordinary' where user_id = $1`, [agent.user_id]);
    expect(dataOf(await app.call(walletReferral, {}, { payerToken: agent.token }))).toMatchObject({
      own: null,
      came: 1,
      coins: [{ commission_rate: null, paid: '0.20' }],
    });
    expect(await app.call(walletReferral, {})).toMatchObject({ msg: 'unauthenticated' });
  });

  it.each([
    ['Lan', 'L•••'],
    ['阮兰', '阮•••'],
    ['👩‍👧 family', '👩‍👧•••'],
    ['', ''],
  ])('sees of %j only %j', (nick, shown) => {
    expect(masked(nick)).toBe(shown);
  });
});
