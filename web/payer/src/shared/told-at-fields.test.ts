import { expect, it } from 'vitest';
import { fieldsOf, toldAtFields } from './told-at-fields.ts';

const FORM = { fields: ['name', 'code', 'again'], at: { code_wrong: 'code' } } as const;
type Name = (typeof FORM.fields)[number];

const check = (text: (name: string) => string): Partial<Record<Name, string>> => ({
  ...(text('name') === '' && { name: 'name?' }),
  ...(!/^\d+$/.test(text('code')) && { code: 'digits!' }),
});

it('a refusal with an outcome of a field is told there in its own words', () => {
  expect(toldAtFields({ outcome: 'code_wrong', detail: 'Wrong' }, FORM, check)).toEqual({ code: 'Wrong' });
});

it('what was found unfit is told in the words of the check, and what it has none for in general ones', () => {
  const fields = { code: 'Check: code', again: 'Check: again' };
  expect(toldAtFields({ outcome: 'invalid_input', detail: 'Check', fields }, FORM, check)).toEqual({
    code: 'digits!',
    again: 'Check: again',
  });
  expect(toldAtFields({ outcome: 'invalid_input', detail: 'Check', fields, typed: { code: '12' } }, FORM, check)).toEqual(fields);
});

it('what was typed is looked at as well, once something is told at a field', () => {
  const typed = { name: ' ' };
  expect(toldAtFields({ outcome: 'code_wrong', detail: 'Wrong', typed }, FORM, check)).toEqual({ name: 'name?', code: 'Wrong' });
  expect(toldAtFields({ outcome: 'busy', detail: 'Later', typed }, FORM, check)).toEqual({});
});

it('what concerns no field of the form is told above it', () => {
  for (const problem of [
    null,
    { outcome: 'busy', detail: 'Later' },
    { outcome: 'invalid_input', detail: 'Old', fields: { hidden: 'Old' } },
  ]) {
    expect(fieldsOf(problem, FORM)).toEqual([]);
    expect(toldAtFields(problem, FORM, check)).toEqual({});
  }
});
