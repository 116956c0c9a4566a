/** Kinds of numbers and the keys of queues, as the operator's command palette names them. */
export const places = {
  'numbers.merchant': 'Merchant',
  'numbers.user': 'Wallet user',
  'numbers.order': 'Order',
  'numbers.transfer': 'Transfer',
  'numbers.review': 'Order under review',
  'keys.queue': 'In a queue: reviews and approvals',
  'keys.queueNext': 'Open the next',
  'keys.queueBefore': 'Open the previous',
  'keys.approve': 'Approve what is open or selected',
  'keys.reject': 'Reject what is open or selected',
} as const;
