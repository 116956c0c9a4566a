import { call } from '@purser/contract/call';
import { IDEMPOTENCY_KEPT_H } from '@purser/contract/wire';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Claim, claimKeys, findReplay, refuseForGood, requestHashOf, settleKeys, write } from './idempotency.ts';
import { refuse } from '../http/refusal.ts';
import { Secrets } from '../security/secrets.ts';
import { merchantRoute } from '../http/route.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { makeMerchant, type TestMerchant } from '../testing/parties.ts';

const act = call({
  path: '/v1/test/act',
  caller: 'merchant',
  write: true,
  summary: 'Does something once',
  input: z.strictObject({
    text: z.string().default(''),
    refuse: z.enum(['insufficient_balance', 'busy']).optional(),
    google_code: z.string().optional(),
  }),
  output: z.unknown(),
  errors: ['insufficient_balance', 'busy'],
});
const other: typeof act = { ...act, path: '/v1/test/other' };

let app: TestApp;
let merchant: TestMerchant;
let done: string[];

beforeAll(async () => {
  app = await createTestApp({
    routes: ({ db }) =>
      [act, other].map((each) =>
        merchantRoute(each, (input, context) =>
          write(db, context.merchantId, context, async (tx) => {
            done.push(input.text);
            // The effect: one row for each time it was done.
            await tx
              .insertInto('known_address')
              .values({ owner_id: context.merchantId, ip: `2001:db8::${randomBytes(2).toString('hex')}` })
              .execute();
            if (input.refuse) throw refuse(input.refuse);
            return { text: input.text, money: '12.50', nothing: null, place: done.length };
          }),
        ),
      ),
  });
});
beforeEach(async () => {
  done = [];
  merchant = await makeMerchant(app);
});
afterAll(() => app.close());

const send = (input: object, idempotencyKey?: string, token = merchant.token, which = act) =>
  app.send(which, input, { token, ...(idempotencyKey !== undefined && { idempotencyKey }) });
const effects = async () => (await app.sql('select from known_address where owner_id = $1', [merchant.merchant_id])).length;
const keys = () => app.sql('select key, answer from idempotency_key where owner_id = $1', [merchant.merchant_id]);

describe('a write', () => {
  it('without a key is done each time', async () => {
    expect(await send({ text: 'a' })).toMatchObject({ code: 200 });
    expect(await send({ text: 'a' })).toMatchObject({ code: 200 });
    expect([await effects(), await keys()]).toEqual([2, []]);
  });

  it('again with the same key and content gets the first answer (42110) and changes nothing', async () => {
    const first = await send({ text: 'a' }, 'key-1');
    expect(first).toMatchObject({ code: 200, data: { text: 'a', money: '12.50', nothing: null, place: 1 } });
    for (let n = 0; n < 3; n += 1) {
      expect(await send({ text: 'a' }, 'key-1')).toMatchObject({ status: 200, code: 42110, msg: 'already_done', data: first.data });
    }
    expect(await effects()).toBe(1);
  });

  it('takes a new authenticator code for the same content', async () => {
    await send({ text: 'a', google_code: '111111' }, 'key-1');
    expect(await send({ text: 'a', google_code: '222222' }, 'key-1')).toMatchObject({ code: 42110 });
    expect(await effects()).toBe(1);
  });

  it('idempotency_mismatch: the same key for other content, or for another call', async () => {
    await send({ text: 'a' }, 'key-1');
    expect(await send({ text: 'b' }, 'key-1')).toMatchObject({ status: 200, code: 6101, msg: 'idempotency_mismatch', data: null });
    expect(await send({ text: 'a' }, 'key-1', merchant.token, other)).toMatchObject({ msg: 'idempotency_mismatch' });
    expect(await effects()).toBe(1);
    expect(await send({ text: 'a' }, 'key-1')).toMatchObject({ code: 42110 });
  });

  it("a key is its owner's alone", async () => {
    const second = await makeMerchant(app);
    expect(await send({ text: 'a' }, 'key-1')).toMatchObject({ code: 200 });
    expect(await send({ text: 'b' }, 'key-1', second.token)).toMatchObject({ code: 200, data: { text: 'b' } });
  });

  it('a refusal that says "not now" releases the key, and so does an input that is wrong', async () => {
    expect(await send({ text: 'a', refuse: 'busy' }, 'key-1')).toMatchObject({ msg: 'busy' });
    expect(await send({ unknown: 1 }, 'key-1')).toMatchObject({ msg: 'invalid_input' });
    expect([await effects(), await keys()]).toEqual([0, []]);
    expect(await send({ text: 'mended' }, 'key-1')).toMatchObject({ code: 200 });
  });

  it('a refusal of the request itself is kept: the same request is refused again without being tried, and leaves no effect', async () => {
    for (let n = 0; n < 2; n += 1) {
      expect(await send({ text: 'a', refuse: 'insufficient_balance' }, 'key-1')).toMatchObject({ code: 6201, data: null });
    }
    expect([await effects(), done.length]).toEqual([0, 1]);
    expect(await send({ text: 'a' }, 'key-1')).toMatchObject({ msg: 'idempotency_mismatch' });
    expect(await send({ text: 'a' }, 'key-2')).toMatchObject({ code: 200 });
  });

  it('that is refused before it begins can be kept as refused, and then never succeeds under its key', async () => {
    const context = { idempotencyKey: 'key-1', requestHash: Buffer.of(1) };
    const { db } = app.platform;
    const kept = refuseForGood(
      db,
      merchant.merchant_id,
      context,
      refuse('order_amount_out_of_range', { minimum: '1', maximum: '2' }, { a: 1 }),
    );
    await expect(kept).rejects.toMatchObject({ outcome: 'order_amount_out_of_range' });
    const again = write(db, merchant.merchant_id, context, () => Promise.resolve('done'));
    await expect(again).rejects.toMatchObject({ outcome: 'order_amount_out_of_range', values: { minimum: '1' }, data: { a: 1 } });
    await expect(findReplay(db, merchant.merchant_id, context)).rejects.toMatchObject({ outcome: 'order_amount_out_of_range' });
    // Whoever was faster decides: what is done is not refused any more.
    const other = { ...context, idempotencyKey: 'key-2' };
    await write(db, merchant.merchant_id, other, () => Promise.resolve('done'));
    expect(await refuseForGood(db, merchant.merchant_id, other, refuse('insufficient_balance'))).toMatchObject({
      outcome: 'already_done',
      data: 'done',
    });
    await expect(refuseForGood(db, merchant.merchant_id, { ...context, idempotencyKey: 'key-3' }, refuse('busy'))).rejects.toMatchObject({
      outcome: 'busy',
    });
    expect((await keys()).map(({ key }) => key)).not.toContain('key-3');
  });

  it('twenty at once with one key have one effect and one answer', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send({ text: 'a' }, 'key-1')));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 42110)).toHaveLength(19);
    for (const { data } of answers) expect(data).toEqual(answers[0]?.data);
    expect([await effects(), done.length]).toEqual([1, 1]);
  });

  it('twenty at once with one key that is refused are tried once and refused alike', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send({ text: 'a', refuse: 'insufficient_balance' }, 'key-1')));
    expect(new Set(answers.map(({ msg }) => msg))).toEqual(new Set(['insufficient_balance']));
    expect([await effects(), done.length]).toEqual([0, 1]);
  });

  it('that is cut off half way leaves neither its effect nor its key', async () => {
    const cut = write(app.platform.db, merchant.merchant_id, { idempotencyKey: 'key-1', requestHash: Buffer.of(1) }, async (tx) => {
      await tx.insertInto('known_address').values({ owner_id: merchant.merchant_id, ip: '10.0.0.1' }).execute();
      const row = await tx.selectNoFrom((eb) => eb.fn<number>('pg_backend_pid').as('pid')).executeTakeFirstOrThrow();
      await app.sql('select pg_terminate_backend($1)', [row.pid]);
      return 'never told';
    });
    await expect(cut).rejects.toThrow();
    expect([await effects(), await keys()]).toEqual([0, []]);
    expect(await send({ text: 'a' }, 'key-1')).toMatchObject({ code: 200 });
  });
});

describe('requestHashOf', () => {
  const hashOf = (path: string, body: unknown) => requestHashOf(app.platform.secrets, path, body);
  const same = (a: unknown, b: unknown) => hashOf('/v1/x', a).equals(hashOf('/v1/x', b));
  it('tells contents apart, and calls, but not codes', () => {
    expect(same({ amount: '1.00' }, { amount: '1.00' })).toBe(true);
    expect(same({ amount: '1.00' }, { amount: '1.0' })).toBe(false);
    expect(same({ a: 1, google_code: '1' }, { a: 1, google_code: '2' })).toBe(true);
    expect(same({ a: 1, google_code: '1' }, { a: 1 })).toBe(true);
    expect(same({}, { __proto__: null })).toBe(true);
    expect(same(JSON.parse('{"__proto__":1}'), {})).toBe(false);
    expect(hashOf('/v1/x', {}).equals(hashOf('/v1/y', {}))).toBe(false);
  });

  it('is made with a key: without it nobody finds the content by trying', () => {
    const other = new Secrets(randomBytes(32));
    expect(hashOf('/v1/x', { payment_password: '271828' }).equals(requestHashOf(other, '/v1/x', { payment_password: '271828' }))).toBe(
      false,
    );
  });

  it('leaves nothing of a content in the table that was made without the key', async () => {
    const input = { text: 'a' };
    await send(input, 'key-1');
    const plain = createHash('sha256')
      .update(`${act.path}\n${JSON.stringify(input)}`)
      .digest();
    const [row] = await app.sql<{ request_hash: Buffer }>('select request_hash from idempotency_key where owner_id = $1', [
      merchant.merchant_id,
    ]);
    expect(row?.request_hash).toHaveLength(32);
    expect(row?.request_hash.equals(plain)).toBe(false);
  });

  it('knows requests again whose answers the first release kept under a plain hash', async () => {
    const input = { text: 'a' };
    const plain = createHash('sha256')
      .update(`${act.path}\n${JSON.stringify(input)}`)
      .digest();
    await app.sql(
      `insert into idempotency_key (owner_id, key, request_hash, answer, forget_at) values ($1, 'key-1', $2, '{"text":"of then"}', now() + interval '1 day')`,
      [merchant.merchant_id, plain],
    );
    expect(await send(input, 'key-1')).toMatchObject({ code: 42110, data: { text: 'of then' } });
    expect(await send({ text: 'b' }, 'key-1')).toMatchObject({ msg: 'idempotency_mismatch' });
    const claim = (requestHash: Buffer): Claim => ({ ownerId: merchant.merchant_id, key: 'key-1', requestHash });
    const claims = [claim(hashOf(act.path, input)), claim(hashOf(act.path, { text: 'b' }))];
    expect(await app.platform.db.systemTransaction((tx) => claimKeys(tx, claims))).toMatchObject([
      { kind: 'replay' },
      { kind: 'mismatch' },
    ]);
    expect(await effects()).toBe(0);
  });
});

describe('claims of a batch', () => {
  const hash = (n: number) => Buffer.alloc(32, n);
  const claim = (key: string | undefined, n = 1, ownerId = merchant.merchant_id): Claim => ({ ownerId, key, requestHash: hash(n) });
  const batch = <Result>(work: (tx: Parameters<typeof claimKeys>[0]) => Promise<Result>) => app.platform.db.systemTransaction(work);
  const run = (claims: Claim[], answers: unknown[]) =>
    batch(async (tx) => {
      const results = await claimKeys(tx, claims);
      const fresh = claims.flatMap((each, index) => (results[index]?.kind === 'fresh' ? [{ each, answer: answers[index] }] : []));
      await settleKeys(
        tx,
        fresh.map(({ each }) => each),
        fresh.map(({ answer }) => answer),
      );
      return results;
    });

  it('are decided in their order: fresh, then replayed with the first answer', async () => {
    const claims = [claim('a'), claim(undefined), claim('b'), claim(undefined)];
    expect(await run(claims, [{ n: 1 }, 2, 'three', 4])).toEqual(claims.map(() => ({ kind: 'fresh' })));
    expect(await run([claim('b'), claim('c'), claim('a'), claim(undefined)], [0, null, 0, 0])).toEqual([
      { kind: 'replay', answer: 'three' },
      { kind: 'fresh' },
      { kind: 'replay', answer: { n: 1 } },
      { kind: 'fresh' },
    ]);
    // Nothing is an answer too.
    expect(await run([claim('c')], [])).toEqual([{ kind: 'replay', answer: null }]);
  });

  it('mismatch where the content is another, of an earlier batch or of this one', async () => {
    expect(await run([claim('d', 1), claim('d', 2), claim('d', 1)], ['x', 'y', 'z'])).toEqual([
      { kind: 'fresh' },
      { kind: 'mismatch' },
      { kind: 'in_progress' },
    ]);
    expect(await run([claim('d', 2), claim('d', 1)], [])).toEqual([{ kind: 'mismatch' }, { kind: 'replay', answer: 'x' }]);
  });

  it('are given up by a command that was refused, and only by it', async () => {
    await run([claim('e'), claim('f')], [undefined, 'kept']);
    expect((await keys()).map((row) => row['key'])).toEqual(['f']);
    expect(await run([claim('e', 2), claim('f')], ['now', ''])).toEqual([{ kind: 'fresh' }, { kind: 'replay', answer: 'kept' }]);
  });

  it('keep a refusal that is final, and give up one that is not', async () => {
    await run([claim('r'), claim('s')], [refuse('recipient_unknown'), refuse('too_late')]);
    expect(await run([claim('r'), claim('r', 2), claim('s')], [])).toEqual([
      { kind: 'refused', refusal: refuse('recipient_unknown') },
      { kind: 'mismatch' },
      { kind: 'fresh' },
    ]);
  });

  it('keep what was answered or refused, also when they are settled again with nothing', async () => {
    await run([claim('u'), claim('v')], ['kept', refuse('recipient_unknown')]);
    await batch((tx) => settleKeys(tx, [claim('u'), claim('v')], [undefined, refuse('too_late')]));
    expect(await run([claim('u'), claim('v')], [])).toEqual([
      { kind: 'replay', answer: 'kept' },
      { kind: 'refused', refusal: refuse('recipient_unknown') },
    ]);
  });

  it('keep owners apart', async () => {
    const second = (await makeMerchant(app)).merchant_id;
    expect(await run([claim('g', 1), claim('g', 2, second)], ['mine', 'theirs'])).toEqual([{ kind: 'fresh' }, { kind: 'fresh' }]);
    expect(await run([claim('g', 2, second), claim('g', 1)], [])).toEqual([
      { kind: 'replay', answer: 'theirs' },
      { kind: 'replay', answer: 'mine' },
    ]);
  });

  it('of a batch that fails leave nothing', async () => {
    const failed = batch(async (tx) => {
      await claimKeys(tx, [claim('h'), claim('i')]);
      throw new Error('half way');
    });
    await expect(failed).rejects.toThrow('half way');
    expect(await keys()).toEqual([]);
  });

  it('of two batches at once over the same keys, in opposite order: each key is fresh once, and nobody waits for ever', async () => {
    const many = Array.from({ length: 40 }, (_, index) => claim(`m${index}`));
    const results = await Promise.all([
      run(
        many,
        many.map(() => 'one'),
      ),
      run(
        many.toReversed(),
        many.map(() => 'two'),
      ),
      run(
        many,
        many.map(() => 'three'),
      ),
    ]);
    const fresh = results.flat().filter(({ kind }) => kind === 'fresh');
    expect(fresh).toHaveLength(40);
    expect(results.flat().filter(({ kind }) => kind === 'replay')).toHaveLength(80);
    expect(new Set((await keys()).map(({ answer }) => answer)).size).toBe(1);
  });
});

it('keys of batches are kept as long as those of single writes', async () => {
  const claims = [{ ownerId: merchant.merchant_id, key: 'kept-by-batch', requestHash: Buffer.alloc(32) }];
  await app.platform.db.systemTransaction((tx) => claimKeys(tx, claims));
  const [row] = await app.sql<{ kept_h: number }>(
    "select extract(epoch from forget_at - now())::float8 / 3600 as kept_h from idempotency_key where key = 'kept-by-batch'",
  );
  expect(row?.kept_h).toBeGreaterThan(IDEMPOTENCY_KEPT_H - 1);
});
