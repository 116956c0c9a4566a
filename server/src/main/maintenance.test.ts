import type { Call } from '@purser/contract/call';
import { CALLS } from '@purser/contract/calls';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type CallOptions, type TestApp } from '../platform/testing/app.ts';
import { makeMerchant, makeUser } from '../platform/testing/parties.ts';
import { makeStaff } from '../platform/testing/staff.ts';
import { allRoutes } from './features.ts';
import { startMaintenance } from '../platform/testing/maintenance.ts';

let app: TestApp;
let callers: Record<Call['caller'], CallOptions>;

beforeAll(async () => {
  app = await createTestApp({ routes: allRoutes });
  const [merchant, user] = [await makeMerchant(app), await makeUser(app)];
  const signedWith = { access_key: `pk_${merchant.merchant_id.toString(36)}_${randomBytes(12).toString('hex')}`, secret: 'sk_test' };
  await app.sql('insert into access_key (merchant_id, access_key, secret) values ($1, $2, $3)', [
    merchant.merchant_id,
    signedWith.access_key,
    app.platform.secrets.seal('access-key', signedWith.secret),
  ]);
  callers = {
    public: {},
    merchant: { token: merchant.token },
    access_key: { signedWith },
    payer: { payerToken: user.token },
    payer_maybe: { payerToken: user.token },
    staff: { staffToken: (await makeStaff(app, 'admin')).token },
  };
  await startMaintenance(app);
});
afterAll(() => app.close());

describe('in maintenance', () => {
  const closed = CALLS.filter(({ caller, errors }) => caller === 'merchant' || errors.includes('maintenance'));

  it('the console, every sign-in and the making of orders are closed; what is under way may end', () => {
    expect(closed.filter(({ caller }) => caller !== 'merchant').map(({ path }) => path)).toEqual([
      '/v1/merchant/auth/get_google_secret',
      '/v1/merchant/auth/login',
      '/v1/open/order/create',
      '/v1/open/withdrawal/create',
      '/v1/wallet/login',
      '/v1/wallet/register/code',
      '/v1/wallet/register',
      '/v1/wallet/recover/code',
      '/v1/wallet/recover',
      '/v1/wallet/passkey/login',
      '/v1/merchant/auth/set_up/look',
      '/v1/merchant/auth/set_up',
      '/v1/open/refund/create',
    ]);
  });

  it.each(closed.map((call) => [call.path, call] as const))('%s answers 511 before it looks at anything', async (_, call) => {
    expect(await app.send(call, {}, callers[call.caller])).toMatchObject({
      status: 200,
      code: 511,
      msg: 'maintenance',
      data: { text: null, ends_at: null },
    });
    expect(await app.send(call, {})).toMatchObject({ code: 511 });
  });

  const open = CALLS.filter((call) => !closed.includes(call) && call.answer === 'envelope');
  it.each(open.map((call) => [call.path, call] as const))('%s goes on', async (_, call) => {
    expect((await app.send(call, {}, callers[call.caller])).msg).not.toBe('maintenance');
  });
});
