import { amountText, decimalText } from '@purser/contract/amount-text';
import { expect, it } from 'vitest';
import { type Language, LANGUAGES } from '@purser/contract/language';
import { areaCodes } from './area-codes.ts';
import { clockText } from './clock.ts';
import { moneyText } from './money.tsx';
import { qrPng } from './qr-png.ts';
import { qrCells, qrShape } from './qr.ts';

const reader = (language: Language, wholeCoins: readonly string[] = []) => ({ language, wholeCoins });

it('groups the digits of money without ever making it a number', () => {
  expect(amountText('1234567.50', 'USDP', reader('en'))).toBe('1,234,567.50');
  expect(amountText('100000000000000000.01', 'CNYT', reader('zh_Hans'))).toBe('100,000,000,000,000,000.01');
  expect(amountText('-999.00', 'USDP', reader('zh_Hant'))).toBe('−999.00');
  expect(moneyText('-1000.00', 'USDP', reader('en'))).toBe('−1,000.00\u00a0USDP');
});

it('writes amounts as the reader does: points between thousands in Vietnamese, and no fraction of a currency that has none', () => {
  expect(moneyText('129000.00', 'VNDT', reader('vi', ['VNDT']))).toBe('129.000\u00a0VNDT');
  expect(moneyText('129000.50', 'VNDT', reader('vi', ['VNDT']))).toBe('129.000,50\u00a0VNDT');
  expect(moneyText('1234.50', 'USDP', reader('vi', ['VNDT']))).toBe('1.234,50\u00a0USDP');
  expect(moneyText('1234.00', 'EURT', reader('vi', ['VNDT', 'JPYT']))).toBe('1.234,00\u00a0EURT');
  expect(moneyText('1234.00', 'JPYT', reader('vi', ['VNDT', 'JPYT']))).toBe('1.234\u00a0JPYT');
  expect(moneyText('129000.00', 'VNDT', reader('en', ['VNDT']))).toBe('129,000.00\u00a0VNDT');
});

it('writes percentages and rates with the same signs as amounts, with the places they have', () => {
  expect(decimalText('0.80', reader('vi'))).toBe('0,80');
  expect(decimalText('25400.125', reader('vi'))).toBe('25.400,125');
  expect(decimalText('0.80', reader('en'))).toBe('0.80');
  expect(moneyText('25400', 'VND', reader('zh_Hans'))).toBe('25,400\u00a0VND');
});

it('writes the time left as minutes and seconds, with hours only where there are any', () => {
  expect(clockText(754)).toBe('12:34');
  expect(clockText(0)).toBe('00:00');
  expect(clockText(3_723)).toBe('1:02:03');
});

it('draws a code of 400 with a margin of 20 and a fifth kept free for the mark, unless asked otherwise', () => {
  const shape = qrShape('https://pay.example/pay/x?via=qr');
  expect(shape).toMatchObject({ size: 400, margin: 20, logo: { at: 164, size: 72 } });
  const { dark, shape: grid } = qrCells('https://pay.example/pay/x?via=qr');
  expect(grid.cell * dark.length).toBeCloseTo(360);
  const middle = Math.floor(dark.length / 2);
  expect(dark[middle]?.[middle]).toBe(false);
});

it('refuses dots of no size or larger than their cell, and a mark that would hide too much', () => {
  for (const dotScale of [0, -1, 1.01, Number.NaN]) expect(() => qrShape('x', { dotScale })).toThrow(RangeError);
  expect(qrShape('x', { dotScale: 0.5 }).path).toContain('h0.5v0.5h-0.5z');
  expect(() => qrShape('x', { logoScale: 0.3 })).toThrow(RangeError);
});

it('writes a PNG that says its own size', () => {
  const png = Buffer.from(qrPng('https://pay.example/pay/x?via=qr'));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([800, 800]);
});

it.each(LANGUAGES)('names every area code in %s, none twice', (language) => {
  const codes = areaCodes(language);
  expect(new Set(codes.map(({ code }) => code)).size).toBe(codes.length);
  // As many as there are countries.
  expect(codes.length).toBeGreaterThan(200);
  for (const { label } of codes) expect(label).not.toMatch(/^[A-Z]{2}$/);
});
