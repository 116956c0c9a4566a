import { LANGUAGES } from '@purser/contract/language';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseInput } from './input-problems.ts';

it('a malformed mail address is told in the words of the specification, and its field is named', () => {
  const input = z.strictObject({ mail: z.email() });
  const told = LANGUAGES.map((language) => parseInput(input, { mail: 'somebody@' }, language));
  expect(told).toContainEqual({ ok: false, problems: [{ field: 'mail', problem: 'Invalid email format' }] });
  expect(told).toContainEqual({ ok: false, problems: [{ field: 'mail', problem: 'Định dạng email không hợp lệ' }] });
  expect(told).toContainEqual({ ok: false, problems: [{ field: 'mail', problem: '邮箱格式不正确' }] });
  expect(told).toContainEqual({ ok: false, problems: [{ field: 'mail', problem: '電子郵件格式不正確' }] });
});

describe('an input of several forms', () => {
  const number = z.string().regex(/^[A-Z]$/);
  const which = z.union([z.strictObject({ serial: number }), z.strictObject({ own: number })], { error: 'either serial or own' });
  const wrong = z.strictObject({ of: z.array(which) });
  const fieldsOf = (parsed: ReturnType<typeof parseInput>) => (parsed.ok ? [] : parsed.problems.map(({ field }) => field));

  it('is told what is wrong with the form that was meant, and the field is named', () => {
    expect(fieldsOf(parseInput(which, { own: 'a b' }, 'en'))).toEqual(['own']);
    expect(fieldsOf(parseInput(which, { own: 7 }, 'en'))).toEqual(['own']);
    expect(fieldsOf(parseInput(which, { serial: 'A', hint: 1 }, 'en'))).toEqual(['hint']);
    expect(fieldsOf(parseInput(wrong, { of: [{ own: 'A' }, { own: '' }] }, 'en'))).toEqual(['of.1.own']);
  });

  it.each([{}, { serial: 'A', own: 'A' }])('is told of the forms where %j may mean any', (input) => {
    expect(parseInput(which, input, 'en')).toEqual({ ok: false, problems: [{ field: 'body', problem: 'either serial or own' }] });
  });
});
