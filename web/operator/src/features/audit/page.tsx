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
    c.own('act', 'audit.act', ({ act, action }) => (act === null ? action : t(`act.${act}`)), { always: true }),
    c.choice('actor_kind', 'audit.actorKind', (value) => t(`actor_kind.${value}`)),
    c.text('actor_name', 'audit.actorName', { phone: 'note' }),
    c.copy('actor', 'audit.actor'),
    c.copy('owner_id', 'audit.owner'),
    c.text('ip', 'audit.ip'),
    c.time('create_time', 'field.time', { always: true }),
    c.text('sequence', 'audit.sequence', { optional: true }),
    c.copy('action', 'audit.action', { optional: true }),
    c.copy('details', 'audit.details', { optional: true }),
  ],
  search: { actor: 'audit.actor', owner_id: 'audit.owner', request_id: 'audit.requestId' },
  filters: (f, t) => [
    f.choice('action', 'audit.act', (value) => t(`act.${value}`), { searched: true }),
    f.choice('actor_kind', 'audit.actorKind', (value) => t(`actor_kind.${value}`)),
  ],
  details: { title: 'audit.detailTitle' },
  empty: { title: 'audit.emptyTitle', hint: 'audit.emptyHint' },
  exports: auditExport,
  Actions: Verify,
});
