import { expect, it } from 'vitest';
import { openOrderClose, openOrderQuery } from './features/open-order.ts';
import { openRefundQuery } from './features/refund.ts';
import { openWithdrawalCancel, openWithdrawalQuery } from './features/open-withdrawal.ts';

it.each([
  ['order_id', openOrderQuery],
  ['order_id', openOrderClose],
  ['order_id', openWithdrawalQuery],
  ['order_id', openWithdrawalCancel],
  ['refund_id', openRefundQuery],
])('what is asked for by neither or both of serial_number and %s is told which two there are', (own, call) => {
  for (const input of [{}, { serial_number: 'PO1', [own]: 'A-1' }]) {
    expect(call.input.safeParse(input).error?.issues).toMatchObject([{ message: `either serial_number or ${own}` }]);
  }
});
