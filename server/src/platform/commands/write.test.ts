import { call } from '@purser/contract/call';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { refuse } from '../http/refusal.ts';
import { merchantRoute } from '../http/route.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { googleCode, makeMerchant, type TestMerchant } from '../testing/parties.ts';
import { write } from './idempotency.ts';
import { answerOf, confirmedCommand, confirmedWrite } from './write.ts';

const how = z.enum(['well', 'refused', 'unprepared', 'killed']);
const act = call({
  path: '/v1/test/act',
  caller: 'merchant',
  write: true,
  confirm: 'google_code',
  summary: 'Does something once',
  input: z.strictObject({ how }),
  output: z.strictObject({ place: z.number(), secret: z.string().nullable() }),
  errors: ['insufficient_balance', 'recipient_unknown'],
});
const command = call({ ...declared('/v1/test/command'), output: z.string(), errors: ['insufficient_balance'] });

function declared(path: string) {
  return {
    path,
    caller: 'merchant',
    write: true,
    confirm: 'google_code',
    summary: 'Is done by a batch',
    input: z.strictObject({ how }),
  } as const;
}

let app: TestApp;
let merchant: TestMerchant;
let steps: string[];

beforeAll(async () => {
  app = await createTestApp({
    routes: (platform) => [
      merchantRoute(act, async (input, context) => {
        const done = await confirmedWrite(platform, input, context, {
          prepare: async () => {
            steps.push('prepare');
            if (input.how === 'unprepared') throw refuse('recipient_unknown');
            return 7;
          },
          act: async (tx, place) => {
            steps.push('act');
            await tx
              .insertInto('known_address')
              .values({ owner_id: context.merchantId, ip: '10.0.0.1' })
              .onConflict((conflict) => conflict.doNothing())
              .execute();
            if (input.how === 'refused') throw refuse('insufficient_balance');
            if (input.how === 'killed') await killBackendOf(merchant);
            return { place };
          },
          audit: ({ place }) => {
            steps.push('audit');
            return { action: 'time_zone.change', details: { place } };
          },
          tells: ['orders'],
        });
        return answerOf(done, ({ place }, again) => ({ place, secret: again ? null : 'shown once' }));
      }),
      merchantRoute(command, (input, context) =>
        confirmedCommand(platform, input, context, {
          check: async () => {
            steps.push('check');
            // Another attempt of the same request is quicker.
            if (input.how === 'killed') await write(platform.db, context.merchantId, context, async () => 'done by another');
            if (input.how !== 'well') throw refuse('insufficient_balance');
          },
          audit: { action: 'transfer.confirm', details: {} },
          submit: () =>
            write(platform.db, context.merchantId, context, async () => {
              steps.push('submit');
              return 'done';
            }),
        }),
      ),
    ],
  });
});
beforeEach(async () => {
  steps = [];
  merchant = await makeMerchant(app);
});
afterAll(() => app.close());

/** Ends the connection that has locked the merchant's row. */
async function killBackendOf({ merchant_id }: TestMerchant): Promise<void> {
  await app.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction' and query like '%known_address%' and $1::bigint > 0`,
    [merchant_id],
  );
}

const send = (input: object, idempotencyKey = 'key-1', which: typeof act | typeof command = act) =>
  app.send(which, input, { token: merchant.token, idempotencyKey });
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const effects = async () => ({
  done: (await app.sql('select from known_address where owner_id = $1', [merchant.merchant_id])).length,
  audited: (
    await app.sql(`select from audit_log where owner_id = $1 and action in ('time_zone.change', 'transfer.confirm')`, [
      merchant.merchant_id,
    ])
  ).length,
  told: (await app.sql(`select from change where note like $1`, [`%${merchant.merchant_id},["orders"]%`])).length,
  keys: (await app.sql('select from idempotency_key where owner_id = $1', [merchant.merchant_id])).length,
});
const NOTHING = { done: 0, audited: 0, told: 0, keys: 0 };
const ONCE = { done: 1, audited: 1, told: 1, keys: 1 };

it('prepares, acts, notes and tells, in this order; again it does none of it and does not show what is shown once', async () => {
  const google_code = await googleCode(app, merchant);
  expect(await send({ how: 'well', google_code })).toMatchObject({ code: 200, data: { place: 7, secret: 'shown once' } });
  expect(steps).toEqual(['prepare', 'act', 'audit']);
  expect(await effects()).toEqual(ONCE);
  // With the code that was used: nothing is confirmed twice.
  expect(await send({ how: 'well', google_code })).toMatchObject({ code: 42110, data: { place: 7, secret: null } });
  expect(steps).toHaveLength(3);
  expect(await effects()).toEqual(ONCE);
});

it('a wrong code undoes the act and gives the key back; the right one is then good', async () => {
  const google_code = await googleCode(app, merchant);
  expect(await send({ how: 'well', google_code: wrongFor(google_code) })).toMatchObject({ msg: 'wrong_google_code' });
  expect([await effects(), steps]).toEqual([NOTHING, ['prepare', 'act']]);
  expect(await send({ how: 'well', google_code })).toMatchObject({ code: 200 });
  expect(await effects()).toEqual(ONCE);
});

it('a refusal of the act comes before the code and does not use it up', async () => {
  const google_code = await googleCode(app, merchant);
  expect(await send({ how: 'refused', google_code: wrongFor(google_code) })).toMatchObject({ msg: 'insufficient_balance' });
  expect(await send({ how: 'refused', google_code }, 'key-2')).toMatchObject({ msg: 'insufficient_balance' });
  expect(await effects()).toEqual({ ...NOTHING, keys: 2 });
  expect(await send({ how: 'well', google_code }, 'key-3')).toMatchObject({ code: 200 });
});

it('a refusal while preparing is kept as well, and the request is not prepared again', async () => {
  const google_code = await googleCode(app, merchant);
  for (let n = 0; n < 2; n += 1) expect(await send({ how: 'unprepared', google_code })).toMatchObject({ msg: 'recipient_unknown' });
  expect([steps, await effects()]).toEqual([['prepare'], { ...NOTHING, keys: 1 }]);
});

it('a fault between act and answer leaves nothing: not the act, not the key, and the code is still good', async () => {
  const google_code = await googleCode(app, merchant);
  const answer = await send({ how: 'killed', google_code });
  expect(['not_ready', 'internal']).toContain(answer.msg);
  expect(await effects()).toEqual(NOTHING);
  expect(await send({ how: 'well', google_code })).toMatchObject({ code: 200 });
  expect(await effects()).toEqual(ONCE);
});

it('acts of one merchant come one after the other', async () => {
  const google_code = await googleCode(app, merchant);
  const answers = await Promise.all(['a', 'b', 'c'].map((key) => send({ how: 'well', google_code }, key)));
  expect(answers.map(({ msg }) => msg).toSorted()).toEqual(['google_code_used', 'google_code_used', 'ok']);
  expect(await effects()).toEqual(ONCE);
});

it('a command is checked, then confirmed, then handed to its batch', async () => {
  const google_code = await googleCode(app, merchant);
  const ask = (input: object, key: string) => send(input, key, command);
  expect(await ask({ how: 'refused', google_code: wrongFor(google_code) }, 'a')).toMatchObject({ msg: 'insufficient_balance' });
  expect(await ask({ how: 'refused', google_code }, 'a')).toMatchObject({ msg: 'insufficient_balance' });
  expect(await ask({ how: 'well', google_code: wrongFor(google_code) }, 'b')).toMatchObject({ msg: 'wrong_google_code' });
  expect(steps).toEqual(['check', 'check']);
  expect(await ask({ how: 'well', google_code }, 'b')).toMatchObject({ code: 200, data: 'done' });
  expect(steps).toEqual(['check', 'check', 'check', 'submit']);
  expect(await ask({ how: 'well', google_code }, 'c')).toMatchObject({ msg: 'google_code_used' });
  expect(steps).toHaveLength(5);
  expect((await effects()).audited).toBe(1);
  // What was done is found without another code, and what another attempt has done is told.
  expect(await ask({ how: 'well', google_code }, 'b')).toMatchObject({ code: 42110, data: 'done' });
  expect(await ask({ how: 'killed', google_code }, 'd')).toMatchObject({ code: 42110, data: 'done by another' });
  expect(steps.slice(5)).toEqual(['check']);
});
