import { staffLiabilityQuery } from '@purser/contract/features/liabilities';
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
