import { expect, it } from 'vitest';
import { inGroups, readRecoveryCode, RECOVERY_CODE } from './recovery-code.ts';

it.each([
  ['4F9K-0000-ZZZZ-A1B2', '4F9K-0000-ZZZZ-A1B2'],
  ['4f9k0000zzzza1b2', '4F9K-0000-ZZZZ-A1B2'],
  [' 4f9k 0000 zzzz a1b2\n', '4F9K-0000-ZZZZ-A1B2'],
  ['4F9K-OoOo-ZZZZ-AiBl', '4F9K-0000-ZZZZ-A1B1'],
])('%j is read as %s', (typed, code) => {
  expect(readRecoveryCode(typed)).toBe(code);
});

it.each(['', '123456', '4F9K-0000-ZZZZ-A1B', '4F9K-0000-ZZZZ-A1B2-4F9K', '4F9K-0000-ZZZZ-A1BU', '4F9K-0000-ZZZZ-A1B!'])(
  '%j is none',
  (typed) => {
    expect(readRecoveryCode(typed)).toBeUndefined();
  },
);

it('is written in four groups of four', () => {
  expect(inGroups('4F9K0000ZZZZA1B2')).toMatch(RECOVERY_CODE);
});
