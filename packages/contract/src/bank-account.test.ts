import { describe, expect, it } from 'vitest';
import {
  CARDHOLDER_NAME,
  isBic,
  isIban,
  maskAccountNumber,
  PAYMENT_METHOD_STATES,
  paymentMethodMachine,
  readAccountNumber,
  readBankCode,
  type PaymentMethodEvent,
} from './bank-account.ts';
import { next } from './machine.ts';

describe("a cardholder's name", () => {
  it.each(['李', '欧阳娜娜', 'Nguyễn Thị Lan', 'Nguye\u0302\u0303n', 'DE LA CRUZ', 'Αλέξης', 'อนันต์ สุขใจ', 'محمد'])('is %s', (name) => {
    expect(CARDHOLDER_NAME.test(name)).toBe(true);
  });

  it.each([
    '',
    ' ',
    ' Lan',
    'Lan ',
    'Lan 2',
    '李1',
    "O'Brien",
    'O’Brien',
    'Jean-Pierre',
    'Maria J. Gomez',
    '买买提·艾力',
    'Lan\tLe',
    '\u0302a',
    'Lan, Le',
    '😀',
  ])('is not %j: letters only', (name) => {
    expect(CARDHOLDER_NAME.test(name)).toBe(false);
  });

  it('is decided at once, however long what is typed', () => {
    expect(CARDHOLDER_NAME.test(`${'a '.repeat(100_000)}1`)).toBe(false);
  });
});

describe('an account number', () => {
  it.each([
    // The registry's own examples of IBANs.
    ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['gb82 west 1234 5698 7654 32', 'GB82WEST12345698765432'],
    ['NO93 8601 1117 947', 'NO9386011117947'],
    ['MT84MALT011000012345MTLCAST001S', 'MT84MALT011000012345MTLCAST001S'],
    ['6222-0200-1234-5678-901', '6222020012345678901'],
    [' 0011 ', '0011'],
    ['1234.5678', '12345678'],
  ])('is read from %j', (text, number) => expect(readAccountNumber(text)).toBe(number));

  it.each([
    ['an IBAN with a wrong digit', 'DE89370400440532013001'],
    ['an IBAN with two places exchanged', 'DE89370400440532031000'],
    ['an IBAN that is cut off', 'DE8937040044'],
    ['letters', 'ACCOUNT1'],
    ['too short a number', '123'],
    ['too long a number', '1'.repeat(35)],
    ['a formula', '=1+1'],
    ['nothing', ''],
  ])('is not %s', (_, text) => expect(readAccountNumber(text)).toBeUndefined());

  it('fails its check digits whichever digit of it is another', () => {
    const iban = 'DE89370400440532013000';
    for (let place = 2; place < iban.length; place += 1) {
      const wrong = iban.slice(0, place) + String((Number(iban[place]) + 1) % 10) + iban.slice(place + 1);
      expect(isIban(wrong), wrong).toBe(false);
    }
  });

  it('is shown by its end', () => {
    expect(maskAccountNumber('DE89370400440532013000')).toBe('DE••••3000');
    expect(maskAccountNumber('6222020012345678901')).toBe('••••8901');
    expect(maskAccountNumber('0011')).toBe('••••0011');
  });
});

describe('a bank code', () => {
  it.each([
    ['deutdeff', 'DEUTDEFF'],
    ['DEUT DE FF 500', 'DEUTDEFF500'],
    ['021-000-021', '021000021'],
    ['', ''],
  ])('is read from %j', (text, code) => expect(readBankCode(text)).toBe(code));
  it.each(['AB', '=HYPERLINK', '1'.repeat(17), 'BANK!'])('is not %j', (text) => expect(readBankCode(text)).toBeUndefined());
  it('is a BIC by its country', () => {
    expect(isBic('DEUTDEFF')).toBe(true);
    expect(isBic('02100002')).toBe(false);
  });
});

it('goes through these states and no others', () => {
  const table: Record<string, Partial<Record<PaymentMethodEvent, string>>> = {
    unverified: { verify: 'verified', reject: 'rejected', change: 'unverified' },
    verified: { reject: 'rejected', change: 'unverified' },
    rejected: { verify: 'verified', change: 'unverified' },
  };
  for (const state of PAYMENT_METHOD_STATES)
    for (const event of ['verify', 'reject', 'change'] as const)
      expect(next(paymentMethodMachine, state, event), `${state} ${event}`).toBe(table[state]?.[event]);
});
