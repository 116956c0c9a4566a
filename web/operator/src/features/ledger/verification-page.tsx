import { ledgerRunExport, ledgerRunQuery } from '@purser/contract/features/ledger';
import { LatestRuns, RunButtons } from './latest-runs.tsx';
import { RunDetails } from './run-details.tsx';
import { RunState } from './run-state.tsx';
import { lists } from './lists.ts';

/** When the ledger was verified and checkpoints were made, by whom, and what came of it. */
export default lists.listPage(ledgerRunQuery, {
  id: 'ledger-runs',
  title: 'menu.verification',
  hint: 'ledger.verificationHint',
  label: 'ledger.verificationTable',
  topics: ['ledger'],
  rowKey: (row) => row.run_id,
  columns: (c, t) => [
    c.own('kind', 'field.type', ({ kind }) => t(`ledger.kind.${kind}`), { always: true }),
    c.own('state', 'field.status', (row) => <RunState run={row} />, { always: true, phone: 'status' }),
    c.own('asked_by', 'ledger.askedBy', ({ asked_by }) => asked_by?.name ?? t('ledger.byCommand')),
    c.time('create_time', 'ledger.begun'),
    c.time('finish_time', 'ledger.finished'),
    c.own('place', 'ledger.place', ({ checkpoint }) => checkpoint?.place ?? '–'),
  ],
  filters: (f, t) => [f.choice('kind', 'field.type', (value) => t(`ledger.kind.${value}`))],
  Sums: LatestRuns,
  details: { title: 'ledger.run', Body: RunDetails },
  empty: { title: 'ledger.runsEmpty', hint: 'ledger.runsEmptyHint' },
  exports: ledgerRunExport,
  Actions: RunButtons,
});
