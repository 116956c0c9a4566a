import { approvalApprove } from '@purser/contract/features/approval';
import type { InputOf } from '@purser/contract/call';
import { partyResetAuthenticator } from '@purser/contract/features/party';
import { QUEUE_KINDS, queueQuery } from '@purser/contract/features/queue';
import { reviewDecide, reviewQuery } from '@purser/contract/features/review';
import { staffIdentityQuery } from '@purser/contract/features/identity';
import { staffPaymentMethodDecide, staffPaymentMethodQuery } from '@purser/contract/features/payment-method';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { makeMerchant, makeUser } from '../../platform/testing/parties.ts';
import { PlanWatch } from '../../platform/testing/plan-watch.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { makeMethod } from '../payment-method/testing/method.ts';

/** Everything that waits for staff, in one queue. */

let app: TestApp;
let admin: TestStaff;
let second: TestStaff;
let finance: TestStaff;
let merchant: number;
let user: number;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  [admin, second, finance] = [await makeStaff(app, 'admin'), await makeStaff(app, 'admin'), await makeStaff(app, 'finance')];
  [merchant, user] = [(await makeMerchant(app, { name: 'Harbour' })).merchant_id, (await makeUser(app, { nick: 'Bình' })).user_id];
});
afterAll(() => app.close());

/** So many seconds ago. */
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);

async function order(owner: number, number: string, kind: string, since: Date, change: object = {}): Promise<void> {
  const { status = 'pending_review', coin = 'USDP', txid = '' } = change as { status?: string; coin?: string; txid?: string };
  await app.sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp, create_time, txid)
     values ($1, $2, $3, $4, 'manual', $5, 1000, 10, 990, 100, $6, $7)`,
    [owner, number, kind, status, coin, since, txid],
  );
}
/** An adjustment of a week ago that its user appealed against then. */
async function appeal(owner: number, number: string, since: Date): Promise<void> {
  await order(owner, number, 'adjustment', ago(7 * 86_400), { status: 'appeal' });
  await app.sql(`update review_order set appeal_reason = 'Too little', appeal_time = $2 where serial_number = $1`, [number, since]);
}
async function identity(owner: number, party: 'merchant' | 'user', since: Date): Promise<string> {
  const id = uuidv7();
  await app.sql(`insert into identity_submission (owner_id, submission_id, party, kind, created_at) values ($1, $2, $3, 'person', $4)`, [
    owner,
    id,
    party,
    since,
  ]);
  return id;
}
async function account(owner: number, since: Date): Promise<string> {
  const id = await makeMethod(app, owner, { verified: false });
  await app.sql('update payment_method set updated_at = $2 where payment_method_id = $1', [id, since]);
  return id;
}
async function approval(owner: number, since: Date): Promise<string> {
  const input = { merchant_id: owner, reason: 'Lost', google_code: await second.code() };
  const { approval_id } = dataOf(await second.call(partyResetAuthenticator, input));
  await app.sql('update approval set created_at = $2 where approval_id = $1', [approval_id, since]);
  return approval_id;
}

const queue = async (asked: InputOf<typeof queueQuery> = {}, member = admin) =>
  dataOf(await member.call(queueQuery, { sort_order: 'asc', page_size: 100, ...asked }));
const idsOf = async (asked: InputOf<typeof queueQuery> = {}, member = admin) =>
  (await queue(asked, member)).list.map(({ item_id }) => item_id);

describe('what waits', () => {
  let all: string[];
  beforeAll(async () => {
    await order(merchant, 'RC1', 'usdt_recharge', ago(700), { txid: 'tx-1', coin: 'USDT' });
    const [one, card, two] = [
      await identity(merchant, 'merchant', ago(600)),
      await account(user, ago(500)),
      await approval(merchant, ago(400)),
    ];
    await order(user, 'WC1', 'usdt_withdrawal', ago(300));
    await appeal(merchant, 'AD1', ago(200));
    await order(merchant, 'WF1', 'fiat_withdrawal', ago(100));
    all = ['RC1', one, card, two, 'WC1', 'AD1', 'WF1'];
    // None of these waits for staff.
    await order(merchant, 'UW1', 'user_withdrawal', ago(90));
    await order(merchant, 'RC2', 'usdt_recharge', ago(90), { status: 'approved' });
    await order(merchant, 'AD2', 'adjustment', ago(90), { status: 'completed' });
    await makeMethod(app, merchant, { verified: true });
    const unlinked = await account(merchant, ago(90));
    await app.sql(`update payment_method set binding = 'unbound' where payment_method_id = $1`, [unlinked]);
    const late = await approval(merchant, ago(90));
    await app.sql('update approval set expires_at = now() where approval_id = $1', [late]);
  });

  it('is there of every kind, the oldest first or the newest, each as its own list shows it', async () => {
    const { list, total, total_is_exact } = await queue();
    expect(list.map(({ item_id }) => item_id)).toEqual(all);
    expect([total, total_is_exact]).toEqual([7, true]);
    expect(list.map(({ kind }) => kind)).toEqual([
      'usdt_recharge',
      'identity',
      'bank_account',
      'approval',
      'usdt_withdrawal',
      'adjustment',
      'fiat_withdrawal',
    ]);
    expect(await idsOf({ sort_order: 'desc' })).toEqual(all.toReversed());
    const { list: orders } = dataOf(await admin.call(reviewQuery, { waits_for: 'staff', sort_order: 'asc', page_size: 100 }));
    const bySerial = (ones: typeof orders) => ones.toSorted((a, b) => (a.serial_number < b.serial_number ? -1 : 1));
    expect(bySerial(list.flatMap((one) => one.order ?? []))).toEqual(bySerial(orders));
    const { list: identities } = dataOf(await admin.call(staffIdentityQuery, { status: 'pending' }));
    expect(list.flatMap((one) => one.identity ?? [])).toEqual(identities);
    const { list: accounts } = dataOf(await admin.call(staffPaymentMethodQuery, { status: 'unverified', binding: 'bound' }));
    expect(list.flatMap((one) => one.bank_account ?? [])).toEqual(accounts);
    expect(list[0]).toMatchObject({ owner_type: 'merchant', owner_name: 'Harbour', coin_name: 'USDT', amount: '0.001000' });
    expect(list[2]).toMatchObject({ owner_type: 'user', owner_name: 'Bình', coin_name: null, amount: null });
    expect(list[3]?.approval).toMatchObject({ approval_id: all[3], state: 'pending', decidable: true });
  });

  it('is told to a role as far as it may read: no identities to finance, and nobody decides what they entered', async () => {
    expect(await idsOf({}, finance)).toEqual(all.filter((_, index) => index !== 1));
    expect((await queue({}, finance)).total).toBe(6);
    expect(await idsOf({ kind: 'identity' }, finance)).toEqual([]);
    expect((await queue({ kind: 'approval' }, second)).list).toMatchObject([{ approval: { decidable: false } }]);
    const auditor = await makeStaff(app, 'auditor');
    expect((await queue({ kind: 'approval' }, auditor)).list).toMatchObject([{ approval: { decidable: false } }]);
  });

  it.each(QUEUE_KINDS)('is narrowed to one kind: %s', async (kind) => {
    const { list, total } = await queue({ kind });
    expect(list.map((one) => one.kind)).toEqual([kind]);
    expect(total).toBe(1);
  });

  it('is found by its party, its number, its coin, its transaction and its time', async () => {
    expect(await idsOf({ owner_id: user })).toEqual([all[2], 'WC1']);
    expect(await idsOf({ item_id: all[1] as string })).toEqual([all[1]]);
    expect(await idsOf({ item_id: 'WF1' })).toEqual(['WF1']);
    expect(await idsOf({ item_id: all[1] as string, owner_id: user })).toEqual([]);
    expect(await idsOf({ serial_number: 'WC1' })).toEqual(['WC1']);
    expect(await idsOf({ coin_name: 'USDT' })).toEqual(['RC1']);
    expect(await idsOf({ txid: 'tx-1' })).toEqual(['RC1']);
    expect(await idsOf({ order_id: 'none' })).toEqual([]);
    expect(await idsOf({ time_from: ago(450).toISOString(), time_to: ago(150).toISOString() })).toEqual(all.slice(3, 6));
  });

  it.each(['asc', 'desc'] as const)('comes page by page without a gap, also of one moment: %s', async (sort_order) => {
    const { user_id } = await makeUser(app);
    const since = ago(50);
    for (const number of ['RM1', 'RM2', 'RM3']) await order(user_id, number + sort_order, 'usdt_recharge', since);
    for (const number of ['AM1', 'AM2', 'AM3']) await appeal(user_id, number + sort_order, since);
    for (let index = 0; index < 3; index += 1) await account(user_id, since);
    await identity(user_id, 'user', since);
    const whole = await idsOf({ owner_id: user_id, sort_order });
    expect(whole).toHaveLength(10);
    const [byCursor, byNumber]: string[][] = [[], []];
    let cursor: string | null | undefined;
    for (let page = 1; cursor !== null; page += 1) {
      const asked = { owner_id: user_id, sort_order, page_size: 2 } as const;
      const answer = await queue({ ...asked, ...(cursor !== undefined && { cursor }) });
      byCursor?.push(...answer.list.map(({ item_id }) => item_id));
      byNumber?.push(...(await idsOf({ ...asked, page })));
      cursor = answer.next_cursor;
    }
    expect(byCursor).toEqual(whole);
    expect(byNumber).toEqual(whole);
    await app.sql('delete from review_order where owner_id = $1', [user_id]);
    await app.sql('delete from payment_method where owner_id = $1', [user_id]);
    await app.sql('delete from identity_submission where owner_id = $1', [user_id]);
  });

  it('is promised by the time of its kind, and late once that has passed', async () => {
    const hours = {
      usdt_recharges: 1,
      usdt_withdrawals: 2,
      fiat_withdrawals: 3,
      appeals: 4,
      identities: 5,
      bank_accounts: 6,
      approvals: 7,
    };
    const promise = (set: object) => app.sql('update promised_time set hours = $1', [JSON.stringify(set)]);
    await promise(hours);
    const told = async () =>
      (await queue()).list.map(({ item_id, create_time, promised_time, is_late }) => [
        item_id,
        (Date.parse(promised_time) - Date.parse(create_time)) / 3_600_000,
        is_late,
      ]);
    expect(await told()).toEqual([1, 5, 6, 7, 2, 4, 3].map((promised, index) => [all[index], promised, false]));
    await app.sql(
      `update review_order set create_time = (create_time at time zone 'UTC' - interval '1 hour') at time zone 'UTC' where serial_number in ('RC1', 'WC1')`,
    );
    expect((await told()).filter(([, , isLate]) => isLate)).toEqual([['RC1', 1, true]]);
    await app.sql(
      `update review_order set create_time = (create_time at time zone 'UTC' + interval '1 hour') at time zone 'UTC' where serial_number in ('RC1', 'WC1')`,
    );
    await promise({});
  });

  it('waits no more once it is decided', async () => {
    const google_code = () => admin.code();
    await admin.call(reviewDecide, {
      orders: [{ owner_id: merchant, serial_number: 'RC1' }],
      decision: 'reject',
      reason: 'No',
      google_code: await google_code(),
    });
    const accounts = [{ owner_id: user, payment_method_id: all[2] as string, version: 1, status: 'unverified' as const }];
    await admin.call(staffPaymentMethodDecide, { accounts, decision: 'verify', google_code: await google_code() });
    const [waiting] = (await queue({ kind: 'approval' })).list;
    const { approval_id = '', content_hash = '' } = waiting?.approval ?? {};
    expect(await admin.call(approvalApprove, { approval_id, content_hash, google_code: await google_code() })).toMatchObject({ code: 200 });
    expect(await idsOf()).toEqual([all[1], 'WC1', 'AD1', 'WF1']);
  });
});

describe.skipIf(onCluster)('a long queue', () => {
  it.each<[string, InputOf<typeof queueQuery>]>([
    ['as it is usually looked at', {}],
    ['the newest first', { sort_order: 'desc' }],
    ['a few pages on', { page: 5 }],
    ['one kind', { kind: 'bank_account' }],
    ['one kind of orders', { kind: 'usdt_recharge' }],
    ['appeals', { kind: 'adjustment' }],
    ['appeals in a coin, the newest first', { kind: 'adjustment', coin_name: 'USDP', sort_order: 'desc' }],
    ['approvals', { kind: 'approval' }],
    ['a coin', { coin_name: 'USDP' }],
  ])('%s is read by what each kind has of it first, without reading a table whole', async (_what, asked) => {
    await fill();
    const watch = await PlanWatch.start(app);
    try {
      const tables = new Set(['review_order', 'identity_submission', 'payment_method', 'approval']);
      // More often than a plan is made anew for each time.
      for (let again = 0; again < 7; again += 1) {
        const seen = await watch.during(() => queue({ page_size: 20, ...asked }));
        const reading = seen.filter(
          ({ text }) => / as found\b/.test(text) || /where \(owner_id/.test(text) || /o\.owner_id, o\.serial/.test(text),
        );
        expect(reading.length).toBeGreaterThan(0);
        for (const { scanned, visited, plan, text } of reading) {
          expect(
            scanned.filter((table) => tables.has(table)),
            plan,
          ).toEqual([]);
          if (!/as counted/.test(text)) expect(visited, plan).toBeLessThan(2_000);
        }
      }
    } finally {
      watch.stop();
    }
  });

  let filled: Promise<void> | undefined;
  const fill = () =>
    (filled ??= (async () => {
      await app.sql(
        `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp, create_time)
         select $1::bigint + n % 100, 'Q' || n, (array['usdt_recharge', 'usdt_withdrawal', 'fiat_withdrawal'])[1 + n % 3],
           case when n % 2 = 0 then 'pending_review' else 'approved' end, 'manual', 'USDP', 100, 1, 99, 100, now() - n * interval '1 second'
         from generate_series(1, 20000) as n`,
        [merchant],
      );
      await app.sql(
        `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp, create_time, appeal_time, appeal_reason)
         select $1::bigint + n % 100, 'QA' || n, 'adjustment', case when n % 2 = 0 then 'appeal' else 'completed' end, 'manual', 'USDP', 100, 1, 99, 100,
           now() - n * interval '1 minute', now() - (20000 - n) * interval '1 second', 'Too little'
         from generate_series(1, 20000) as n`,
        [merchant],
      );
      await app.sql(
        `insert into identity_submission (owner_id, submission_id, party, kind, status, decided_at, erase_at, created_at)
         select 20000000 + n, gen_random_uuid(), 'user', 'person', case when n % 2 = 0 then 'pending' else 'approved' end,
           case when n % 2 = 1 then now() end, case when n % 2 = 1 then now() end, now() - n * interval '1 second'
         from generate_series(1, 20000) as n`,
      );
      await app.sql(
        `insert into payment_method (owner_id, payment_method_id, party, kind, market, holder_name, bank_name, bank_code, sealed_number, number_mac, shown_number, verified_version, updated_at)
         select owner_id + n, gen_random_uuid(), party, kind, market, holder_name, bank_name, bank_code, sealed_number, number_mac, shown_number,
           case when n % 2 = 0 then version end, now() - n * interval '1 second'
         from (select * from payment_method limit 1) as one, generate_series(1, 20000) as n`,
      );
      await app.sql(
        `insert into approval (approval_id, owner_id, kind, content, content_hash, reason, state, entered_by, expires_at, created_at)
         select gen_random_uuid(), $1::bigint + n % 100, 'party.reset_authenticator', '{}', decode(repeat('00', 32), 'hex'), 'r',
           case when n % 2 = 0 then 'pending' else 'withdrawn' end, $2, now() + interval '1 day', now() - n * interval '1 second'
         from generate_series(1, 20000) as n`,
        [merchant, second.staffId],
      );
      // So many that every row is sampled: a plan that hangs on which ones were is another one each time.
      await app.sql('alter table review_order alter column kind set statistics 200');
      await app.sql('vacuum analyze review_order, identity_submission, payment_method, approval');
    })());
});
