import { afterAll, beforeAll, expect, it } from 'vitest';
import { bigintArray, byteaArray, integerArray, jsonArray, textArray, timeArray, uuidArray } from './sql-array.ts';
import { Bank } from './testing/bank.ts';

let bank: Bank;
beforeAll(async () => {
  bank = await Bank.open();
});
afterAll(() => bank.close());

it('has the owner first in every primary and unique key, and no trigger: the tables can be distributed by owner', async () => {
  const { rows: keys } = await bank.owner.query(
    `select i.indexrelid::regclass::text as key, a.attname as first_column
     from pg_index i join pg_class c on c.oid = i.indrelid
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
     where c.relnamespace = 'ledger'::regnamespace and i.indisunique`,
  );
  expect(keys.length).toBe(8);
  for (const { key, first_column } of keys) expect([key, first_column]).toEqual([key, 'owner_id']);
  const { rows: triggers } = await bank.owner.query(
    `select tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'ledger'::regnamespace`,
  );
  expect(triggers).toEqual([]);
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
