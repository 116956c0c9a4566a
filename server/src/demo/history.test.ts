import pg from 'pg';
import { expect, it } from 'vitest';
import type { ProgramContext } from '../quick-start/programs.ts';
import { createTestDatabase } from '../platform/testing/database.ts';
import { seedDemo } from './seed.ts';

it('tells of orders by a standing code as such orders are: under their own number, of no account of the shop’s', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  try {
    const context = { databaseUrl: database.url, masterKey: Buffer.alloc(32, 7), settings: { demo: true } };
    await seedDemo(context as unknown as ProgramContext);
    await client.connect();
    const { rows } = await client.query(
      `select order_from, order_type, bool_and(order_id = serial_number and external_account = '') as has_none,
         bool_and(order_id like 'HB-%' and external_account like 'reader-%') as is_the_shops
       from payment_order where status <> 'created' group by 1, 2 order by 1`,
    );
    expect(rows).toEqual([
      { order_from: 'api', order_type: 'deposit', has_none: false, is_the_shops: true },
      { order_from: 'scan', order_type: 'transfer', has_none: true, is_the_shops: false },
    ]);
  } finally {
    await client.end();
    await database.drop();
  }
});
