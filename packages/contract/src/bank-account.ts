import type { Machine } from './machine.ts';

/** Bank accounts that money is paid out to. */

export const PAYMENT_METHOD_KINDS = ['bank_account'] as const;
export const PAYMENT_METHOD_STATES = ['unverified', 'verified', 'rejected'] as const;
export type PaymentMethodState = (typeof PAYMENT_METHOD_STATES)[number];
/** Whether it is still linked to its owner: an account that was unlinked stays on record, and nothing is paid out to it any more. */
export const BINDINGS = ['bound', 'unbound'] as const;
/** Whether its owner offers it as a destination. */
export const LISTINGS = ['on', 'off'] as const;

export type PaymentMethodEvent = 'verify' | 'reject' | 'change';

/** Staff verify and reject; what the owner changes is looked at again. */
export const paymentMethodMachine: Machine<PaymentMethodState, PaymentMethodEvent> = {
  initial: 'unverified',
  transitions: {
    unverified: { verify: 'verified', reject: 'rejected', change: 'unverified' },
    verified: { reject: 'rejected', change: 'unverified' },
    rejected: { verify: 'verified', change: 'unverified' },
  },
};

/** Bank accounts that one owner may have linked at a time. */
export const MOST_PAYMENT_METHODS = 20;
export const LONGEST_HOLDER_NAME = 140;
/**
 * A wallet user's name on a bank card: Chinese characters or letters of any script only, with the marks that belong to them. Blanks part its words;
 * hyphens, apostrophes and dots are left out.
 */
export const CARDHOLDER_NAME = /^\p{L}[\p{L}\p{M}]*(?: +\p{L}[\p{L}\p{M}]*)*$/u;
export const LONGEST_BANK_NAME = 140;
/** The longest that an account number may be: ISO 20022's Max34Text. */
export const LONGEST_ACCOUNT_NUMBER = 34;
const SHORTEST_ACCOUNT_NUMBER = 4;

/** ISO 13616: country, two check digits, up to 30 characters of the country's own; the shortest in use has 15. */
const IBAN = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/;
const DIGITS = /^\d+$/;
/** ISO 9362: institution, country, location, and a branch where there is one. */
const BIC = /^[A-Z\d]{4}[A-Z]{2}[A-Z\d]{2}([A-Z\d]{3})?$/;
/** What a national clearing system calls a bank. */
const CLEARING_CODE = /^[A-Z\d]{3,16}$/;

/**
 * Reads an account number as people write it: an IBAN with its check digits, else digits alone. Blanks, dots and hyphens between them are not
 * part of it. Undefined when it is neither.
 */
export function readAccountNumber(text: string): string | undefined {
  const number = text.replace(/[\s.\u2010-\u2015-]/g, '').toUpperCase();
  if (isIban(number)) return number;
  return DIGITS.test(number) && number.length >= SHORTEST_ACCOUNT_NUMBER && number.length <= LONGEST_ACCOUNT_NUMBER ? number : undefined;
}

/** Whether a normalised number is an IBAN whose check digits hold (ISO 7064, MOD 97-10). */
export function isIban(number: string): boolean {
  if (!IBAN.test(number)) return false;
  const digits = [...number.slice(4), ...number.slice(0, 4)].map((character) => Number.parseInt(character, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

/** Reads a BIC or the code of a national clearing system; undefined when it is neither. Empty is none. */
export function readBankCode(text: string): string | undefined {
  const code = text.replace(/[\s.-]/g, '').toUpperCase();
  return code === '' || isBic(code) || CLEARING_CODE.test(code) ? code : undefined;
}

export function isBic(code: string): boolean {
  return BIC.test(code);
}

/** An account number as it is shown: its last four characters, and of an IBAN the country. */
export function maskAccountNumber(number: string): string {
  return `${isIban(number) ? number.slice(0, 2) : ''}••••${number.slice(-4)}`;
}
