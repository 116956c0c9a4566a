/** A merchant's withdrawal of 10.00 USDP at 1.25, which comes to 8 USDT and waits for review. */
export const ORDER = {
  kind: 'usdt_withdrawal',
  status: 'pending_review',
  review_mode: 'manual',
  coin: 'USDP',
  amount: 1000n,
  fee: 0n,
  settlement: 1000n,
  fee_bp: 0,
  other_coin: 'USDT',
  other_amount: '8000000',
  rate: '1.25',
} as const;
