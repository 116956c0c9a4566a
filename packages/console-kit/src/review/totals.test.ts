import { expect, it } from 'vitest';
import { totalsOf } from './totals.ts';

const order = (...figures: readonly (readonly [string, string, string])[]) => ({
  figures: figures.map(([label, amount, coin]) => ({ label, amount, coin })),
});

it('adds up under each label, coin by coin, in the order in which they come', () => {
  const totals = totalsOf([
    order(['Leaves', '12.50', 'USDP'], ['Fee', '0.07', 'USDP']),
    order(['Leaves', '100', 'VNDT'], ['Fee', '1', 'VNDT']),
    order(['Leaves', '0.60', 'USDP'], ['Fee', '0.01', 'USDP']),
  ]);
  expect(totals).toEqual([
    {
      label: 'Leaves',
      strong: false,
      amounts: [
        { coin: 'USDP', amount: '13.10' },
        { coin: 'VNDT', amount: '100' },
      ],
    },
    {
      label: 'Fee',
      strong: false,
      amounts: [
        { coin: 'USDP', amount: '0.08' },
        { coin: 'VNDT', amount: '1' },
      ],
    },
  ]);
});

it('adds exactly what a floating number would not hold, and amounts of different fineness', () => {
  const sum = (...amounts: string[]) => totalsOf(amounts.map((amount) => order(['A', amount, 'X'])))[0]?.amounts[0]?.amount;
  expect(sum('90071992547409.93', '0.10')).toBe('90071992547410.03');
  expect(sum('0.01', '0.02', '0.07')).toBe('0.10');
  expect(sum('5', '0.000001')).toBe('5.000001');
  expect(sum('0.00')).toBe('0.00');
});
