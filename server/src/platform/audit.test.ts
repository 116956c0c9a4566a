import { afterAll, beforeAll, expect, it } from 'vitest';
import { audit, auditHash } from './audit.ts';
import { createTestApp, type TestApp } from './testing/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ routes: () => [] });
});
afterAll(() => app.close());

interface Row {
  readonly owner_id: string;
  readonly sequence: string;
  readonly actor_kind: string;
  readonly actor: string;
  readonly action: string;
  readonly details: unknown;
  readonly ip: string | null;
  readonly created_at: Date;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
}

const rowsOf = (ownerId: number) => app.sql<Row>('select * from audit_log where owner_id = $1 order by sequence', [ownerId]);

const entry = (ownerId: number, details: Record<string, unknown> = {}) =>
  ({ ownerId, actorKind: 'merchant', actor: 'shop', action: 'test.act', details, ip: '203.0.113.7' }) as const;
const note = (ownerId: number, details?: Record<string, unknown>) =>
  app.platform.db.scoped(ownerId, (trx) => audit(trx, entry(ownerId, details)));

/** The first sequence number at which the chain does not hold. */
async function firstBreak(ownerId: number): Promise<number | undefined> {
  let previous: Buffer = Buffer.alloc(32);
  for (const [index, row] of (await rowsOf(ownerId)).entries()) {
    const hash = auditHash(previous, {
      ...row,
      owner_id: BigInt(row.owner_id),
      sequence: BigInt(row.sequence),
      details: JSON.stringify(row.details),
    });
    if (Number(row.sequence) !== index + 1 || !row.previous_hash.equals(previous) || !row.hash.equals(hash)) return index + 1;
    previous = row.hash;
  }
  return undefined;
}

it('chains every entry to the one before it, whatever its details are', async () => {
  await note(1);
  await note(1, {
    text: 'Hai cốc, 两杯 ☕ "\\',
    n: 1e21,
    small: 1e-7,
    zero: -0,
    none: null,
    list: [1, [2, { b: 1, a: 2 }]],
    '': { z: 1, ä: 2, a: 3 },
  });
  await app.platform.db.scoped(1, (trx) => audit(trx, { ...entry(1), ip: null, actorKind: 'system' }));
  expect(await firstBreak(1)).toBeUndefined();
  expect(await rowsOf(1)).toMatchObject([
    { sequence: '1', ip: '203.0.113.7', details: {} },
    { sequence: '2' },
    { sequence: '3', ip: null },
  ]);
});

it('keeps one chain under fifty actions at once, and one for each owner', async () => {
  await Promise.all(Array.from({ length: 50 }, (_, index) => note(2 + (index % 2), { index })));
  expect((await rowsOf(2)).map(({ sequence }) => Number(sequence))).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  expect((await rowsOf(3)).length).toBe(25);
  expect([await firstBreak(2), await firstBreak(3)]).toEqual([undefined, undefined]);
});

it('has no entry of an action that did not happen, and no gap after it', async () => {
  await note(4);
  await expect(
    app.platform.db.scoped(4, async (trx) => {
      await audit(trx, entry(4));
      throw new Error('the action failed');
    }),
  ).rejects.toThrow('the action failed');
  await note(4);
  expect((await rowsOf(4)).map(({ sequence }) => sequence)).toEqual(['1', '2']);
  expect(await firstBreak(4)).toBeUndefined();
});

it.each([
  ['an actor', "update audit_log set actor = 'other' where owner_id = $1 and sequence = 3"],
  ['an action', "update audit_log set action = 'test.nothing' where owner_id = $1 and sequence = 3"],
  ['a detail', `update audit_log set details = '{"amount": "1.01"}' where owner_id = $1 and sequence = 3`],
  ['an address', 'update audit_log set ip = null where owner_id = $1 and sequence = 3'],
  [
    'a time, by a millisecond',
    "update audit_log set created_at = created_at + interval '1 millisecond' where owner_id = $1 and sequence = 3",
  ],
  ['its own hash', "update audit_log set hash = '\\x00' where owner_id = $1 and sequence = 3"],
  ['a removed row', 'delete from audit_log where owner_id = $1 and sequence = 3'],
  ['the first row removed', 'delete from audit_log where owner_id = $1 and sequence = 1'],
])('breaks at %s that was changed later', async (_, change) => {
  const [last] = await app.sql<{ owner: string }>('select coalesce(max(owner_id), 0) + 100 as owner from audit_log');
  const ownerId = Number(last?.owner);
  for (let n = 0; n < 5; n += 1) await note(ownerId, { amount: '1.00', n });
  expect(await firstBreak(ownerId)).toBeUndefined();
  await app.sql(change, [ownerId]);
  expect(await firstBreak(ownerId)).toBeLessThanOrEqual(3);
});
