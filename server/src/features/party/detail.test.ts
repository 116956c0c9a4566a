import { accountDetail } from '@purser/contract/features/account';
import {
  MOST_SHOWN_WITH_PARTY,
  partyAccessKeyRevoke,
  partyKindSet,
  partyMerchantDetail,
  partyRechargeConfigurationSet,
  partySessionEnd,
  partyUserDetail,
} from '@purser/contract/features/party-detail';
import { partyUserQuery } from '@purser/contract/features/party';
import { openOrderQuery } from '@purser/contract/features/open-order';
import { walletOverview } from '@purser/contract/features/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../main/features.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, signIn } from '../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../platform/testing/staff.ts';
import { makeOrder } from '../checkout/testing/order.ts';
import { makeKey } from '../open-order/testing/key.ts';

let app: TestApp;
let support: TestStaff;
let auditor: TestStaff;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  [support, auditor] = [await makeStaff(app, 'support'), await makeStaff(app, 'auditor')];
});
afterAll(() => app.close());

const reason = 'Agreed on the phone';
const confirmed = async () => ({ reason, google_code: await support.code() });
const deed = async (ownerId: number) =>
  (
    await app.sql('select actor_kind, actor, action, details from audit_log where owner_id = $1 order by sequence desc limit 1', [ownerId])
  )[0];

describe('what staff see of a merchant', () => {
  it('is what the merchant has, did and uses, without secrets', async () => {
    const merchant = await makeMerchant(app, { recharge_configuration: [1] });
    const { merchant_id } = merchant;
    await fund(app, merchant_id, 'USDP', '12.50');
    const key = await makeKey(app, merchant);
    await app.sql(`insert into login_ip_white (merchant_id, ip) values ($1, '203.0.113.0/24')`, [merchant_id]);
    const order = await makeOrder(app, merchant_id);
    await app.sql(`update ledger.account set frozen = 150, available = available - 150 where owner_id = $1`, [merchant_id]);
    const detail = dataOf(await auditor.call(partyMerchantDetail, { merchant_id }));
    expect(detail).toEqual({
      merchant_id,
      recharge_configuration: [1],
      google_bound: true,
      balances: [{ coin_name: 'USDP', available_asset: '11.00', freeze_asset: '1.50', pending_asset: '0.00' }],
      orders: [
        {
          serial_number: order.serial_number,
          order_id: order.order_id,
          coin_name: 'USDP',
          amount: '12.50',
          order_status: 'created',
          create_time: expect.any(String),
        },
      ],
      records: [
        {
          serial_number: expect.stringMatching(/^IS/),
          transaction_type: 'issuance',
          purpose: 'main',
          coin_name: 'USDP',
          transaction_number: '12.50',
          time: expect.any(String),
        },
      ],
      members: [],
      access_keys: [{ access_key: key.access_key, ip_permission: [], create_time: expect.any(String), last_used_time: null }],
      white_list: [{ ip: '203.0.113.0/24', create_time: expect.any(String) }],
      sessions: [
        {
          session_id: expect.any(String),
          ip: '127.0.0.1',
          user_agent: 'test',
          create_time: expect.any(String),
          last_seen_time: expect.any(String),
          expire_time: expect.any(String),
        },
      ],
    });
    expect(JSON.stringify(detail)).not.toContain(key.secret);
  });

  it('names who acts for the merchant, without what they log in with and who has gone', async () => {
    const merchant = await makeMerchant(app);
    const { merchant_id } = merchant;
    await app.sql(
      `insert into merchant_member (merchant_id, member_id, username, name, role, status, password_hash, set_up_at, login_at, login_ip, removed_at)
       values ($1, 1, 'own-login', 'Olga', 'owner', 'normal', null, null, null, null, null),
         ($1, 2, 'anna@' || $1, 'Anna', 'finance', 'suspended', 'a hash', now(), now(), '203.0.113.9', null),
         ($1, 3, 'ben@' || $1, 'Ben', 'viewer', 'normal', null, null, null, null, null),
         ($1, 4, 'gone@' || $1, 'Gone', 'viewer', 'normal', null, null, null, null, now())`,
      [merchant_id],
    );
    const detail = dataOf(await auditor.call(partyMerchantDetail, { merchant_id }));
    expect(detail.members).toEqual([
      {
        member_id: 1,
        username: 'own-login',
        name: 'Olga',
        role: 'owner',
        status: 'normal',
        is_set_up: true,
        login_time: null,
        login_ip: null,
      },
      {
        member_id: 2,
        username: `anna@${merchant_id}`,
        name: 'Anna',
        role: 'finance',
        status: 'suspended',
        is_set_up: true,
        login_time: expect.any(String),
        login_ip: '203.0.113.9',
      },
      expect.objectContaining({ member_id: 3, name: 'Ben', is_set_up: false }),
    ]);
    expect(JSON.stringify(detail)).not.toContain('a hash');
  });

  it('says that no authenticator is set up, and ends at the latest orders and entries', async () => {
    const { merchant_id } = await makeMerchant(app, { authenticator: false });
    for (let made = 0; made <= MOST_SHOWN_WITH_PARTY; made += 1) {
      await makeOrder(app, merchant_id);
      await fund(app, merchant_id, 'USDP', `${made + 1}.00`);
    }
    const { google_bound, orders, records } = dataOf(await auditor.call(partyMerchantDetail, { merchant_id }));
    expect(google_bound).toBe(false);
    expect(orders).toHaveLength(MOST_SHOWN_WITH_PARTY);
    expect(records.map(({ transaction_number }) => transaction_number)).toEqual(
      Array.from({ length: MOST_SHOWN_WITH_PARTY }, (_, index) => `${MOST_SHOWN_WITH_PARTY + 1 - index}.00`),
    );
  });

  it('leaves out sessions that are over, and is of nobody else', async () => {
    const [merchant, user] = [await makeMerchant(app), await makeUser(app)];
    const { merchant_id } = merchant;
    await app.sql('update session set expires_at = now() where owner_id = $1', [merchant_id]);
    expect(dataOf(await auditor.call(partyMerchantDetail, { merchant_id })).sessions).toEqual([]);
    expect(await auditor.call(partyMerchantDetail, { merchant_id: user.user_id })).toMatchObject({ msg: 'not_found' });
    expect(await auditor.call(partyUserDetail, { user_id: merchant_id })).toMatchObject({ msg: 'not_found' });
  });
});

it('staff see what a wallet user has, reward funds apart', async () => {
  const { user_id } = await makeUser(app);
  await fund(app, user_id, 'USDP', '20.00');
  await fund(app, user_id, 'USDP', '3.00', 'reward');
  const { balances, records, sessions } = dataOf(await auditor.call(partyUserDetail, { user_id }));
  expect(balances).toEqual([
    { coin_name: 'USDP', available_asset: '20.00', freeze_asset: '0.00', pending_asset: '0.00', reward_asset: '3.00' },
  ]);
  expect(records).toMatchObject([
    { purpose: 'reward', transaction_number: '3.00' },
    { purpose: 'main', transaction_number: '20.00' },
  ]);
  expect(sessions).toHaveLength(1);
});

describe('the kind of a wallet user', () => {
  it('is set with a reason, seen by the user and found by staff', async () => {
    const user = await makeUser(app);
    const { user_id } = user;
    expect(await support.call(partyKindSet, { user_id, kind: 'agent', ...(await confirmed()) })).toMatchObject({ code: 200 });
    expect(dataOf(await app.call(walletOverview, {}, { payerToken: user.token }))).toMatchObject({ kind: 'agent' });
    expect(dataOf(await support.call(partyUserQuery, { kind: 'agent' })).list.map((row) => row.user_id)).toEqual([user_id]);
    expect(await deed(user_id)).toMatchObject({
      actor_kind: 'operator',
      actor: String(support.staffId),
      action: 'party.set_kind',
      details: { before: 'ordinary', after: 'agent', reason },
    });
    expect(await support.call(partyKindSet, { user_id, kind: 'agent', ...(await confirmed()) })).toMatchObject({ msg: 'already_done' });
    expect(await app.sql('select count(*)::int as n from audit_log where owner_id = $1', [user_id])).toEqual([{ n: 1 }]);
  });

  it('is no merchant’s, and is not what is made up', async () => {
    const { merchant_id } = await makeMerchant(app);
    const given = { user_id: merchant_id, ...(await confirmed()) };
    expect(await support.call(partyKindSet, { ...given, kind: 'agent' })).toMatchObject({ msg: 'not_found' });
    expect(await support.call(partyKindSet, { ...given, kind: 'king' as 'agent' })).toMatchObject({ msg: 'invalid_input' });
  });
});

describe('the ways by which a merchant may recharge', () => {
  it('are set with a reason, and the merchant has them at once', async () => {
    const merchant = await makeMerchant(app);
    const { merchant_id } = merchant;
    const set = async (recharge_configuration: (1 | 2)[]) =>
      support.call(partyRechargeConfigurationSet, { merchant_id, recharge_configuration, ...(await confirmed()) });
    const theirs = async () => dataOf(await app.call(accountDetail, {}, { token: merchant.token })).recharge_configuration;
    expect(await set([2, 1])).toMatchObject({ code: 200 });
    expect(await theirs()).toEqual([1, 2]);
    expect(await set([1, 2])).toMatchObject({ msg: 'already_done' });
    expect(await set([])).toMatchObject({ code: 200 });
    expect(await theirs()).toEqual([]);
    expect(await deed(merchant_id)).toMatchObject({
      action: 'party.set_recharge_configuration',
      details: { before: [1, 2], after: [], reason },
    });
  });

  it('are those that there are, of a merchant', async () => {
    const [{ merchant_id }, { user_id }] = [await makeMerchant(app), await makeUser(app)];
    const given = { merchant_id, ...(await confirmed()) };
    expect(await support.call(partyRechargeConfigurationSet, { ...given, recharge_configuration: [3 as 1] })).toMatchObject({
      msg: 'invalid_input',
    });
    expect(
      await support.call(partyRechargeConfigurationSet, { ...given, merchant_id: user_id, recharge_configuration: [1] }),
    ).toMatchObject({ msg: 'not_found' });
  });
});

describe('one session that staff end', () => {
  it('is over, and the others are not', async () => {
    const user = await makeUser(app);
    const other = await signIn(app, 'user', user.user_id);
    const [one] = await app.sql<{ session_id: string }>('select session_id from session where owner_id = $1 order by created_at limit 1', [
      user.user_id,
    ]);
    const which = { owner_id: user.user_id, session_id: one?.session_id ?? '' };
    expect(await support.call(partySessionEnd, { ...which, ...(await confirmed()) })).toMatchObject({ code: 200 });
    expect(await app.call(walletOverview, {}, { payerToken: user.token })).toMatchObject({ status: 401 });
    expect(await app.call(walletOverview, {}, { payerToken: other })).toMatchObject({ code: 200 });
    expect(await deed(user.user_id)).toMatchObject({ action: 'party.end_session', details: { session_id: which.session_id, reason } });
    expect(await support.call(partySessionEnd, { ...which, ...(await confirmed()) })).toMatchObject({ msg: 'not_found' });
  });

  it('is of the party that is named', async () => {
    const [one, two] = [await makeUser(app), await makeUser(app)];
    const [session] = await app.sql<{ session_id: string }>('select session_id from session where owner_id = $1', [one.user_id]);
    const which = { owner_id: two.user_id, session_id: session?.session_id ?? '' };
    expect(await support.call(partySessionEnd, { ...which, ...(await confirmed()) })).toMatchObject({ msg: 'not_found' });
    expect(await app.call(walletOverview, {}, { payerToken: one.token })).toMatchObject({ code: 200 });
  });
});

describe('an access key that staff revoke', () => {
  it('signs nothing any more, and the merchant’s open console is told', async () => {
    const merchant = await makeMerchant(app);
    const signedWith = await makeKey(app, merchant);
    const heard: unknown[] = [];
    const stop = app.platform.hub.onMerchant(merchant.merchant_id, (topics) => heard.push(topics));
    const which = { merchant_id: merchant.merchant_id, access_key: signedWith.access_key };
    expect(await app.call(openOrderQuery, { order_id: 'x' }, { signedWith })).toMatchObject({ msg: 'order_unknown' });
    expect(await support.call(partyAccessKeyRevoke, { ...which, ...(await confirmed()) })).toMatchObject({ code: 200 });
    expect(await app.call(openOrderQuery, { order_id: 'x' }, { signedWith })).toMatchObject({ msg: 'access_key_unknown' });
    expect(await app.call(accountDetail, {}, { token: merchant.token })).toMatchObject({ code: 200 });
    expect(await deed(merchant.merchant_id)).toMatchObject({
      action: 'party.revoke_access_key',
      details: { access_key: which.access_key, reason },
    });
    await expect.poll(() => heard.flat().toSorted()).toEqual(['access_key', 'own_audit']);
    stop();
    expect(await support.call(partyAccessKeyRevoke, { ...which, ...(await confirmed()) })).toMatchObject({ msg: 'not_found' });
  });

  it('is of the merchant that is named', async () => {
    const [owner, other] = [await makeMerchant(app), await makeMerchant(app)];
    const signedWith = await makeKey(app, owner);
    const which = { merchant_id: other.merchant_id, access_key: signedWith.access_key };
    expect(await support.call(partyAccessKeyRevoke, { ...which, ...(await confirmed()) })).toMatchObject({ msg: 'not_found' });
    expect(await app.call(openOrderQuery, { order_id: 'x' }, { signedWith })).toMatchObject({ msg: 'order_unknown' });
  });
});
