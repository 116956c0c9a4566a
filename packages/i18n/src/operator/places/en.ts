import { orderKinds } from '../order-kinds/en.ts';

/** Kinds of numbers and the keys of queues, as the operator's command palette names them. */
export const places = {
  'numbers.merchant': 'Merchant',
  'numbers.user': 'Wallet user',
  'keys.queue': 'In a queue: reviews and approvals',
  'keys.queueNext': 'Open the next',
  'keys.queueBefore': 'Open the previous',
  'keys.approve': 'Approve what is open or selected',
  'keys.reject': 'Reject what is open or selected',
  'keys.show': 'Show what is kept covered: documents, a whole account number',
  ...orderKinds,
} as const;
