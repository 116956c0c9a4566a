import { lazyPart } from '@purser/ui/lazy-part';
import { listKit } from '@purser/console-kit/list/list-kit';
import { approvalExport, approvalList } from '@purser/contract/features/approval';
import type { OperatorTexts } from '../../shared/i18n.ts';
import { queueKeys } from '../../shared/queue-keys.tsx';
import type { Approval } from './approval-details.tsx';
import { WithDeciding } from './deciding.tsx';
import type { OwnTexts } from './texts.ts';
import { APPROVAL_TONES } from './tones.ts';
import { aboutText, kindText } from './words.ts';

const ApprovalDetails = lazyPart(async () => ({ default: (await import('./approval-details.tsx')).ApprovalDetails }));

const keyOf = ({ approval_id }: Approval) => approval_id;

const List = listKit<OperatorTexts & OwnTexts>({}).listPage(approvalList, {
  id: 'approvals',
  title: 'menu.approvals',
  hint: 'approvals.hint',
  label: 'approvals.table',
  topics: ['approval'],
  rowKey: keyOf,
  columns: (c, t) => [
    c.own('kind', 'approvals.what', (row) => kindText(row.kind, t), { always: true }),
    c.own('owner_id', 'approvals.about', (row) => aboutText(row, t), { phone: 'amount' }),
    c.choice('state', 'field.status', (value) => t(`approvals.state.${value}`), { tones: APPROVAL_TONES, always: true }),
    c.own('entered_by', 'approvals.enteredBy', (row) => row.entered_by.name),
    c.time('create_time', 'approvals.enteredAt'),
    c.time('expires_at', 'approvals.expires'),
    c.own('decided_by', 'approvals.decidedBy', (row) => row.decided_by?.name ?? '–'),
    c.time('decided_time', 'approvals.decidedAt'),
    c.text('reason', 'approvals.reason', { optional: true }),
    c.text('remark', 'approvals.remark', { optional: true }),
  ],
  search: { owner_id: 'approvals.ownerId', staff_id: 'approvals.enteredById' },
  filters: (f, t) => [
    f.choice('state', 'field.status', (value) => t(`approvals.state.${value}`)),
    f.choice('kind', 'approvals.what', (value) => kindText(value, t)),
  ],
  details: { title: 'approvals.detailTitle', find: (approval_id) => ({ approval_id }), Body: ApprovalDetails },
  empty: { title: 'approvals.emptyTitle', hint: 'approvals.emptyHint' },
  exports: approvalExport,
  Extra: queueKeys({ call: approvalList, topics: ['approval'], keyOf, looksAgain: true }),
});

/** What one member entered and another decides. */
export default function ApprovalsPage() {
  return (
    <WithDeciding>
      <List />
    </WithDeciding>
  );
}
