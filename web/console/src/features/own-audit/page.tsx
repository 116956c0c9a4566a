import { ownAuditExport, ownAuditQuery } from '@purser/contract/features/own-audit';
import { listsOf } from '../../shared/lists.tsx';
import type { OwnTexts } from './texts.ts';

/** What was done in the merchant's own account. */
export default listsOf<OwnTexts>().listPage(ownAuditQuery, {
  id: 'own-audit',
  title: 'ownAudit.title',
  hint: 'ownAudit.hint',
  label: 'ownAudit.table',
  topics: ['own_audit'],
  rowKey: (row) => row.entry_number,
  columns: (c, t) => [
    c.choice('act', 'ownAudit.act', (value) => t(`act.${value}`), { always: true }),
    c.text('subject', 'ownAudit.subject', { always: true }),
    c.time('create_time', 'ownAudit.time', { always: true }),
    c.choice('actor_kind', 'ownAudit.who', (value) => t(`ownAudit.who.${value}`)),
    c.text('actor', 'ownAudit.actor'),
    c.text('ip', 'ownAudit.ip'),
    c.text('device', 'ownAudit.device'),
    c.choice('act_kind', 'ownAudit.kind', (value) => t(`act_kind.${value}`), { optional: true }),
    c.text('user_agent', 'ownAudit.userAgent', { optional: true }),
    c.text('entry_number', 'ownAudit.number', { optional: true }),
  ],
  search: { entry_number: 'ownAudit.number' },
  filters: (f, t) => [f.choice('act_kind', 'ownAudit.kind', (value) => t(`act_kind.${value}`))],
  details: { title: 'ownAudit.detailTitle', find: (entry_number) => ({ entry_number }) },
  empty: { title: 'ownAudit.emptyTitle', hint: 'ownAudit.emptyHint' },
  exports: ownAuditExport,
});
