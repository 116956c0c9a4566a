import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');

/** Who may use staff's own way to the database beside `asOwner`, `asStaff`, `confirmedWrite` and the lists, and what for. */
const MAY_USE: Readonly<Record<string, string>> = {
  'server/src/platform/commands/staff-acts.ts': 'is asOwner and asStaff',
  'server/src/platform/commands/write.ts': 'makes every write of staff, with its entry in the audit log',
  'server/src/platform/lists/list-routes.ts': 'reads lists, and notes exports',
  'server/src/features/approval/service.ts': 'reads which approval is meant, before the write that decides on it',
  'server/src/features/audit/routes.ts': 'reads the audit log for its export',
  'server/src/features/bank-file/routes.ts': 'reads which coins there are',
  'server/src/features/chain-reserve/command.ts': 'compares a chain with the ledger, for whoever owns the tables',
  'server/src/features/chain-reserve/jobs.ts': 'compares chains with the ledger by the clock, and notes what it found',
  'server/src/features/chain-reserve/metrics.ts': 'counts what waits for the signer',
  'server/src/features/content/jobs.ts': 'publishes by the clock what staff scheduled',
  'server/src/features/ledger/jobs.ts': 'runs a verification that staff asked for, and notes how far it is',
  'server/src/features/liabilities/make.ts': 'runs a statement that staff asked for, and notes how far it is',
  'server/src/features/overview/metrics.ts': 'counts the alarms that staff see',
  'server/src/features/overview/service.ts': 'asks whether a time zone is known',
  'server/src/features/staff/own.ts': 'reads the own account of a member, before the write',
  'server/src/features/staff/passkeys.ts': 'reads the own passkeys of a member, before the write',
  'server/src/features/staff-auth/set-up.ts': 'lets a member in who has no session yet',
  'server/src/features/staff-auth/sign-in.ts': 'lets a member in who has no session yet',
  'server/src/features/usdt-recharge/jobs.ts': 'reads which networks are connected',
  'server/src/features/usdt-recharge/look-up.ts': 'notes what chains say of recharges that were told',
  'server/src/features/usdt-withdrawal/sweep-command.ts': 'asks the signer for a sweep, for whoever owns the tables',
  'server/src/features/usdt-withdrawal/jobs.ts': 'reads which networks are connected',
};

const source = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const files = globSync('server/src/**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts') && !file.includes('/testing/'));

it('nothing of staff goes around the writes that name owner and member', () => {
  const using = files.filter((file) => /\boperator\.db\b/.test(source(file)));
  expect(using.filter((file) => !(file in MAY_USE))).toEqual([]);
  // An entry that is no longer needed would hide the next one.
  expect(Object.keys(MAY_USE).filter((file) => !using.includes(file))).toEqual([]);
});

it('nothing else takes the rows of one owner on the connections of staff', () => {
  const taking = files.filter((file) => /\boperator\.db\.(scoped|scopedQueries)\b|\boperator: \{ db\b/.test(source(file)));
  expect(taking).toEqual([]);
});
