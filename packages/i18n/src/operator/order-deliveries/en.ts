/** How a merchant’s system was told of an order, as staff see it. */
export const deliveries = {
  'deliveries.title': 'Webhook deliveries',
  'deliveries.none': 'The merchant’s system was not told: no webhook endpoint was on for its events.',
  'deliveries.notKept': 'Webhook deliveries are kept for {days} days. What the merchant’s system was told before is no longer listed.',
  'deliveries.state.pending': 'Pending',
  'deliveries.state.delivered': 'Delivered',
  'deliveries.state.failed': 'Failed',
  'deliveries.to': 'To {host}',
  'deliveries.attempts': '{count} {count|attempt|attempts}, the last at {time}',
  'deliveries.noAttempt': 'Not tried yet',
  'deliveries.answered': 'HTTP {status}',
  'deliveries.unanswered': 'No answer',
  'deliveries.nextAttempt': 'Next attempt at {time}',
} as const;
