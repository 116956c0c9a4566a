import { blockedAddressAdd, blockedAddressExport, blockedAddressQuery, blockedAddressRemove } from '@purser/contract/features/payout';
import { payoutAddressEdit, payoutAddressList } from '@purser/contract/features/usdt-withdrawal';
import { walletPayoutAddressEdit } from '@purser/contract/features/wallet-withdrawal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetExpired } from '../../platform/commands/forget.ts';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { exportedFile } from '../../platform/testing/exported-file.ts';
import { googleCode, makeMerchant, makeUser, type TestMerchant } from '../../platform/testing/parties.ts';
import { makeStaff } from '../../platform/testing/staff.ts';
import { usdtWithdrawalRoutes } from './routes.ts';
import { newAddress, openNetworks } from './testing/world.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ routes: usdtWithdrawalRoutes });
  await openNetworks(app);
});
afterAll(() => app.close());

/** Of contracts of TRON that anybody may look up: USDT's own, and another. */
const TRON_USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const TRON = 'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR';

async function edit(merchant: TestMerchant, network: string, address: string, change: object = {}) {
  return app.call(
    payoutAddressEdit,
    { network, address, google_code: await googleCode(app, merchant), ...change },
    { token: merchant.token },
  );
}
const bookOf = async (merchant: TestMerchant) => dataOf(await app.call(payoutAddressList, {}, { token: merchant.token })).list;

describe('the address book', () => {
  it('has one address for each network, which rests for 24 hours, and keeps what was before', async () => {
    const merchant = await makeMerchant(app);
    expect((await bookOf(merchant)).map(({ network, address }) => [network, address])).toEqual([
      ['BEP20', null],
      ['ERC20', null],
      ['TRC20', null],
    ]);
    const [first, second] = [newAddress(), newAddress()];
    const made = dataOf(await edit(merchant, 'BEP20', `  ${first.toLowerCase()} `));
    expect(made).toMatchObject({ network: 'BEP20', address: first, is_resting: true });
    const hours = (new Date(made.usable_time ?? 0).getTime() - new Date(made.create_time ?? 0).getTime()) / 3_600_000;
    expect(hours).toBeCloseTo(24, 5);
    expect(await edit(merchant, 'BEP20', first)).toMatchObject({ msg: 'already_done', data: made });
    await edit(merchant, 'BEP20', second);
    await edit(merchant, 'TRC20', TRON);
    const [bep, erc, trc] = await bookOf(merchant);
    expect(bep).toMatchObject({ address: second, is_resting: true, earlier: [{ address: first }] });
    expect(erc).toMatchObject({ address: null, earlier: [] });
    expect(trc).toMatchObject({ address: TRON });
    const stranger = await makeMerchant(app);
    expect((await bookOf(stranger)).every(({ address, earlier }) => address === null && earlier.length === 0)).toBe(true);
    const audited = await app.sql('select action, details from audit_log where owner_id = $1 order by sequence', [merchant.merchant_id]);
    expect(audited).toContainEqual({ action: 'payout_address.edit', details: { network: 'TRC20', address: TRON } });
  });

  it.each([
    ['BEP20', 'hello'],
    ['BEP20', '0x52908400098527886E0F7030069857D2E4169Ee7'],
    ['BEP20', '0x0000000000000000000000000000000000000000'],
    ['BEP20', TRON],
    ['TRC20', '0x52908400098527886E0F7030069857D2E4169EE7'],
    ['TRC20', 'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFS'],
  ])('refuses on %s what is no address of it: %s', async (network, address) => {
    expect(await edit(await makeMerchant(app), network, address)).toMatchObject({
      msg: 'address_malformed',
      detail: 'Incorrect address format',
    });
  });

  it('refuses the token’s contract, blocked addresses, unknown networks and wrong codes', async () => {
    const merchant = await makeMerchant(app);
    expect(await edit(merchant, 'TRC20', TRON_USDT)).toMatchObject({ msg: 'payout_address_refused' });
    // The contract on one chain is no wallet on another of its kind.
    expect(await edit(merchant, 'BEP20', '0xdAC17F958D2ee523a2206206994597C13D831ec7')).toMatchObject({ msg: 'payout_address_refused' });
    expect(await edit(merchant, 'SOL', TRON)).toMatchObject({ msg: 'network_unknown' });
    expect(await edit(merchant, 'TRC20', TRON, { google_code: '000000' })).toMatchObject({ msg: 'wrong_google_code' });
    const bad = newAddress();
    const finance = await makeStaff(app, 'finance');
    const block = async (address: string) =>
      finance.call(blockedAddressAdd, { address, reason: 'stolen funds', google_code: await finance.code() });
    expect(await block('nonsense')).toMatchObject({ msg: 'address_malformed' });
    expect(dataOf(await block(bad.toLowerCase()))).toMatchObject({ address: bad, reason: 'stolen funds', blocked_by: finance.name });
    expect(await block(bad)).toMatchObject({ msg: 'address_blocked_already' });
    expect(await edit(merchant, 'BEP20', bad)).toMatchObject({ msg: 'payout_address_blocked' });
    expect(dataOf(await finance.call(blockedAddressQuery, { address: bad })).list).toHaveLength(1);
    const fileOf = (filters: object) => exportedFile(app, blockedAddressExport, { staffToken: finance.token }, filters);
    expect(await fileOf({ address: bad })).toMatchObject([{ Address: bad, Reason: 'stolen funds', 'Blocked by': finance.name }]);
    const { list } = dataOf(await finance.call(blockedAddressQuery, {}));
    expect((await fileOf({})).map(({ Address }) => Address)).toEqual(list.map(({ address }) => address));
    const [noted] = await app.sql("select details from audit_log where action = 'list.export' order by sequence limit 1");
    expect(noted).toMatchObject({ details: { list: blockedAddressQuery.path, filters: { address: bad }, rows: 1 } });
    const remove = async () => finance.call(blockedAddressRemove, { address: bad, reason: 'a mistake', google_code: await finance.code() });
    expect(await remove()).toMatchObject({ code: 200 });
    expect(await remove()).toMatchObject({ msg: 'not_found' });
    expect(await edit(merchant, 'BEP20', bad)).toMatchObject({ code: 200 });
    expect((await bookOf(merchant)).filter(({ address }) => address !== null)).toHaveLength(1);
  });

  it('tells a change by mail where the set-up link was sent, however long ago', async () => {
    const merchant = await makeMerchant(app);
    const known = await makeMerchant(app);
    await app.sql(`update merchant set notice_mail = 'owner@example.com', notice_language = 'en' where merchant_id = $1`, [
      known.merchant_id,
    ]);
    await app.sql(
      `insert into message (owner_id, message_id, kind, channel, recipient, language, create_time, expire_time)
       select owner, gen_random_uuid(), kind, 'mail', kind || '@example.com', 'vi', now() - interval '181 days', now() - interval '178 days'
       from unnest($1::bigint[]) as owner, unnest('{merchant_setup,password_changed}'::text[]) as kind`,
      [[merchant.merchant_id, known.merchant_id]],
    );
    await forgetExpired(app.platform.db);
    const kept = await app.sql(
      `select owner_id, kind from message where recipient like '%@example.com' and create_time < now() - interval '180 days'`,
    );
    expect(kept).toEqual([{ owner_id: String(merchant.merchant_id), kind: 'merchant_setup' }]);
    await edit(merchant, 'BEP20', newAddress());
    const told = await app.sql(`select recipient, language from message where owner_id = $1 and kind = 'payout_address_changed'`, [
      merchant.merchant_id,
    ]);
    expect(told).toEqual([{ recipient: 'merchant_setup@example.com', language: 'vi' }]);
  });

  it('tells a change by mail where there is an address', async () => {
    const merchant = await makeMerchant(app);
    await app.sql(
      `insert into message (owner_id, message_id, kind, channel, recipient, language, expire_time)
       values ($1, gen_random_uuid(), 'merchant_setup', 'mail', 'shop@example.com', 'vi', now())`,
      [merchant.merchant_id],
    );
    const told = async (ownerId: number) =>
      app.sql(`select kind, recipient, language from message where owner_id = $1 and kind = 'payout_address_changed' order by message_id`, [
        ownerId,
      ]);
    await edit(merchant, 'BEP20', newAddress());
    expect(await told(merchant.merchant_id)).toEqual([{ kind: 'payout_address_changed', recipient: 'shop@example.com', language: 'vi' }]);
    await app.sql(`update merchant set notice_mail = 'owner@example.com', notice_language = 'zh_Hant' where merchant_id = $1`, [
      merchant.merchant_id,
    ]);
    await edit(merchant, 'BEP20', newAddress());
    expect(await told(merchant.merchant_id)).toMatchObject([{}, { recipient: 'owner@example.com', language: 'zh_Hant' }]);
    const user = await makeUser(app, { email: 'payer@example.com' });
    const asked = { network: 'BEP20', address: newAddress() };
    const set = (payment_password: string) => app.call(walletPayoutAddressEdit, { ...asked, payment_password }, { payerToken: user.token });
    expect(await set('121314')).toMatchObject({ msg: 'payment_password_wrong' });
    expect(dataOf(await set(user.payment_password))).toMatchObject({ address: asked.address, is_resting: true });
    expect(await told(user.user_id)).toMatchObject([{ recipient: 'payer@example.com' }]);
  });
});
