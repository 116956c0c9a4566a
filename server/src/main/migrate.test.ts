import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../platform/testing/database.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createEmptyDatabase();
});

afterEach(() => database.drop());

function run(environment: Record<string, string>): { output: string; status: number | null } {
  const env = {
    PATH: process.env['PATH'],
    PURSER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    PURSER_PUBLIC_URL: 'https://pay.example.com',
    ...environment,
  };
  const ended = spawnSync(process.execPath, [join(import.meta.dirname, 'migrate.ts')], { env, encoding: 'utf8' });
  return { output: `${ended.stdout}${ended.stderr}`, status: ended.status };
}

it('brings an empty database up to date, once', () => {
  const first = run({ DATABASE_URL: database.url });
  expect(first).toMatchObject({ status: 0, output: expect.stringMatching(/^Applied 0001_/) });
  const second = run({ DATABASE_URL: database.url });
  expect(second).toEqual({ status: 0, output: 'The schema is up to date.\n' });
});

it('names what is missing or does not fit', () => {
  expect(run({})).toMatchObject({ status: 1, output: expect.stringContaining('DATABASE_URL: is required') });
  expect(run({ DATABASE_URL: database.url, PURSER_MASTER_KEY: '' }).output).toContain('PURSER_MASTER_KEY: is required');
  expect(run({ DATABASE_URL: 'postgresql://me@127.0.0.1:1/purser' }).output).toContain('DATABASE_URL: the database cannot be reached');
});
