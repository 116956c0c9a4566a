import { CALLS } from '@purser/contract/calls';
import { openOrderQuery } from '@purser/contract/features/open-order';
import { amount, coinName, merchantOrderNumber, shownLine } from '@purser/contract/fields';
import { type Language, LANGUAGES } from '@purser/contract/language';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseInput } from './input-problems.ts';
import { patternText, WORDED_PATTERNS } from './pattern-texts.ts';

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

  it('is told of each name that no form knows, whatever form was meant', () => {
    const told = parseInput(which, { own_no: 'A' }, 'en');
    expect(told).toEqual({
      ok: false,
      problems: [
        { field: 'body', problem: 'must have either serial or own' },
        { field: 'own_no', problem: 'there is no such field' },
      ],
    });
    expect(fieldsOf(parseInput(wrong, { of: [{ own_no: 'A', x: 1 }] }, 'en'))).toEqual(['of.0', 'of.0.own_no', 'of.0.x']);
  });

  it.each([{}, { serial: 'A', own: 'A' }])('is told of the forms where %j may mean any', (input) => {
    expect(parseInput(which, input, 'en')).toEqual({ ok: false, problems: [{ field: 'body', problem: 'must have either serial or own' }] });
  });
});

describe('what is wrong with a field', () => {
  const input = z.strictObject({
    amount,
    coin_name: coinName,
    order_id: merchantOrderNumber,
    note: shownLine.max(5),
    kind: z.enum(['one', 'two']),
    count: z.number().int().min(1).max(9),
  });
  const right = { amount: '1.00', coin_name: 'USDP', order_id: 'A-1', note: '', kind: 'one', count: 1 };
  const told = (wrong: object, language: Language = 'en') => {
    const parsed = parseInput(input, { ...right, ...wrong }, language);
    return parsed.ok ? [] : parsed.problems.map(({ field, problem }) => `${field}: ${problem}`);
  };

  it.each([
    [
      { amount: '5,00' },
      'amount: must be a decimal number in quotes, without a sign, separators or leading zeros, with at most 18 digits before the point and 18 after it, such as "12.50"',
    ],
    [{ amount: 5 }, 'amount: must be text in quotes'],
    [{ amount: undefined }, 'amount: is required'],
    [{ amount: null }, 'amount: must not be null'],
    [{ coin_name: 'usdp' }, 'coin_name: must be 2 to 12 capital letters or digits, such as "USDP"'],
    [{ order_id: 'a b' }, 'order_id: must be 1 to 64 characters, only English letters, digits and . _ : -'],
    [{ note: 'a\nb' }, 'note: must be a single line, without control characters, invisible ones, or such as turn the direction of writing'],
    [{ note: 'abcdef' }, 'note: may have at most 5 characters'],
    [{ kind: 'three' }, 'kind: must be one of: one, two'],
    [{ kind: undefined }, 'kind: is required'],
    [{ count: 10 }, 'count: must be at most 9'],
    [{ count: 0 }, 'count: must be at least 1'],
    [{ count: 1.5 }, 'count: must be a whole number, without quotes'],
    [{ count: '1' }, 'count: must be a number, without quotes'],
  ])('%j is told in words', (wrong, text) => expect(told(wrong)).toEqual([text]));

  it('each field that there is none of is named once, by itself', () => {
    expect(told({ Amount: '1', foo: 1 })).toEqual(['Amount: there is no such field', 'foo: there is no such field']);
  });

  it('is told in the language of the request, and in no other beside it', () => {
    expect(told({ count: '1' }, 'zh_Hans')).toEqual(['count: 应为数字，不加引号']);
    expect(told({ amount: '5,00' }, 'zh_Hant')).toEqual([
      'amount: 應為帶引號的十進位數，不含正負號、分隔符號和前導零，小數點前後各不超過 18 位，例如 "12.50"',
    ]);
    expect(told({ kind: 'x' }, 'vi')).toEqual(['kind: phải là một trong: one, two']);
  });

  it('which of two fields are meant is told in the language of the request', () => {
    const parsed = parseInput(openOrderQuery.input, {}, 'vi');
    expect(parsed).toEqual({ ok: false, problems: [{ field: 'body', problem: 'phải có serial_number hoặc order_id' }] });
  });

  it('has words for every pattern of every call, and for none that is gone', () => {
    const patterns = new Set(CALLS.flatMap(({ input: of }) => patternsIn(z.toJSONSchema(of, { io: 'input', unrepresentable: 'any' }))));
    for (const pattern of patterns) for (const language of LANGUAGES) expect(patternText(pattern, language), pattern).toMatch(/./);
    expect(WORDED_PATTERNS.filter((pattern) => !patterns.has(pattern))).toEqual([]);
  });
});

/** The patterns of a schema that stand for no known format. */
function patternsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { pattern, format } = value as { pattern?: unknown; format?: unknown };
  const own = typeof pattern === 'string' && format === undefined ? [pattern] : [];
  return [...own, ...Object.values(value).flatMap(patternsIn)];
}
