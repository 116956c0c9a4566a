import { migrateTo } from '@purser/ledger/testing/migrate-to';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { migrate } from '../../platform/database/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../../platform/testing/database.ts';
import { textIn } from './testing/content.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

it('what was scheduled before a schedule kept its words is the draft as it stood when the schema was changed', async () => {
  await migrateTo(database.url, '0600');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const draft = { en: textIn('One', 'Words.') };
    for (const [slug, state, publish_at] of [
      ['begun', 'draft', null],
      ['due', 'scheduled', '2026-12-01T00:00:00Z'],
    ]) {
      await client.query(
        `insert into content_item (content_id, kind, slug, state, publish_at, draft, must_accept, next_audience, saved_by)
         values ($1, 'announcement', $2, $3, $4, $5, true, 'merchants', 'test')`,
        [uuidv7(), slug, state, publish_at, JSON.stringify(draft)],
      );
    }
    await migrate(database.url);
    const { rows } = await client.query('select slug, scheduled, scheduled_for from content_item order by slug');
    expect(rows).toEqual([
      { slug: 'begun', scheduled: null, scheduled_for: null },
      {
        slug: 'due',
        scheduled: { draft, must_accept: true, next_audience: 'merchants', next_category: null },
        scheduled_for: new Date('2026-12-01T00:00:00Z'),
      },
    ]);
  } finally {
    await client.end();
  }
});
