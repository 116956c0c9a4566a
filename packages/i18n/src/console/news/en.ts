/** The bell: what happened that a merchant may want to know of. */
export const news = {
  'news.title': 'What is new',
  'news.none': 'Nothing has happened yet',
  'news.new': 'New',
  'news.payments': '{count} {count|order|orders} paid since you last looked',
  'news.first_payment': 'Your first order was paid: {amount}',
  'news.transfer_received': 'Received by transfer: {amount}',
  'news.webhook_waiting': 'Your system does not take {count} {count|event|events}; sending goes on',
  'news.webhook_failed': '{count} {count|event|events} could not be delivered to your system',
  'news.access_key_made': 'An access key was created',
} as const;
