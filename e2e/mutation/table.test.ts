import { join } from 'node:path';
import { expect, it } from 'vitest';
import { staleness } from './mutant.ts';
import { MUTANTS } from './table.ts';

const ROOT = join(import.meta.dirname, '../..');

it('every mutant fits the code as it is: a change of the code takes its mutants along', () => {
  expect(MUTANTS.flatMap((mutant) => staleness(ROOT, mutant) ?? [])).toEqual([]);
});

it('no mutant stands twice, and each says what is wrong', () => {
  expect(new Set(MUTANTS.map(({ where, find, replace }) => `${where}\n${find}\n${replace}`)).size).toBe(MUTANTS.length);
  expect(MUTANTS.filter(({ why }) => why.length < 10)).toEqual([]);
});

it('a mutant whose text is gone, or is there twice, is told as stale', () => {
  const mutant = { where: 'packages/contract/src/money.ts', tests: [], replace: '', why: 'an example' };
  expect(staleness(ROOT, { ...mutant, find: 'no such text' })).toContain('occurs 0 times');
  expect(staleness(ROOT, { ...mutant, find: 'return' })).toMatch(/occurs \d+ times/);
  expect(staleness(ROOT, { ...mutant, where: 'function ledger.no_such', find: 'return' })).toContain('is gone');
});
