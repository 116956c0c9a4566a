import { LANGUAGES } from '@purser/contract/language';
import { expect, it } from 'vitest';
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
