import { listKit } from '@purser/console-kit/list/list-kit';
import { auditExport, auditQuery } from '@purser/contract/features/audit';
import type { audit } from '@purser/i18n/operator/audit/en';
import type { OperatorTexts } from '../../shared/i18n.ts';
import { Verify } from './verify.tsx';

/** Who did what, and whether the log of it is as it was written. */
export default listKit<OperatorTexts & typeof audit>({}).listPage(auditQuery, {
  id: 'operator-audit',
  title: 'menu.audit',
  hint: 'audit.hint',
  label: 'menu.audit',
  topics: [],
  rowKey: (row) => `${row.owner_id} ${row.sequence}`,
  columns: (c, t) => [
    c.text('action', 'audit.action', { always: true }),
    c.choice('actor_kind', 'audit.actorKind', (value) => t(`audit.actorKind.${value}`)),
    c.copy('actor', 'audit.actor'),
    c.copy('owner_id', 'audit.owner'),
    c.text('ip', 'audit.ip'),
    c.time('create_time', 'field.time', { always: true }),
    c.text('sequence', 'audit.sequence', { optional: true }),
    c.copy('details', 'audit.details', { optional: true }),
  ],
  search: { actor: 'audit.actor', action: 'audit.action', owner_id: 'audit.owner', request_id: 'audit.requestId' },
  filters: (f, t) => [f.choice('actor_kind', 'audit.actorKind', (value) => t(`audit.actorKind.${value}`))],
  details: { title: 'audit.detailTitle' },
  empty: { title: 'audit.emptyTitle', hint: 'audit.emptyHint' },
  exports: auditExport,
  Actions: Verify,
});
