import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { startTestDatabase } from '../../server/src/platform/testing/database.ts';
import type { Row } from './row.ts';

/** Runs work on a fresh, migrated database beside the given one, and drops it afterwards. */
export async function withScratchDatabase<Result>(databaseUrl: string, work: (url: string) => Promise<Result>): Promise<Result> {
  const name = `purser_bench_${randomBytes(4).toString('hex')}`;
  const administrator = new pg.Client({ connectionString: databaseUrl });
  await administrator.connect();
  try {
    await administrator.query(`create database ${name}`);
    const url = new URL(databaseUrl);
    url.pathname = `/${name}`;
    try {
      await migrate(url.href);
      return await work(url.href);
    } finally {
      await administrator.query(`drop database if exists ${name} with (force)`);
    }
  } finally {
    await administrator.end();
  }
}

/** Runs one bench alone: on the server that DATABASE_URL names, else on an embedded one that keeps every commit safe. */
export async function runAlone(bench: (databaseUrl: string) => Promise<Row[]>): Promise<void> {
  const named = process.env['DATABASE_URL'];
  const server = named ? { url: named, stop: async () => undefined } : await startTestDatabase({ durable: true });
  try {
    console.table(
      (await bench(server.url)).map(({ what, measured, unit, detail }) => ({ what, measured: `${measured.toFixed(2)} ${unit}`, detail })),
    );
  } finally {
    await server.stop();
  }
}
