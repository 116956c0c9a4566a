import { CHECKOUT_WAYS } from '@purser/contract/checkout-ways';
import { CANCELLED_BY, PAYMENT_ORDER_STATES } from '@purser/contract/payment-order';
import { PAY_STEPS, type CheckoutOrder, type CheckoutPayer } from '@purser/contract/payer-pages';
import { describe, expect, it } from 'vitest';
import { screenOf, splitPayment, type ScreenInput } from './screen.ts';

const order = (wishes: Partial<CheckoutOrder> = {}): CheckoutOrder => ({
  token: 'A'.repeat(30),
  serial_number: 'PO1',
  order_id: '1',
  merchant_name: 'Shop',
  merchant_logo: null,
  description: '',
  coin_name: 'USDP',
  decimals: 2,
  amount: '12.50',
  order_status: 'created',
  market: 'USD',
  merchant_suspended: false,
  cancelled_by: null,
  may_cancel: true,
  ways: [...CHECKOUT_WAYS],
  expire_time: '2026-11-21T08:15:00.000Z',
  server_time: '2026-11-21T08:00:00.000Z',
  return_address: null,
  paid_by_me: false,
  paid_time: null,
  from_reward: null,
  ...wishes,
});
const payer = (wishes: Partial<CheckoutPayer> = {}): CheckoutPayer => ({
  user_id: 1,
  nick: 'Lan',
  market_enabled: true,
  available_asset: '100.00',
  reward_asset: '0.00',
  may_deposit_usdt: true,
  has_payment_password: true,
  may_confirm_by_face: false,
  has_passkey: false,
  missing_verifications: [],
  payment_password_locked_until: null,
  payment_password_held_until: null,
  ...wishes,
});
const seen = (wishes: Partial<ScreenInput>) =>
  screenOf({ order: order(), payer: null, step: 'pay', fromQr: false, justPaid: false, witnessed: false, ...wishes });

describe('which screen is shown', () => {
  it('every state of an order has one, for visitor and payer, at every step', () => {
    for (const order_status of PAYMENT_ORDER_STATES)
      for (const cancelled_by of CANCELLED_BY)
        for (const who of [null, payer()])
          for (const step of PAY_STEPS)
            expect(seen({ order: order({ order_status, cancelled_by }), payer: who, step })).toBeTypeOf('string');
  });

  it('giving up is offered to a payer, and a visitor who asks for it sees the first screen', () => {
    expect(seen({ payer: payer(), step: 'abandon' })).toBe('abandon');
    expect(seen({ payer: null, step: 'abandon' })).toBe('scan');
  });

  it('of a suspended merchant nobody is asked to sign in, or for money; giving up stays', () => {
    const suspended = order({ merchant_suspended: true });
    for (const who of [null, payer(), payer({ available_asset: '0.00' })])
      for (const step of ['pay', 'login'] as const) expect(seen({ order: suspended, payer: who, step })).toBe('merchant_suspended');
    expect(seen({ order: suspended, payer: null, step: 'abandon' })).toBe('merchant_suspended');
    expect(seen({ order: suspended, payer: payer(), step: 'abandon' })).toBe('abandon');
  });

  it('giving up is offered to nobody where others may pay the same order', () => {
    expect(seen({ order: order({ may_cancel: false }), payer: payer(), step: 'abandon' })).toBe('confirm');
  });

  it('someone who pays here sees success, later that they have paid; another payer that it is paid', () => {
    const paid = order({ order_status: 'paid', paid_by_me: true });
    expect(seen({ order: paid, payer: payer(), justPaid: true })).toBe('success');
    expect(seen({ order: paid, payer: payer() })).toBe('paid_by_me');
    expect(seen({ order: order({ order_status: 'paid' }), payer: payer(), witnessed: true })).toBe('paid');
  });

  it('the page that showed the code sees the success of the phone that scanned it', () => {
    expect(seen({ order: order({ order_status: 'paid' }), witnessed: true })).toBe('success_elsewhere');
    expect(seen({ order: order({ order_status: 'paid' }) })).toBe('paid');
  });

  it('names what keeps a payer from paying, the market before the balance before the payment password', () => {
    expect(seen({ payer: payer({ payment_password_locked_until: '2026-11-21T08:30:00.000Z' }) })).toBe('payment_password_locked');
    const poor = payer({ available_asset: '1.00', has_payment_password: false });
    expect(seen({ payer: { ...poor, market_enabled: false } })).toBe('market_not_enabled');
    expect(seen({ payer: poor })).toBe('insufficient');
    expect(seen({ payer: { ...poor, available_asset: '12.50' } })).toBe('no_payment_password');
    expect(seen({ payer: { ...poor, reward_asset: '11.50', has_payment_password: true } })).toBe('confirm');
  });
});

describe('what a payment takes from where', () => {
  it('takes reward funds first, the rest from the balance, exactly', () => {
    expect(splitPayment(order(), payer({ reward_asset: '3.05' }), true)).toEqual({
      fromReward: 305n,
      fromBalance: 945n,
      balanceAfter: 9055n,
      missing: 0n,
    });
    expect(splitPayment(order(), payer({ reward_asset: '3.05' }), false)).toMatchObject({ fromReward: 0n, fromBalance: 1250n });
    expect(splitPayment(order(), payer({ reward_asset: '99.00' }), true)).toMatchObject({
      fromReward: 1250n,
      fromBalance: 0n,
      balanceAfter: 10_000n,
    });
  });

  it('says what is missing', () => {
    expect(splitPayment(order(), payer({ available_asset: '3.20' }), true).missing).toBe(930n);
  });
});
