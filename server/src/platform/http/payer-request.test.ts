import { outcomeText } from '@purser/contract/errors';
import type { Language } from '@purser/contract/language';
import { expect, it } from 'vitest';
import { problemOf } from './payer-request.ts';

const told = (outcome: Parameters<typeof problemOf>[0]['outcome'], values: Record<string, string | number>, language: Language = 'vi') =>
  problemOf({ outcome, values }, { language, wholeCoins: ['VNDP'] }, (field) => `[${field}]`);

it.each([
  ['vi', '1.000,50 USDP, 100.000 VNDP'],
  ['en', '1,000.50 USDP, 100,000.00 VNDP'],
] as const)('writes every amount of a refusal as its reader does, in %s', (language, amount) => {
  const sent = { amount: '1000.50 USDP, 100000.00 VNDP' };
  expect(told('closing_balance', sent, language).detail).toBe(outcomeText('closing_balance', language, { amount }));
});

it('writes an amount without its coin so, too, and leaves what is none as it is', () => {
  const limits = { minimum: '1.00', maximum: '50000.00' };
  expect(told('order_amount_out_of_range', limits).detail).toBe(
    outcomeText('order_amount_out_of_range', 'vi', { minimum: '1,00', maximum: '50.000,00' }),
  );
  for (const text of ['192.0.2.1', '2026-11-30', 'USDP', '1.0.0 USDP', 'a 1.00 USDP'])
    expect(told('login_ip_refused', { ip: text }).detail).toBe(outcomeText('login_ip_refused', 'vi', { ip: text }));
  expect(told('payment_password_wrong', { left: 1 }).detail).toBe(outcomeText('payment_password_wrong', 'vi', { left: 1 }));
});

it('writes a time as people do', () => {
  const { detail } = told('order_expired', { time: '2026-11-30T00:00:58.123Z' });
  expect(detail).toBe(outcomeText('order_expired', 'vi', { time: '2026-11-30 00:00:58 UTC' }));
});

it('names fields as the page does that tells of them', () => {
  expect(told('invalid_input', { field: 'bank_name, market' })).toMatchObject({
    detail: outcomeText('invalid_input', 'vi', { field: '[bank_name], [market]' }),
    fields: { market: outcomeText('invalid_input', 'vi', { field: '[market]' }) },
  });
});
