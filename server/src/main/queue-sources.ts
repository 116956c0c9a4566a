import type { QueueSource } from '../domain/queue.ts';
import { ApprovalLists } from '../features/approval/list.ts';
import { WAITING_IDENTITIES } from '../features/identity/list.ts';
import { WAITING_METHODS } from '../features/payment-method/lists.ts';
import { WAITING_ORDERS } from '../features/review/list.ts';
import { APPROVAL_KINDS } from './approval-kinds.ts';

/** Everything that waits for staff to decide. Of one moment, what stands first here comes first. */
export const QUEUE_SOURCES: readonly QueueSource[] = [
  ...WAITING_ORDERS,
  WAITING_IDENTITIES,
  WAITING_METHODS,
  new ApprovalLists(APPROVAL_KINDS).waiting,
];
