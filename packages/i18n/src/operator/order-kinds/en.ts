/** Kinds of orders, as the list of every order and the command palette name them. */
export const orderKinds = {
  'orderKind.payment': 'Payment order',
  'orderKind.transfer': 'Transfer',
  'orderKind.refund': 'Refund',
  'orderKind.user_withdrawal': 'User withdrawal',
  'orderKind.adjustment': 'Account adjustment',
  'orderKind.usdt_recharge': 'USDT recharge',
  'orderKind.usdt_withdrawal': 'USDT withdrawal',
  'orderKind.fiat_withdrawal': 'Fiat withdrawal',
  'orderKind.chain_deposit': 'Deposit on a chain',
} as const;
