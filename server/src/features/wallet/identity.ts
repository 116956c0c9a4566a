import type { AddressKind, LoginIdentity } from '@purser/contract/sign-in';
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { isAddress } from '../../domain/message.ts';

/** The library throws at any other, where it is given apart from the number. */
const AREA_CODES: ReadonlySet<string> = new Set(getCountries().map((country) => getCountryCallingCode(country)));

/** An identity as the directory keeps it; something that can be no identity is looked up all the same and never found. */
export function normaliseIdentity(kind: LoginIdentity, typed: string, areaCode: string | undefined): string {
  const text = typed.trim();
  if (kind !== 'phone') return text.toLowerCase();
  return phoneOf(text, areaCode)?.number ?? `+${areaCode ?? ''}${digitsOf(text)}`;
}

/** An address that a message can be sent to, as the directory keeps it; undefined for anything else. */
export function addressOf(kind: AddressKind, typed: string, areaCode: string | undefined): string | undefined {
  const address = normaliseIdentity(kind, typed, areaCode);
  if (kind === 'email') return isAddress('mail', address) ? address : undefined;
  return phoneOf(typed, areaCode)?.isPossible() === true && isAddress('sms', address) ? address : undefined;
}

function phoneOf(typed: string, areaCode: string | undefined) {
  const digits = digitsOf(typed);
  if (areaCode === undefined || !AREA_CODES.has(areaCode) || !/^\d{3,15}$/.test(digits)) return undefined;
  return parsePhoneNumberFromString(digits, { defaultCallingCode: areaCode });
}

function digitsOf(typed: string): string {
  return typed.trim().replace(/[\s-]/g, '');
}
