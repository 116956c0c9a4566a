import { afterAll, beforeAll, expect, it } from 'vitest';
import { onCluster } from '../../../server/src/platform/testing/citus.ts';
import { bigintArray, byteaArray, integerArray, jsonArray, textArray, timeArray, uuidArray } from './sql-array.ts';
import { Bank } from './testing/bank.ts';

let bank: Bank;
beforeAll(async () => {
  bank = await Bank.open();
});
afterAll(() => bank.close());

it('has the owner first in every primary and unique key: the tables can be distributed by owner', async () => {
  const { rows: keys } = await bank.owner.query(
    `select i.indexrelid::regclass::text as key, a.attname as first_column
     from pg_index i join pg_class c on c.oid = i.indrelid
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
     where c.relnamespace = 'ledger'::regnamespace and i.indisunique`,
  );
  expect(keys.length).toBe(10);
  for (const { key, first_column } of keys) expect([key, first_column]).toEqual([key, 'owner_id']);
});

// Tables that are distributed have triggers of Citus's own.
it.skipIf(onCluster)('has no trigger: the tables can be distributed', async () => {
  const { rows: triggers } = await bank.owner.query(
    `select tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'ledger'::regnamespace`,
  );
  expect(triggers).toEqual([]);
});

it('has no foreign key, which would tie the groups of shards to each other, and no other value in the place of an owner', async () => {
  const { rows: keys } = await bank.owner.query(
    `select conname from pg_constraint where contype = 'f' and 'ledger'::regnamespace in (
       select relnamespace from pg_class where oid in (conrelid, confrelid))`,
  );
  expect(keys).toEqual([]);
  const { rows: types } = await bank.owner.query(
    `select distinct format_type(atttypid, atttypmod) as type from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'ledger'::regnamespace and c.relkind = 'r' and attname = 'owner_id'`,
  );
  expect(types).toEqual([{ type: 'bigint' }]);
});

it('gives out owner ids below 2^48 only: beyond it are those that a node of a cluster would give by itself', async () => {
  const { rows } = await bank.owner.query<{ name: string; most: string }>(
    `select sequencename as name, max_value::text as most from pg_sequences where sequencename in ('merchant_id_seq', 'user_id_seq') order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['merchant_id_seq', 'user_id_seq']);
  for (const { name, most } of rows) expect(BigInt(most), name).toBeLessThan(2n ** 48n);
});

it('guards every table of the ledger by row level security', async () => {
  const { rows } = await bank.owner.query(
    `select relname from pg_class where relnamespace = 'ledger'::regnamespace and relkind = 'r' and not relrowsecurity`,
  );
  expect(rows).toEqual([]);
});

it('gives PostgreSQL arrays literally, whatever they hold', async () => {
  const texts = ['plain', '', 'NULL', 'null', 'a b', '{a,b}', 'say "so"', 'back\\slash', "it's", 'ü€😀', ' edge '];
  const { rows } = await bank.app.query(
    `select $1::text[] as texts, $2::bigint[] as numbers, $3::jsonb[] as json, $4::bytea[] as bytes, $5::timestamptz[] as times,
       $6::uuid[] as uuids, $7::integer[] as places, $8::text[] as nothing`,
    [
      textArray(texts),
      bigintArray([1, 2n ** 63n - 1n, -5n, undefined]),
      jsonArray([{ remark: 'a "quoted" \\ {remark}' }, undefined, null, 'text', 5]),
      byteaArray([Buffer.of(0, 92, 255), Buffer.alloc(0)]),
      timeArray([new Date(1_700_000_000_123), undefined, new Date('1969-12-31T23:59:59.999Z')]),
      uuidArray(['01930000-0000-7000-8000-00000000000f', undefined]),
      integerArray([1, -2, undefined]),
      textArray([]),
    ],
  );
  expect(rows).toEqual([
    {
      texts,
      numbers: ['1', '9223372036854775807', '-5', null],
      json: [{ remark: 'a "quoted" \\ {remark}' }, null, null, 'text', 5],
      bytes: [Buffer.of(0, 92, 255), Buffer.alloc(0)],
      times: [new Date(1_700_000_000_123), null, new Date('1969-12-31T23:59:59.999Z')],
      uuids: ['01930000-0000-7000-8000-00000000000f', null],
      places: [1, -2, null],
      nothing: [],
    },
  ]);
  expect(() => bigintArray([0.5])).toThrow(RangeError);
  for (const id of [
    '',
    '01930000-0000-7000-8000-0000000000',
    '01930000-0000-7000-8000-00000000000g',
    `01930000-0000-7000-8000-00000000000f0`,
  ])
    expect(() => uuidArray([id]), id).toThrow(RangeError);
});
