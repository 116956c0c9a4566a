import { partyUserDetail } from '@purser/contract/features/party-detail';
import { walletCommissionQuery, walletReferral } from '@purser/contract/features/referral';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteCommissions } from '../../domain/commission.ts';
import type { ReviewOrder } from '../../domain/review-order.ts';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { makeUser, type TestUser } from '../../platform/testing/parties.ts';
import { makeStaff } from '../../platform/testing/staff.ts';
import { closeAs } from '../privacy/testing/close.ts';
import { commissionsOf, profileOf, type Rows } from '../privacy/sections.ts';
import { payCommissions } from './pay.ts';
import { earn, referred, setShare } from './testing/world.ts';

/** What is told of referrals: to staff, to those who take their data along, and of who has closed the account. */

let app: TestApp;
let agent: TestUser;
let user: TestUser;
let code: string;
beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  await setShare(app, 2_000);
  ({ agent, user } = await referred(app));
  code = dataOf(await app.call(walletReferral, {}, { payerToken: agent.token })).own?.code ?? '';
  await earn(app, user.user_id);
  await payCommissions(app.platform);
  await earn(app, user.user_id, { kind: 'fiat_withdrawal', fee: 1_000n });
});
afterAll(() => app.close());

it('staff see who referred whom, and what that has earned', async () => {
  const support = await makeStaff(app, 'support');
  const detail = async (user_id: number) => dataOf(await support.call(partyUserDetail, { user_id })).referral;
  expect(await detail(agent.user_id)).toEqual({
    code,
    agent: null,
    came: 1,
    users: [{ user_id: user.user_id, nick: 'Lan', create_time: expect.any(String) }],
    commissions: [{ coin_name: 'USDP', paid: '0.20', due: '2.00' }],
  });
  expect(await detail(user.user_id)).toEqual({
    code: null,
    agent: { user_id: agent.user_id, nick: agent.nick },
    came: 0,
    users: [],
    commissions: [],
  });
  const auditor = await makeStaff(app, 'auditor');
  expect(await auditor.call(partyUserDetail, { user_id: agent.user_id })).toMatchObject({ code: 200 });
});

async function all(rows: Rows): Promise<object[]> {
  const found: object[] = [];
  for await (const portion of rows) found.push(...portion);
  return found;
}
const profile = ({ user_id }: TestUser) =>
  app.platform.db.scoped(user_id, async (tx) => (await profileOf(tx, app.platform, user_id))['referral']);

it('whoever takes their data along has what is theirs of it, and nobody else’s', async () => {
  expect(await profile(agent)).toEqual({ code, came_by_a_code_at: null, users_who_came: 1 });
  expect(await profile(user)).toEqual({ code: null, came_by_a_code_at: expect.any(Date), users_who_came: 0 });
  const records = await all(commissionsOf(app.platform, agent.user_id));
  expect(records).toMatchObject([
    { order_kind: 'usdt_withdrawal', coin: 'USDP', amount: '0.20', share_percent: '20.00', state: 'paid' },
    { order_kind: 'fiat_withdrawal', coin: 'USDP', amount: '2.00', share_percent: '20.00', state: 'due' },
  ]);
  expect(JSON.stringify(records)).not.toContain(String(user.user_id));
  expect(await all(commissionsOf(app.platform, user.user_id))).toEqual([]);
});

it('of a coin that was added since this process began, too', async () => {
  const { user_id } = await makeUser(app, { kind: 'agent' });
  await app.sql(`insert into market (market) values ('XFR')`);
  await app.sql(
    `insert into coin (code, market, decimals, symbol, position, transfer_minimum, transfer_fee_bp, payment_fee_bp, order_minimum, order_maximum)
     values ('FRESH', 'XFR', 3, '', 99, 1, 0, 0, 1, 1000000)`,
  );
  await app.sql(
    `insert into commission (owner_id, user_id, order_serial_number, order_kind, serial_number, coin, fee, share_bp, amount, state, due_time)
     values ($1, $2, 'WC-FRESH', 'usdt_withdrawal', 'CM-FRESH', 'FRESH', 10000, 2000, 2000, 'due', now())`,
    [user_id, user.user_id],
  );
  expect(await all(commissionsOf(app.platform, user_id))).toMatchObject([{ coin: 'FRESH', amount: '2.000', share_percent: '20.00' }]);
});

it('of who has closed the account no name is told any more, and the commissions stay', async () => {
  const other = await referred(app);
  const gone = await makeUser(app, { nick: 'Gone' });
  await app.sql('insert into referral (user_id, agent_id) values ($1, $2)', [gone.user_id, other.agent.user_id]);
  await app.sql(
    `insert into review_order (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp)
     values ($1, 'WC-GONE', 'usdt_withdrawal', 'settled', 'automatic', 'USDP', 20000, 100, 19900, 50)`,
    [gone.user_id],
  );
  const order = { owner_id: BigInt(gone.user_id), serial_number: 'WC-GONE', fee: 100n } as ReviewOrder;
  const by = { kind: 'operator', id: '1001', name: 'Ada' } as const;
  await app.platform.db.systemTransaction((tx) => noteCommissions(tx, [{ order, event: 'settle', by }]));
  await closeAs(app, gone);
  const { list } = dataOf(await app.call(walletCommissionQuery, {}, { payerToken: other.agent.token }));
  expect(list).toMatchObject([{ masked_nick: '', amount: '0.20' }]);
});
