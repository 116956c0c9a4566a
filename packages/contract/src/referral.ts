/** Agents refer wallet users by a code: what one looks like, and what becomes of what they earn. */

/** Digits and capital letters without those that are taken for each other: 0 and O, 1 and I. */
const CODE_CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 8;
const CODE = new RegExp(`^[${CODE_CHARACTERS}]{${CODE_LENGTH}}$`);
/** As it may be typed: in two groups. */
export const LONGEST_TYPED_REFERRAL_CODE = 32;

export function newReferralCode(): string {
  // There are 32 of them, so that each is as likely as any other.
  return [...crypto.getRandomValues(new Uint8Array(CODE_LENGTH))].map((byte) => CODE_CHARACTERS.charAt(byte % 32)).join('');
}

/** A code as it is kept, from how somebody typed it; undefined for what is none. */
export function referralCodeOf(typed: string): string | undefined {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  return CODE.test(code) ? code : undefined;
}

/** A code as it is read to each other: in two groups. */
export function shownReferralCode(code: string): string {
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
}

/** Of a fee the agent gets no more than half. */
export const LARGEST_COMMISSION_PERCENT = 50;

/**
 * Days until what a payout to a bank has earned is paid: until then the bank may send the payout back, and its fee with it.
 */
export const BANK_COMMISSION_WAITS_DAYS = 30;

/** What is to be paid; what was; what is not, as the fee was given back before or the agent's account is closed; and of a share of nothing. */
export const COMMISSION_STATES = ['due', 'paid', 'lapsed', 'none'] as const;
/** Those that an agent is shown. */
export const SHOWN_COMMISSION_STATES = ['due', 'paid', 'lapsed'] as const satisfies readonly (typeof COMMISSION_STATES)[number][];
