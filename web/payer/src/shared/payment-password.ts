import { PAYMENT_PASSWORD_DIGITS } from '@purser/contract/payment-password';
import type { PayerTranslate } from './texts.ts';

const WHOLE = new RegExp(`^\\d{${PAYMENT_PASSWORD_DIGITS}}$`);

/** What is wrong with a payment password as it was typed, as far as a page can know. */
export function paymentPasswordProblem(text: (name: string) => string, t: PayerTranslate): { payment_password?: string } {
  return isPaymentPassword(text('payment_password')) ? {} : { payment_password: t('payment_password_required') };
}

export function isPaymentPassword(typed: string): boolean {
  return WHOLE.test(typed);
}

/** Refusals of a payment password that confirms something, told at its field. */
export const OF_PAYMENT_PASSWORD = { payment_password_wrong: 'payment_password', payment_password_locked: 'payment_password' } as const;

/** A form of which nothing but the payment password is filled in. */
export const PAYMENT_PASSWORD_FORM = { fields: ['payment_password'], at: OF_PAYMENT_PASSWORD } as const;
