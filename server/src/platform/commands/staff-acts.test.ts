import { call } from '@purser/contract/call';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { refuse } from '../http/refusal.ts';
import { staffRoute } from '../http/route.ts';
import { createTestApp, dataOf, type TestApp } from '../testing/app.ts';
import { mayRest, untilWaiting } from '../testing/lock-waits.ts';
import { makeMerchant, type TestMerchant } from '../testing/parties.ts';
import { makeStaff, type TestStaff } from '../testing/staff.ts';
import { asOwner, asStaff, readAsStaff } from './staff-acts.ts';
import { confirmedWrite } from './write.ts';

/** Calls that act on the white lists of merchants, to look at the wrapper through. */
const declared = {
  caller: 'staff',
  permission: 'party.change',
  write: true,
  summary: 'Acts',
  output: z.object({ seen: z.number() }),
} as const;
const input = z.strictObject({ merchant_id: z.number(), refused: z.boolean().default(false) });
const forParty = call({ ...declared, path: '/v1/operator/test/party', input, errors: ['not_found'] });
const confirmed = call({ ...declared, path: '/v1/operator/test/confirmed', input, confirm: 'google_code', errors: ['not_found'] });
const forProvider = call({ ...declared, path: '/v1/operator/test/provider', input, errors: ['not_found'] });

let app: TestApp;
let shop: TestMerchant;
let other: TestMerchant;
let member: TestStaff;

beforeAll(async () => {
  app = await createTestApp({
    routes: (platform) => {
      const act = async (tx: Parameters<Parameters<typeof asStaff>[3]>[0], refused: boolean) => {
        const { rows } = await tx.query<{ role: string; seen: number }>('select current_user as role, count(*)::int as seen from merchant');
        if (rows[0]?.role !== 'purser_operator') throw new Error(`it runs as ${rows[0]?.role}`);
        await tx.query('delete from known_address');
        if (refused) throw refuse('not_found');
        return { seen: rows[0].seen };
      };
      const noted = { action: 'time_zone.change', details: { what: 'it' } } as const;
      return [
        staffRoute(forParty, ({ merchant_id, refused }, context) =>
          asOwner(platform, context, merchant_id, noted, (tx) => act(tx, refused)),
        ),
        staffRoute(forProvider, ({ refused }, context) => asStaff(platform, context, noted, (tx) => act(tx, refused))),
        staffRoute(confirmed, (given, context) =>
          confirmedWrite(platform, given, context, { whose: given.merchant_id, act: (tx) => act(tx, given.refused), audit: () => noted }),
        ),
      ];
    },
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  [shop, other, member] = [await makeMerchant(app), await makeMerchant(app), await makeStaff(app, 'support')];
  await app.sql('delete from known_address');
  for (const { merchant_id } of [shop, other])
    await app.sql(`insert into known_address (owner_id, ip) values ($1, '10.0.0.1')`, [merchant_id]);
});

const entries = (ownerId: number) =>
  app.sql(`select actor_kind, actor, action, details, ip from audit_log where owner_id = $1 and action = 'time_zone.change'`, [ownerId]);
const known = async () => (await app.sql<{ id: number }>('select owner_id::int as id from known_address order by 1')).map(({ id }) => id);

describe('an act of staff for a party', () => {
  it('sees and changes the rows of that party alone, and stands in its audit log with member, act and request', async () => {
    const answer = await member.call(forParty, { merchant_id: shop.merchant_id }, { ip: '203.0.113.5' });
    expect(dataOf(answer)).toEqual({ seen: 1 });
    expect(await known()).toEqual([other.merchant_id]);
    expect(await entries(shop.merchant_id)).toEqual([
      {
        actor_kind: 'operator',
        actor: String(member.staffId),
        action: 'time_zone.change',
        details: { what: 'it', request_id: answer.request_id },
        ip: '203.0.113.5',
      },
    ]);
  });

  it('leaves nothing when it is refused, not even an entry', async () => {
    expect(await member.call(forParty, { merchant_id: shop.merchant_id, refused: true })).toMatchObject({ msg: 'not_found' });
    expect(await known()).toEqual([shop.merchant_id, other.merchant_id]);
    expect(await entries(shop.merchant_id)).toEqual([]);
  });

  it('is done once under one key of the member, and again under the same key of another member', async () => {
    const key = { idempotencyKey: 'key-1' };
    expect(await member.call(forParty, { merchant_id: shop.merchant_id }, key)).toMatchObject({ code: 200 });
    expect(await member.call(forParty, { merchant_id: shop.merchant_id }, key)).toMatchObject({ code: 42110, data: { seen: 1 } });
    expect(await member.call(forParty, { merchant_id: other.merchant_id }, key)).toMatchObject({ msg: 'idempotency_mismatch' });
    const colleague = await makeStaff(app, 'support');
    expect(await colleague.call(forParty, { merchant_id: shop.merchant_id }, key)).toMatchObject({ code: 200 });
    expect(await entries(shop.merchant_id)).toHaveLength(2);
  });

  it.each([
    [`status = 'suspended'`, 'unauthenticated'],
    [`role = 'auditor'`, 'staff_not_allowed'],
  ])('is not done by a member with %s since the request came in', async (change, msg) => {
    // The member's row is held by whoever changes it; the act waits for it, and then sees what became of it.
    const changing = app.platform.operator.db.systemTransaction(async (tx) => {
      await mayRest(tx);
      await tx.query(`update staff set ${change} where staff_id = $1`, [member.staffId]);
      const asked = member.call(forParty, { merchant_id: shop.merchant_id });
      await untilWaiting(app);
      return { asked };
    });
    expect(await (await changing).asked).toMatchObject({ msg });
    expect(await entries(shop.merchant_id)).toEqual([]);
    expect(await known()).toEqual([shop.merchant_id, other.merchant_id]);
  });
});

describe('an act for the provider', () => {
  it('sees all parties and stands in the audit log of the provider', async () => {
    const { seen } = dataOf(await member.call(forProvider, { merchant_id: 0 }));
    expect(seen).toBeGreaterThanOrEqual(2);
    expect((await entries(PROVIDER_OWNER_ID)).at(-1)).toMatchObject({ actor: String(member.staffId), details: { what: 'it' } });
  });
});

describe('an act that a member confirms', () => {
  it('takes the code of the member, last, and once', async () => {
    const google_code = await member.code();
    const ask = (more = {}) => member.call(confirmed, { merchant_id: shop.merchant_id, google_code, ...more });
    expect(await ask({ google_code: String((Number(google_code) + 1) % 1_000_000).padStart(6, '0') })).toMatchObject({
      msg: 'wrong_google_code',
    });
    expect(await ask({ refused: true })).toMatchObject({ msg: 'not_found' });
    expect(await entries(shop.merchant_id)).toEqual([]);
    expect(await ask()).toMatchObject({ code: 200 });
    expect(await ask()).toMatchObject({ msg: 'google_code_used' });
    expect(await entries(shop.merchant_id)).toHaveLength(1);
  });

  it('ends the session of a member who guesses, and waits', async () => {
    const right = await member.code();
    const google_code = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    for (let n = 0; n < 5; n += 1) {
      expect(await member.call(confirmed, { merchant_id: shop.merchant_id, google_code })).toMatchObject({ msg: 'wrong_google_code' });
    }
    expect(await member.call(confirmed, { merchant_id: shop.merchant_id, google_code: right })).toMatchObject({ msg: 'unauthenticated' });
    const failures = await app.sql(`select details from audit_log where owner_id = $1 and action = 'sign_in.fail' and actor = $2`, [
      PROVIDER_OWNER_ID,
      String(member.staffId),
    ]);
    expect(failures.at(-1)).toEqual({ details: { kind: 'code_of_act', failures: 5, locked: true } });
  });
});

describe('what staff read', () => {
  it('is of all parties, and changes nothing', async () => {
    const names = await readAsStaff(app.platform, (tx) => tx.selectFrom('merchant').select('name').orderBy('merchant_id').execute());
    expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining([shop.name, other.name]));
    await expect(readAsStaff(app.platform, (tx) => tx.query('delete from known_address'))).rejects.toThrow(/read-only transaction/);
    await expect(readAsStaff(app.platform, (tx) => tx.query('select totp_secret from merchant'))).rejects.toThrow(/permission denied/);
  });
});
