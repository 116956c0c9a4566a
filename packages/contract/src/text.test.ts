import { expect, it } from 'vitest';
import { fillText, withPlurals } from './text.ts';

it.each([
  [0, '0 attempts left'],
  [1, '1 attempt left'],
  [2, '2 attempts left'],
  ['1', '1 attempt left'],
  ['1,000', '1,000 attempts left'],
])('%s goes with the right form of the word', (left, text) => {
  expect(fillText('{left} {left|attempt|attempts} left', { left })).toBe(text);
});

it('a placeholder without a value stays', () => {
  expect(fillText('{a} {b|one|other}', { c: 1 })).toBe('{a} {b|one|other}');
});

it('documents show the plural', () => {
  expect(withPlurals('{left} {left|attempt|attempts} left')).toBe('{left} attempts left');
});
