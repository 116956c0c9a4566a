import { expect, test } from 'vitest';
import { compare } from './compare.ts';

test('says by how much today is above or below yesterday', () => {
  expect(compare('150.00', '100.00')).toEqual({ kind: 'up', percent: '50.0' });
  expect(compare(75, 100)).toEqual({ kind: 'down', percent: '25.0' });
  expect(compare('350.00', '100.00')).toEqual({ kind: 'up', percent: '250' });
});

test('says neither up nor down where that means nothing', () => {
  expect(compare('0.00', '0.00')).toEqual({ kind: 'none' });
  expect(compare('7.00', '7.00')).toEqual({ kind: 'same' });
  expect(compare('5.00', '0.00')).toEqual({ kind: 'onlyToday' });
});

test('keeps tiny and huge changes readable', () => {
  expect(compare('100000.01', '100000.00')).toEqual({ kind: 'up', percent: '<0.1' });
  expect(compare('5000000.00', '1.00')).toEqual({ kind: 'manyTimes' });
  expect(compare('0.01', '100000.00')).toEqual({ kind: 'down', percent: '99.9' });
  expect(compare('0.00', '100000.00')).toEqual({ kind: 'down', percent: '100' });
});
