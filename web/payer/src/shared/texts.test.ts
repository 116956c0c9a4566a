import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { otherPages } from '@purser/i18n/payer/other-pages/en';
import { en } from '@purser/i18n/payer/en';
import { expect, it } from 'vitest';

/** A file with all that it imports at once. */
function sourcesOf(file: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(file) || !existsSync(file)) return found;
  const source = readFileSync(file, 'utf8');
  found.set(file, source);
  for (const [, to = ''] of source.matchAll(/^(?:import|export) (?!type )[^;]*from '(\.[^']+\.tsx?)';$/gms))
    sourcesOf(join(dirname(file), to), found);
  return found;
}

it('the checkout says only what is in the file of few texts', () => {
  const sources = sourcesOf(join(import.meta.dirname, '../features/checkout/pay-page.tsx'));
  expect([...sources.keys()].some((file) => file.endsWith('features/checkout/scan.tsx'))).toBe(true);
  const said = (key: string) => [...sources].filter(([, source]) => source.includes(`'${key}'`)).map(([file]) => `${key} in ${file}`);
  expect(Object.keys(otherPages).flatMap(said)).toEqual([]);
});

it('no text is in both files', () => {
  expect(Object.keys(otherPages).filter((key) => key in en)).toEqual([]);
});
