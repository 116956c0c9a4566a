import { accountDetail } from '@purser/contract/features/account';
import { transferAdd, transferQuery, transferQueryBalance } from '@purser/contract/features/transfer';
import { merchantAddress } from '@purser/contract/address';
import { stripeOf } from '@purser/ledger/account';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, dataOf, type TestApp } from '../../platform/testing/app.ts';
import { onCluster } from '../../platform/testing/citus.ts';
import { eventually } from '../../platform/testing/eventually.ts';
import { fund, googleCode, makeMerchant, type TestMerchant } from '../../platform/testing/parties.ts';
import { totpOf } from '../../platform/security/totp.ts';
import { accountRoutes } from '../account/routes.ts';
import { transferRoutes } from './routes.ts';

let app: TestApp;
let sender: TestMerchant;
let recipient: TestMerchant;

beforeAll(async () => {
  app = await createTestApp({ routes: (platform) => [...transferRoutes(platform), ...accountRoutes(platform)] });
});
beforeEach(async () => {
  sender = await makeMerchant(app, { markets: ['USD', 'CNY'] });
  recipient = await makeMerchant(app, { markets: ['USD'] });
  await fund(app, sender.merchant_id, 'USDP', '1000.00');
});
afterAll(() => app.close());

const wish = async (change: object = {}) => ({
  coin_name: 'USDP',
  receipt_merchant_id: recipient.merchant_id,
  amount: '100.00',
  google_code: await googleCode(app, sender),
  ...change,
});
const add = async (change: object = {}, options: object = {}) =>
  app.call(transferAdd, (await wish(change)) as never, { token: sender.token, ...options });
const availableOf = async (ownerId: number, purpose = 'main') =>
  (
    await app.sql<{ available: string }>(`select available from ledger.account where owner_id = $1 and coin = 'USDP' and purpose = $2`, [
      ownerId,
      purpose,
    ])
  )[0]?.available;
const lastStep = async () =>
  (await app.sql('select totp_last_step from merchant where merchant_id = $1', [sender.merchant_id]))[0]?.['totp_last_step'];
const transfers = async () => (await app.sql('select from merchant_transfer where merchant_id = $1', [sender.merchant_id])).length;

describe('a transfer', () => {
  it('moves the amount, takes the fee from it, and is on record with both', async () => {
    const feesBefore = Number(await availableOf(stripeOf(recipient.merchant_id), 'fees'));
    const record = dataOf(await add({ amount: '123.45', remark: 'Rent, 房租 ☕' }));
    expect(record).toMatchObject({
      payment_merchant_id: sender.merchant_id,
      payment_merchant_name: sender.name,
      receipt_merchant_id: recipient.merchant_id,
      receipt_merchant_name: recipient.name,
      payment_address: merchantAddress(sender.merchant_id),
      receipt_address: merchantAddress(recipient.merchant_id),
      coin_name: 'USDP',
      transfer_amount: '123.45',
      transfer_fee: '0.13',
      internal_transfer_fee: '0.00',
      settlement_amount: '123.32',
      transfer_type: 'transfer',
      transfer_status: 'completed',
      remark: 'Rent, 房租 ☕',
    });
    expect(record.serial_number).toMatch(/^TR/);
    expect([await availableOf(sender.merchant_id), await availableOf(recipient.merchant_id)]).toEqual(['87655', '12332']);
    expect(Number(await availableOf(stripeOf(recipient.merchant_id), 'fees')) - feesBefore).toBe(13);
    const [sent] = dataOf(await app.call(transferQuery, {}, { token: sender.token })).list;
    const [received] = dataOf(await app.call(transferQuery, {}, { token: recipient.token })).list;
    expect(sent).toEqual(record);
    expect(received).toEqual({ ...record, transfer_type: 'receive' });
  });

  it.each([
    ['1.00', '0.01', '0.99'],
    ['10.00', '0.01', '9.99'],
    ['10.01', '0.02', '9.99'],
    ['999.99', '1.00', '998.99'],
    ['1000', '1.00', '999.00'],
    ['5.5', '0.01', '5.49'],
  ])('of %s costs %s, as the quote said', async (amount, fee, settlement) => {
    const quote = dataOf(await app.call(transferQueryBalance, { coin_name: 'USDP', amount }, { token: sender.token }));
    expect(quote).toMatchObject({
      available_asset: '1000.00',
      transfer_minimum: '1.00',
      transfer_fee_rate: '0.10',
      transfer_fee: fee,
      settlement_amount: settlement,
    });
    expect(dataOf(await add({ amount }))).toMatchObject({ transfer_fee: fee, settlement_amount: settlement });
  });

  it('of everything leaves nothing, and not a unit more can go', async () => {
    expect(await add({ amount: '1000.01' })).toMatchObject({ msg: 'insufficient_balance' });
    expect(await add({ amount: '1000.00' })).toMatchObject({ code: 200 });
    expect(await availableOf(sender.merchant_id)).toBe('0');
    expect(await add({ amount: '1.00' })).toMatchObject({ msg: 'insufficient_balance' });
  });

  it('is counted for its recipient until seen, and audited for its sender', async () => {
    await add();
    expect(dataOf(await app.call(accountDetail, {}, { token: recipient.token })).own?.unread).toBe(1);
    expect(dataOf(await app.call(accountDetail, {}, { token: sender.token })).own?.unread).toBe(0);
    const audited = await app.sql('select action, details, actor from audit_log where owner_id = $1', [sender.merchant_id]);
    expect(audited).toEqual([
      {
        action: 'transfer.confirm',
        actor: String(sender.merchant_id),
        details: { to: recipient.merchant_id, coin: 'USDP', amount: '100.00' },
      },
    ]);
  });
});

describe('refusals, in order: each is met with everything after it wrong as well, and none uses the code up', () => {
  const suspend = (merchant: TestMerchant) =>
    app.sql("update merchant set status = 'suspended' where merchant_id = $1", [merchant.merchant_id]);
  const wrong = { amount: '0.01', google_code: '000000' };

  it.each([
    ['amount', { amount: '1.001' }],
    ['amount', { amount: '100000000000000000.01' }],
    ['amount', { amount: '-5' }],
    ['amount', { amount: '' }],
    ['receipt_merchant_id', { receipt_merchant_id: 0 }],
    ['receipt_merchant_id', { receipt_merchant_id: '10000001' }],
    ['receipt_merchant_id', { receipt_merchant_id: 2 ** 53 }],
    ['coin_name', { coin_name: 'doge' }],
    ['remark', { remark: 'x'.repeat(201) }],
    ['remark', { remark: 'a\0b' }],
    ['google_code', { google_code: '12' }],
    ['note', { note: 'x' }],
  ])('invalid_input: %s %j', async (field, change) => {
    expect(await add(change)).toMatchObject({ status: 400, msg: 'invalid_input', data: { fields: [{ field }] } });
  });

  it('unauthenticated, and access_restricted (512) for a suspended sender', async () => {
    expect(await add({}, { token: '' })).toMatchObject({ code: 401 });
    await suspend(sender);
    expect(await add({}, { ip: '203.0.113.9' })).toMatchObject({ code: 512, data: { login_ip: '203.0.113.9' } });
  });

  it('idempotency_mismatch first', async () => {
    await add({}, { idempotencyKey: 'k' });
    expect(await add({ ...wrong, receipt_merchant_id: sender.merchant_id }, { idempotencyKey: 'k' })).toMatchObject({
      code: 6101,
      msg: 'idempotency_mismatch',
    });
  });

  it('recipient_is_self', async () => {
    expect(await add({ ...wrong, coin_name: 'VNDT', receipt_merchant_id: sender.merchant_id })).toMatchObject({
      code: 6205,
      msg: 'recipient_is_self',
    });
  });

  it("recipient_unknown: nobody, a wallet user's number, the provider", async () => {
    for (const receipt_merchant_id of [1, 99_999_999, 50_000_001, Number.MAX_SAFE_INTEGER]) {
      expect(await add({ ...wrong, coin_name: 'VNDT', receipt_merchant_id })).toMatchObject({ code: 6204, msg: 'recipient_unknown' });
    }
  });

  it('recipient_suspended', async () => {
    await suspend(recipient);
    expect(await add({ ...wrong, coin_name: 'VNDT' })).toMatchObject({ code: 6206, msg: 'recipient_suspended' });
  });

  it('market_not_enabled, on either side', async () => {
    expect(await add({ ...wrong, coin_name: 'CNYT' })).toMatchObject({ code: 6202, msg: 'market_not_enabled' });
    const other = await makeMerchant(app, { markets: ['VND'] });
    expect(await add({ ...wrong, coin_name: 'VNDT', receipt_merchant_id: other.merchant_id })).toMatchObject({ msg: 'market_not_enabled' });
  });

  it('amount_below_minimum names the minimum', async () => {
    expect(await add({ ...wrong, amount: '0.99' })).toMatchObject({
      code: 6203,
      msg: 'amount_below_minimum',
      detail: 'The amount must be at least 1.00 USDP.',
    });
    expect(await add({ ...wrong, amount: '0' })).toMatchObject({ msg: 'amount_below_minimum' });
  });

  it('fee_exceeds_amount', async () => {
    await app.sql("update coin set transfer_fee_bp = 10000 where code = 'USDP'");
    try {
      expect(await add({ google_code: '000000', amount: '5000.00' })).toMatchObject({ code: 6208, msg: 'fee_exceeds_amount' });
    } finally {
      await app.sql("update coin set transfer_fee_bp = 10 where code = 'USDP'");
    }
  });

  it('fee_changed, where the recipient would get something else than was shown', async () => {
    const shown = dataOf(await app.call(transferQueryBalance, { coin_name: 'USDP', amount: '100.00' }, { token: sender.token }));
    expect(shown.settlement_amount).toBe('99.90');
    const settlement_amount = '99.90';
    await app.sql("update coin set transfer_fee_bp = 500 where code = 'USDP'");
    try {
      expect(await add({ google_code: '000000', settlement_amount })).toMatchObject({ code: 7208, msg: 'fee_changed' });
      expect(await transfers()).toBe(0);
      expect(dataOf(await add({ settlement_amount: '95' }))).toMatchObject({ transfer_fee: '5.00', settlement_amount: '95.00' });
    } finally {
      await app.sql("update coin set transfer_fee_bp = 10 where code = 'USDP'");
    }
  });

  it('insufficient_balance', async () => {
    expect(await add({ google_code: '000000', amount: '1000.01' })).toMatchObject({ code: 6201, msg: 'insufficient_balance' });
  });

  it('wrong_google_code, then google_code_used', async () => {
    expect(await add({ google_code: '000000' })).toMatchObject({ code: 6002, msg: 'wrong_google_code' });
    const google_code = await googleCode(app, sender);
    expect(await add({ google_code })).toMatchObject({ code: 200 });
    expect(await app.call(transferAdd, { ...(await wish()), google_code } as never, { token: sender.token })).toMatchObject({ code: 200 });
    const again = { coin_name: 'USDP' as const, receipt_merchant_id: recipient.merchant_id, amount: '100.00', google_code };
    expect(await app.call(transferAdd, again, { token: sender.token })).toMatchObject({ code: 6003, msg: 'google_code_used' });
  });

  it('too_many_requests after five wrong codes, also when they come at once, and the session is over', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => add({ google_code: '000000' })));
    expect(answers.filter(({ msg }) => msg === 'wrong_google_code')).toHaveLength(5);
    expect(answers.filter(({ msg }) => msg === 'ok')).toHaveLength(0);
    expect(await add()).toMatchObject({ status: 401, msg: 'unauthenticated' });
  });

  it('no refusal uses the code up or leaves a trace', async () => {
    const code = totpOf(sender.totpSecret).generate();
    const base = { coin_name: 'USDP' as const, receipt_merchant_id: recipient.merchant_id, amount: '100.00', google_code: code };
    const changes = [
      { amount: '0.50' },
      { receipt_merchant_id: 12_345 },
      { amount: '5000' },
      { coin_name: 'CNYT' as const },
      { amount: '1.001' },
    ];
    for (const [index, change] of changes.entries()) {
      const idempotencyKey = `refused-${index}`;
      expect((await app.call(transferAdd, { ...base, ...change }, { token: sender.token, idempotencyKey })).code).not.toBe(200);
    }
    expect([String(await lastStep()), await transfers(), await availableOf(sender.merchant_id)]).toEqual(['0', 0, '100000']);
    expect(await app.sql('select from audit_log where owner_id = $1', [sender.merchant_id])).toEqual([]);
    expect(await app.call(transferAdd, base, { token: sender.token, idempotencyKey: 'mended' })).toMatchObject({ code: 200 });
  });

  it('what was refused for want of money is refused again under its key when there is enough; a new act is done', async () => {
    const idempotencyKey = 'poor';
    expect(await add({ amount: '1500.00' }, { idempotencyKey })).toMatchObject({ msg: 'insufficient_balance' });
    await fund(app, sender.merchant_id, 'USDP', '1000.00');
    expect(await add({ amount: '1500.00' }, { idempotencyKey })).toMatchObject({ msg: 'insufficient_balance' });
    expect(await add({ amount: '1500.00' }, { idempotencyKey: 'rich' })).toMatchObject({ code: 200 });
  });

  it('a wrong code leaves the key to the right one', async () => {
    expect(await add({ google_code: '000000' }, { idempotencyKey: 'slip' })).toMatchObject({ msg: 'wrong_google_code' });
    expect(await add({}, { idempotencyKey: 'slip' })).toMatchObject({ code: 200 });
  });
});

describe('repeated', () => {
  it('with its key it is answered again (42110), without asking for a code that can be used', async () => {
    const first = await add({}, { idempotencyKey: 'k' });
    expect(first).toMatchObject({ code: 200 });
    for (const google_code of ['000000', totpOf(sender.totpSecret).generate()]) {
      expect(await add({ google_code }, { idempotencyKey: 'k' })).toMatchObject({ code: 42110, msg: 'already_done', data: first.data });
    }
    expect([await transfers(), await availableOf(sender.merchant_id)]).toEqual([1, '90000']);
  });

  it.skipIf(onCluster)(
    'is told what another attempt came to in the meantime, although it would be refused now, and asked for no code',
    async () => {
      const made = await add({}, { idempotencyKey: 'made' });
      const repeated = { amount: '1500.00', google_code: '000000' };
      await add(repeated, { idempotencyKey: 'probe' });
      const client = new pg.Client({ connectionString: app.ownerUrl });
      await client.connect();
      try {
        await client.query('begin');
        // Another attempt of the same request has claimed the key, and ends after this one has looked for it.
        await client.query(
          `insert into idempotency_key (owner_id, key, request_hash, answer, forget_at)
         select owner_id, 'k', probe.request_hash, made.answer, made.forget_at from idempotency_key probe join idempotency_key made using (owner_id)
         where owner_id = $1 and probe.key = 'probe' and made.key = 'made'`,
          [sender.merchant_id],
        );
        const answer = add(repeated, { idempotencyKey: 'k' });
        await eventually(async () =>
          expect(
            await app.sql(
              "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%idempotency_key%' and datname = current_database()",
            ),
          ).toHaveLength(1),
        );
        await client.query('commit');
        expect(await answer).toMatchObject({ code: 42110, msg: 'already_done', data: made.data });
      } finally {
        await client.end();
      }
    },
  );

  it('twenty times at once, one is made; the key then tells its answer', async () => {
    const same = await wish();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.call(transferAdd, same as never, { token: sender.token, idempotencyKey: 'k' })),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    for (const { msg } of answers) expect(['ok', 'already_done', 'google_code_used', 'request_in_progress']).toContain(msg);
    expect([await transfers(), await availableOf(sender.merchant_id), await availableOf(recipient.merchant_id)]).toEqual([
      1,
      '90000',
      '9990',
    ]);
    expect(await app.call(transferAdd, same as never, { token: sender.token, idempotencyKey: 'k' })).toMatchObject({ code: 42110 });
  });
});

describe('the quote', () => {
  it("is of the merchant's own balance, zero where it has none, and of no amount when none is asked", async () => {
    expect(dataOf(await app.call(transferQueryBalance, { coin_name: 'USDT' }, { token: recipient.token }))).toEqual({
      coin_name: 'USDT',
      available_asset: '0.000000',
      transfer_minimum: '1.000000',
      transfer_fee_rate: '0.10',
      transfer_fee: null,
      internal_transfer_fee: null,
      settlement_amount: null,
    });
    expect(dataOf(await app.call(transferQueryBalance, { coin_name: 'USDP' }, { token: sender.token })).available_asset).toBe('1000.00');
  });

  it('invalid_input for an amount finer than the coin', async () => {
    expect(await app.call(transferQueryBalance, { coin_name: 'USDP', amount: '1.001' }, { token: sender.token })).toMatchObject({
      data: { fields: [{ field: 'amount' }] },
    });
  });
});

describe('the recipient check', () => {
  it('names another merchant and tells nothing else of it', async () => {
    expect(dataOf(await app.call(accountDetail, { merchant_id: recipient.merchant_id }, { token: sender.token }))).toEqual({
      merchant_id: recipient.merchant_id,
      name: recipient.name,
      status: 'normal',
      own: null,
      recharge_configuration: [],
    });
    expect(await app.call(accountDetail, { merchant_id: 12_345 }, { token: sender.token })).toMatchObject({ msg: 'recipient_unknown' });
    expect(dataOf(await app.call(accountDetail, { merchant_id: sender.merchant_id }, { token: sender.token })).own).not.toBeNull();
  });
});
