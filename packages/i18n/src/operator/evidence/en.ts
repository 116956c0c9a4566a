/** Facts from elsewhere that stand beside an order, by name. */
export const evidence = {
  'evidence.chain': 'Chain',
  'evidence.chain_token': 'Token',
  'evidence.chain_recipient': 'Went to',
  'evidence.chain_amount': 'Arrived',
  'evidence.chain_transfers': 'Transfers to the address',
  'evidence.chain_told': 'Told amount',
  'evidence.chain_confirmations': 'Confirmations',
  'evidence.chain_mined': 'Mined',
  'evidence.chain_sender': 'Sent from',
  'evidence.chain_credited': 'Credited already',
  'evidence.told_before': 'Told before, and taken back, at',
  'evidence.bank_account': 'Bank account',
  'evidence.account_holder': 'Account holder',
  'evidence.account_status': 'Account',
  'evidence.owner_status': 'Owner',
  'evidence.appeal_reason': 'Objection',
} as const;
