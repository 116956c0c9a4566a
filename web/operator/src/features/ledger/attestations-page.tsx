import { ledgerAttestationExport, ledgerAttestationQuery } from '@purser/contract/features/ledger';
import { AttestButton } from './attest.tsx';
import { lists } from './lists.ts';

/** Everything that was attested, the newest first. */
export default lists.listPage(ledgerAttestationQuery, {
  id: 'ledger-attestations',
  title: 'ledger.attestationsTitle',
  hint: 'ledger.attestationsHint',
  label: 'ledger.attestationsTitle',
  topics: ['ledger'],
  rowKey: (row) => row.attestation_id,
  columns: (c) => [
    c.text('source', 'ledger.source', { always: true }),
    c.money('amount', 'field.amount', { always: true }),
    c.time('as_of', 'ledger.asOf'),
    c.own('entered_by', 'ledger.enteredBy', ({ entered_by }) => entered_by.name, { optional: true }),
    c.time('create_time', 'field.createTime'),
    c.text('remark', 'field.remark', { optional: true }),
  ],
  filters: (f) => [f.coin('coin_name')],
  details: { title: 'ledger.attestation' },
  empty: { title: 'ledger.attestationsEmpty', hint: 'ledger.attestationsHint' },
  exports: ledgerAttestationExport,
  Actions: AttestButton,
});
