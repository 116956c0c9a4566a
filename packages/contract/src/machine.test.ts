import { describe, expect, it } from 'vitest';
import { isFinal, next, statesAllowing } from './machine.ts';
import { PAYMENT_ORDER_STATES, paymentOrderMachine, type PaymentOrderEvent, type PaymentOrderState } from './payment-order.ts';

/** The table of SPEC's user recharge order once more, by hand: a change of the machine must be meant twice. */
const CELLS: Record<PaymentOrderState, Record<PaymentOrderEvent, PaymentOrderState | undefined>> = {
  created: { scan: 'scanned', pay: 'paid', cancel: 'cancelled', expire: 'expired' },
  scanned: { scan: 'scanned', pay: 'paid', cancel: 'cancelled', expire: 'expired' },
  paid: { scan: undefined, pay: undefined, cancel: undefined, expire: undefined },
  cancelled: { scan: undefined, pay: undefined, cancel: undefined, expire: undefined },
  expired: { scan: undefined, pay: undefined, cancel: undefined, expire: undefined },
};
const cells = Object.entries(CELLS).flatMap(([state, events]) =>
  Object.entries(events).map(
    ([event, after]) => [state, event, after] as [PaymentOrderState, PaymentOrderEvent, PaymentOrderState | undefined],
  ),
);

describe('the payment order', () => {
  it.each(cells)('%s, %s: %s', (state, event, after) => expect(next(paymentOrderMachine, state, event)).toBe(after));

  it('begins as created and knows every state', () => {
    expect(paymentOrderMachine.initial).toBe('created');
    expect(Object.keys(paymentOrderMachine.transitions)).toEqual([...PAYMENT_ORDER_STATES]);
  });

  it('ends as paid, cancelled or expired, and never leaves these', () => {
    expect(PAYMENT_ORDER_STATES.filter((state) => isFinal(paymentOrderMachine, state))).toEqual(['paid', 'cancelled', 'expired']);
  });

  it('a state with a single way out is not final', () => {
    const machine = { initial: 'open', transitions: { open: { close: 'closed' }, closed: {} } } as const;
    expect([isFinal(machine, 'open'), isFinal(machine, 'closed')]).toEqual([false, true]);
  });

  it.each(['scan', 'pay', 'cancel', 'expire'] as const)('%s is allowed while nobody has paid and time is left', (event) => {
    expect(statesAllowing(paymentOrderMachine, event)).toEqual(['created', 'scanned']);
  });
});
