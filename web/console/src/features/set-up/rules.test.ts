import { translator } from '@purser/i18n/catalogue';
import { setUp } from '@purser/i18n/console/set-up/en';
import { expect, test } from 'vitest';
import { problemsOf } from './rules.ts';

const t = translator(setUp, setUp) as unknown as Parameters<typeof problemsOf>[1];
const problems = (password: string, again = password) => problemsOf({ password, again }, t);

test('takes digits, letters and punctuation, from the shortest to the longest', () => {
  expect(problems('aB3!aB3!aB3!')).toEqual({});
  expect(problems('x'.repeat(128))).toEqual({});
});

test.each(['aB3!aB3!aB3', 'x'.repeat(129), 'with a space in it', 'Mật-khẩu-dài-1'])('refuses %s', (password) => {
  expect(problems(password).password).toContain('12 to 128');
});

test('says what is missing, and when the two differ', () => {
  expect(problems('')).toEqual({ password: 'Enter a new password' });
  expect(problems('aB3!aB3!aB3!', 'aB3!aB3!aB3?')).toEqual({ again: 'Passwords do not match' });
});
