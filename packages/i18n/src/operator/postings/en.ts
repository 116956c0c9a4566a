/** What was posted for an order and what accounts are for, as staff see it. */
export const postings = {
  'postings.title': 'Postings',
  'postings.none': 'Nothing has been posted.',
  'postings.show': 'Show the posting in the ledger',
  'postings.provider': 'The provider',
  'purpose.main': 'Balance',
  'purpose.reward': 'Reward funds',
  'purpose.fees': 'Collected fees',
  'purpose.reward_pool': 'Reward pool',
  'purpose.issuance': 'Issued tokens',
  'purpose.bank': 'Bank',
  'purpose.exchange': 'Exchange',
  'purpose.custody': 'Custody on {network}',
  'purpose.clearing': 'Clearing between groups',
} as const;
