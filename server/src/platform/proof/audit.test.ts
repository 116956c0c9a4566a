import { Findings, type LedgerBreak, reading } from '@purser/ledger/verify-reader';
import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { audit, auditAll, auditHash, auditContent } from './audit.ts';
import { adoptLedger } from './ledger-adoption.ts';
import { Secrets } from '../security/secrets.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { AUDIT_CHECK, verifyAudit } from './verify-audit.ts';

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
  readonly user_agent: string | null;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
}

const rowsOf = (ownerId: number) => app.sql<Row>('select * from audit_log where owner_id = $1 order by sequence', [ownerId]);

const entry = (ownerId: number, details: Record<string, unknown> = {}) =>
  ({ ownerId, actorKind: 'merchant', actor: 'shop', action: 'time_zone.change', details, ip: '203.0.113.7' }) as const;
const note = (ownerId: number, details?: Record<string, unknown>) =>
  app.platform.db.scoped(ownerId, (tx) => audit(tx, app.platform.secrets, entry(ownerId, details)));

/** Which of an owner's entries verification names, with this installation's key or another. */
async function namedEntries(ownerId: number, secrets: Secrets = app.platform.secrets): Promise<string[]> {
  return (await breaksOf(ownerId, secrets)).map(({ where }) => where);
}

async function breaksOf(ownerId: number, secrets: Secrets = app.platform.secrets): Promise<LedgerBreak[]> {
  const client = new pg.Client({ connectionString: app.ownerUrl });
  await client.connect();
  try {
    const findings = new Findings();
    await reading(client, (reader) => verifyAudit(reader, secrets, findings));
    return findings.breaks.filter(({ check, where }) => check === AUDIT_CHECK && where.startsWith(`audit entry ${ownerId} `));
  } finally {
    await client.end();
  }
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
  await app.platform.db.scoped(1, (tx) => audit(tx, app.platform.secrets, { ...entry(1), ip: null, actorKind: 'system' }));
  expect(await namedEntries(1)).toEqual([]);
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
  expect([...(await namedEntries(2)), ...(await namedEntries(3))]).toEqual([]);
});

it('chains many entries of some owners, appended at once, in the order given', async () => {
  const entries = [6, 5, 6, 6, 5].map((ownerId, index) => entry(ownerId, { index }));
  await note(6, { index: 'first' });
  await app.platform.db.systemTransaction((tx) => auditAll(tx, app.platform.secrets, entries));
  const noted = async (ownerId: number) => (await rowsOf(ownerId)).map(({ sequence, details }) => [sequence, details]);
  expect(await noted(5)).toEqual([
    ['1', { index: 1 }],
    ['2', { index: 4 }],
  ]);
  expect(await noted(6)).toEqual([
    ['1', { index: 'first' }],
    ['2', { index: 0 }],
    ['3', { index: 2 }],
    ['4', { index: 3 }],
  ]);
  expect([...(await namedEntries(5)), ...(await namedEntries(6))]).toEqual([]);
});

it('has no entry of an action that did not happen, and no gap after it', async () => {
  await note(4);
  await expect(
    app.platform.db.scoped(4, async (tx) => {
      await audit(tx, app.platform.secrets, entry(4));
      throw new Error('the action failed');
    }),
  ).rejects.toThrow('the action failed');
  await note(4);
  expect((await rowsOf(4)).map(({ sequence }) => sequence)).toEqual(['1', '2']);
  expect(await namedEntries(4)).toEqual([]);
});

it.each([
  ['an actor', "update audit_log set actor = 'other' where owner_id = $1 and sequence = 3"],
  ['an action', "update audit_log set action = 'test.nothing' where owner_id = $1 and sequence = 3"],
  ['a detail', `update audit_log set details = '{"amount": "1.01"}' where owner_id = $1 and sequence = 3`],
  ['a browser', "update audit_log set user_agent = 'Other' where owner_id = $1 and sequence = 3"],
  ['a browser that is left out', 'update audit_log set user_agent = null where owner_id = $1 and sequence = 4'],
  ['an address', 'update audit_log set ip = null where owner_id = $1 and sequence = 3'],
  [
    'a time, by a millisecond',
    "update audit_log set created_at = (created_at at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC' where owner_id = $1 and sequence = 3",
  ],
  ['its own hash', "update audit_log set hash = '\\x00' where owner_id = $1 and sequence = 3"],
  ['the hash of the one before', "update audit_log set previous_hash = '\\x00' where owner_id = $1 and sequence = 3"],
  ['a removed row', 'delete from audit_log where owner_id = $1 and sequence = 3'],
  ['the first row removed', 'delete from audit_log where owner_id = $1 and sequence = 1'],
])('breaks at %s that was changed later', async (_, change) => {
  const [last] = await app.sql<{ owner: string }>('select coalesce(max(owner_id), 0) + 100 as owner from audit_log');
  const ownerId = Number(last?.owner);
  for (let n = 0; n < 5; n += 1) {
    const said = { ...entry(ownerId, { amount: '1.00', n }), ...(n === 3 && { userAgent: 'Chrome' }) };
    await app.platform.db.scoped(ownerId, (tx) => audit(tx, app.platform.secrets, said));
  }
  expect(await namedEntries(ownerId)).toEqual([]);
  await app.sql(change, [ownerId]);
  expect(await namedEntries(ownerId)).not.toEqual([]);
});

it('tells after which number one is missing', async () => {
  for (let n = 0; n < 4; n += 1) await note(450, { n });
  await app.sql('delete from audit_log where owner_id = 450 and sequence = 3');
  expect(await breaksOf(450)).toContainEqual({ check: AUDIT_CHECK, where: 'audit entry 450 4', found: 'comes after 2' });
});

it('cannot be written anew without the key', async () => {
  await note(500, { amount: '1.00' });
  await note(500, { amount: '2.00' });
  expect(await namedEntries(500, new Secrets(randomBytes(32)))).toEqual(['audit entry 500 1', 'audit entry 500 2']);
});

it('gives entries from before keyed hashes theirs, once, as far as they are what they were', async () => {
  const masterKey = randomBytes(32);
  const secrets = new Secrets(masterKey);
  for (const ownerId of [600, 601]) for (let n = 0; n < 3; n += 1) await note(ownerId, { n });
  await unkey(600);
  await unkey(601);
  await app.sql(`update audit_log set actor = 'other' where owner_id = 601 and sequence = 2`);
  await adoptLedger(app.ownerUrl, masterKey);
  expect(await namedEntries(600, secrets)).toEqual([]);
  expect(await namedEntries(601, secrets)).toEqual(['audit entry 601 2', 'audit entry 601 3']);

  await unkey(600);
  await adoptLedger(app.ownerUrl, masterKey);
  expect(await namedEntries(600, secrets)).toEqual(['audit entry 600 1', 'audit entry 600 2', 'audit entry 600 3']);
});

/** Hashes a chain as it was done before there was a key. */
async function unkey(ownerId: number): Promise<void> {
  let previous: Buffer = Buffer.alloc(32);
  for (const row of await rowsOf(ownerId)) {
    const content = auditContent({
      ...row,
      owner_id: BigInt(row.owner_id),
      sequence: BigInt(row.sequence),
      details: JSON.stringify(row.details),
    });
    const hash = createHash('sha256').update(previous).update(content).digest();
    const values = [ownerId, row.sequence, previous, hash];
    await app.sql('update audit_log set previous_hash = $3, hash = $4 where owner_id = $1 and sequence = $2', values);
    previous = hash;
  }
}

it("makes an entry's hash of the hash before it as well: an entry that followed another one is not the same", async () => {
  await note(90);
  const [row] = await rowsOf(90);
  if (!row) throw new Error('nothing was noted');
  const entryRow = { ...row, owner_id: 90n, sequence: 1n, details: '{}' };
  expect(auditHash(app.platform.secrets, row.previous_hash, entryRow)).toEqual(row.hash);
  expect(auditHash(app.platform.secrets, Buffer.alloc(32, 'another'), entryRow)).not.toEqual(row.hash);
});
