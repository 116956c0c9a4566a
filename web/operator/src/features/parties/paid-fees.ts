/** The fees that a merchant pays: its own where it has some, else those of everybody. */
export function paidFees(
  own: { readonly payment_fee_rate: string | null; readonly transfer_fee_rate: string | null },
  usual: { readonly payment_fee_rate: string; readonly transfer_fee_rate: string },
) {
  return {
    payment_fee_rate: own.payment_fee_rate ?? usual.payment_fee_rate,
    transfer_fee_rate: own.transfer_fee_rate ?? usual.transfer_fee_rate,
  };
}
