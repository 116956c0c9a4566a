import type { LoginIdentity } from '@purser/contract/sign-in';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** An identity as the directory keeps it; something that can be no identity is looked up all the same and never found. */
export function normaliseIdentity(kind: LoginIdentity, typed: string, areaCode: string | undefined): string {
  const text = typed.trim();
  if (kind !== 'phone') return text.toLowerCase();
  const digits = text.replace(/[\s-]/g, '');
  const phone = /^\d{3,15}$/.test(digits) ? parsePhoneNumberFromString(digits, { defaultCallingCode: areaCode ?? '' }) : undefined;
  return phone?.number ?? `+${areaCode ?? ''}${digits}`;
}
