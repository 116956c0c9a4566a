import { lazyPart } from '@purser/ui/lazy-part';
import type { OutputOf } from '@purser/contract/call';
import type { queueQuery } from '@purser/contract/features/queue';

export type Row = OutputOf<typeof queueQuery>['list'][number];
/** One of these is there: the row of its own list. */
export type Item = Pick<Row, 'order' | 'identity' | 'bank_account' | 'approval'>;

/** What is known of one comes with the first of its kind that is opened: the same that the kind's own list shows. */
const OrderDetails = lazyPart(async () => ({ default: (await import('../features/reviews/review-details.tsx')).ReviewDetails }));
const IdentityDetails = lazyPart(async () => ({ default: (await import('../features/identity/identity-details.tsx')).IdentityDetails }));
const AccountDetails = lazyPart(async () => ({ default: (await import('../features/bank/account-details.tsx')).AccountDetails }));
const ApprovalDetails = lazyPart(async () => ({ default: (await import('../features/approvals/approval-details.tsx')).ApprovalDetails }));

export function ItemDetails({ row: { order, identity, bank_account, approval } }: { readonly row: Item }) {
  if (order) return <OrderDetails row={order} />;
  if (identity) return <IdentityDetails row={identity} />;
  if (bank_account) return <AccountDetails row={bank_account} />;
  return approval && <ApprovalDetails row={approval} />;
}
