import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settleInstallation } from '../platform/installation.ts';
import { createTestDatabase, type TestDatabase } from '../platform/testing/database.ts';

const KEY = Buffer.alloc(32, 7);
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await settleInstallation(database.url, { demo: false, masterKey: KEY });
});
afterAll(() => database.drop());

it.each([
  ['ledger.ts verify', 'The ledger is whole'],
  ['chain.ts status', 'ERC20: not connected'],
])(
  'with the variables of programs that listen on every address, as in a container: %s',
  (command, said) => {
    const [program = '', ...args] = command.split(' ');
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      HOST: '0.0.0.0',
      PURSER_DEMO: '0',
      PURSER_MASTER_KEY: KEY.toString('base64'),
      PURSER_PUBLIC_URL: 'https://pay.example.com',
    };
    const ended = spawnSync(process.execPath, [join(import.meta.dirname, program), ...args], { env, encoding: 'utf8', timeout: 80_000 });
    expect(`${ended.stdout}${ended.stderr}`).toContain(said);
    expect(ended.status).toBe(0);
  },
  90_000,
);
