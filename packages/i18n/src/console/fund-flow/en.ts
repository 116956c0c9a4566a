/** Fund flow. */
export const fundFlow = {
  'fundFlow.hint': 'Every change of your balances, as the ledger holds it',
  'fundFlow.chargedToRecipient': 'Paid by the recipient',
  'fundFlow.availableBefore': 'Available before',
  'fundFlow.frozenBefore': 'Frozen before',
  'fundFlow.frozenAfter': 'Frozen after',
  'fundFlow.pendingBefore': 'To be confirmed before',
  'fundFlow.pendingAfter': 'To be confirmed after',
  'fundFlow.statements': 'Statements',
  'fundFlow.stats': 'Totals for these filters',
  'fundFlow.in': 'In',
  'fundFlow.out': 'Out',
  'fundFlow.count': 'Entries',
  'fundFlow.detailTitle': 'Ledger entry',
  'fundFlow.emptyTitle': 'No fund flow yet',
  'fundFlow.emptyHint': 'An entry appears here with your first payment or transfer.',
  'fundFlow.statsNone': 'Nothing to add up',
} as const;
