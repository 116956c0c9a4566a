import { translator } from '@purser/i18n/catalogue';
import { en } from '@purser/i18n/console/en';
import { expect, test } from 'vitest';
import { problemsOf } from './rules.ts';

const t = translator(en, en);
const good = { username: 'demo', password: 'x', code: '123456' };

test('takes fields at their limits', () => {
  expect(problemsOf({ username: 'u'.repeat(64), password: 'p'.repeat(128), code: '123456' }, 'code', t)).toEqual({});
});

test('says what is missing', () => {
  expect(problemsOf({ username: ' ', password: '', code: '' }, 'code', t)).toEqual({
    username: 'Enter your username',
    password: 'Enter your password',
    code: 'Enter the verification code',
  });
});

test('says what is too long or too short', () => {
  expect(problemsOf({ ...good, username: 'u'.repeat(65) }, 'code', t).username).toContain('64');
  expect(problemsOf({ ...good, password: 'p'.repeat(129) }, 'code', t).password).toContain('128');
  expect(problemsOf({ ...good, code: '1234567' }, 'code', t).code).toContain('too long');
  expect(problemsOf({ ...good, code: '123' }, 'code', t).code).toContain('6 digits');
});

test('whoever has no authenticator yet needs no code', () => {
  expect(problemsOf({ ...good, code: '' }, 'none', t)).toEqual({});
});

test('a recovery code is whole, however it was typed', () => {
  expect(problemsOf({ ...good, code: '123456' }, 'recovery', t).code).toContain('16');
  expect(problemsOf({ ...good, code: ' 4f9k 0000 zzzz a1b2' }, 'recovery', t)).toEqual({});
});
