import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALLS } from '@purser/contract/calls';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const PAGE = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8');

const calls = [...PAGE.matchAll(/^\| (GET|POST) `([^`]+)` \| `([^`]+)` \|$/gm)].map(([, method, path, folder]) => ({
  method,
  path,
  folder,
}));
const pages = [...PAGE.matchAll(/^\| [^|`]+ \| `([^`]+)` \| `([^`]+)` \|$/gm)].map(([, path, folder]) => ({ path, folder }));

it('every call and every entry of the menu that the specification names is listed', () => {
  expect(new Set(calls.map(({ path }) => path)).size).toBe(52);
  expect(new Set(pages.map(({ path }) => path)).size).toBe(17);
});

it.each(calls)('$method $path is a call, and its folder is there', ({ method, path, folder }) => {
  const found = CALLS.find((call) => call.path === path);
  expect(found?.method).toBe(method);
  const files = readdirSync(join(ROOT, 'server/src/features', folder ?? ''));
  expect(files.some((file) => file.endsWith('routes.ts'))).toBe(true);
  expect(files.some((file) => file.endsWith('.test.ts'))).toBe(true);
});

it.each(pages)('$path is a page, and its folder is there', ({ path, folder }) => {
  expect(readFileSync(join(ROOT, 'web/console/src/shared/paths.ts'), 'utf8')).toContain(`'${path}'`);
  expect(existsSync(join(ROOT, 'web/console/src/features', folder ?? '', 'texts.ts'))).toBe(true);
});

const tests = [...PAGE.matchAll(/^\| §\d[^|]* \| [^|]+ \| `([^`]+)` \|$/gm)].map(([, file]) => file ?? '');

it('every behaviour that is listed has a test', () => {
  expect(tests.length).toBeGreaterThan(10);
  for (const file of tests) expect(existsSync(join(ROOT, file)), file).toBe(true);
});
