import { staffLiabilityQuery } from '@purser/contract/features/liabilities';
import { exportFile, oneEach } from '../../platform/export/export-file.ts';
import { list } from '../../platform/lists/list.ts';
import { fingerprint, keyFingerprint, toWire } from './statement.ts';

/** Every statement that was published, for staff. */
export const statements = list(staffLiabilityQuery, {
  from: 'liability_statement',
  owner: 'statement_id',
  key: 'statement_id',
  keyed: 'uuidv7',
  columns: {
    coins: (row) => toWire(row).coins,
    fingerprint: (row) => fingerprint(row),
    key_fingerprint: (row) => keyFingerprint(row),
  },
});

/** A statement's text, signature and key are published, and are what its fingerprint stands for. */
export const statementsFile = exportFile(staffLiabilityQuery, {
  name: 'liability-statements',
  title: 'liabilityStatements',
  linesOf: (row) => oneEach(row, 'coins'),
  columns: {
    made_at: 24,
    statement_id: 40,
    coin_name: { width: 8, of: ({ coins: [one] }) => one?.coin_name ?? null },
    owed: { width: 18, kind: 'decimal', of: ({ coins: [one] }) => one?.sum ?? null },
    has_proofs: { width: 32, of: ({ has_proofs }, t) => t(has_proofs ? 'has_proofs.kept' : 'has_proofs.gone') },
    fingerprint: 70,
  },
});
