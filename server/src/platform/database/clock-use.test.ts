import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');

/** Who may look at this machine's own wall clock, and what for. Waiting is measured by performance.now(). */
const MAY_LOOK: Readonly<Record<string, string>> = {
  'packages/ledger/src/adopt.ts': 'notes when old postings were adopted, which decides nothing',
  'server/src/platform/files/local-storage.ts': 'compares it with the times of files on the same machine',
  'server/src/platform/proof/checkpoint.ts': 'would note its own time if the database told none',
  'server/src/platform/proof/checkpoint-file.ts': 'names a file',
  'server/src/platform/database/clock.ts': 'compares it with the database',
  'server/src/features/usdt-withdrawal/signer/journal.ts': "keeps the signer's own hours and days, which a forged database must not move",
  'server/src/features/usdt-withdrawal/signer/network-signer.ts':
    "keeps the signer's own hours and days, which a forged database must not move",
  'server/src/features/usdt-withdrawal/signer/rules.ts': "keeps the signer's own hours and days, which a forged database must not move",
  'server/src/features/usdt-withdrawal/signer/tron-signer.ts':
    "keeps the signer's own hours and days, which a forged database must not move",
  'server/src/quick-start/embedded-postgres.ts': 'waits for a database that has no clock yet',
  'server/src/quick-start/embedded-postgres-process.ts': 'waits for a process to end',
  'server/src/quick-start/main.ts': "shows the demo's code on the machine it is for",
  'server/src/quick-start/table.ts': "shows the demo's code on the machine it is for",
  'server/src/quick-start/database.ts': 'waits for a database that has no clock yet',
  'server/src/demo/history.ts': "makes up the demo's past",
  'server/src/demo/reviews.ts': "makes up the demo's past",
};

/** Date.now(), new Date() without a time, and libraries' own ways to the same. */
const LOOKS = /\bDate\.now\(|\bnew Date\(\)|\bDate\(\)|\.generate\(\)/;

it('only the database tells the time: nothing that decides looks at the wall clock', () => {
  const files = globSync(['server/src/**/*.ts', 'packages/ledger/src/**/*.ts'], { cwd: ROOT }).filter(
    (file) => !file.endsWith('.test.ts') && !file.includes('/testing/'),
  );
  expect(files.length).toBeGreaterThan(100);
  const looking = files.filter((file) => LOOKS.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(looking.filter((file) => !(file in MAY_LOOK))).toEqual([]);
  // An entry that is no longer needed would hide the next one.
  expect(Object.keys(MAY_LOOK).filter((file) => !looking.includes(file))).toEqual([]);
});
