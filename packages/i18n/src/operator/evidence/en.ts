/** Facts from elsewhere that stand beside an order, by name. */
export const evidence = {
  'evidence.chain': 'Chain',
  'evidence.bank_account': 'Bank account',
  'evidence.account_holder': 'Account holder',
  'evidence.account_status': 'Account',
  'evidence.appeal_reason': 'Objection',
} as const;
