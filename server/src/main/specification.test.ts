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

const messages = [...PAGE.matchAll(/^\| §8 \| [^|]+ \| `([^`]+)` \|$/gm)].map(([, file]) => file ?? '');

it('every message that is listed has a test', () => {
  expect(messages.length).toBeGreaterThan(20);
  for (const file of messages) expect(existsSync(join(ROOT, file)), file).toBe(true);
});

const rules = PAGE.slice(PAGE.indexOf('## Rules'))
  .split(/^### Section /m)
  .slice(1)
  .map((text) => ({
    section: Number.parseInt(text, 10),
    rows: [...text.matchAll(/^\| ([^|]+) \| `([^`]+)` \| `([^`]+)`: ([^|]+) \|$/gm)].map(([, rule, place, file, name]) => ({
      rule: rule ?? '',
      place: place ?? '',
      file: file ?? '',
      name: name ?? '',
    })),
    lines: text.split('\n').filter((line) => line.startsWith('|')).length,
  }));

it('the rules of every section are listed, each with its place and a test by name', () => {
  expect(rules.map(({ section }) => section)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  for (const { section, rows, lines } of rules) {
    if (section === 8) continue;
    expect(rows.length, `section ${section}`).toBeGreaterThan(5);
    // The head and the line below it are no rows; every other is read.
    expect(rows.length, `section ${section}`).toBe(lines - 2);
  }
});

it.each(rules.flatMap(({ section, rows }) => rows.map((row) => ({ section, ...row }))))('§$section $rule', ({ place, file, name }) => {
  expect(existsSync(join(ROOT, place)), place).toBe(true);
  expectNamed(file, name);
});

const testing = readFileSync(join(ROOT, 'docs/testing.md'), 'utf8');
const promises = ["The payer's side", 'The chain'].map((title) => {
  const [, part = ''] = new RegExp(`^## ${title}$(.*?)^## `, 'ms').exec(testing) ?? [];
  const rows = [...part.matchAll(/^\| ([^|]+) \| `([^`]+)`: ([^|]+) \|$/gm)].map(([, promise = '', file = '', name = '']) => ({
    title,
    promise,
    file,
    name,
  }));
  return { title, rows, lines: part.split('\n').filter((line) => line.startsWith('|')).length - 2 };
});

it.each(promises)('what is promised is listed, each with a test by name: $title', ({ rows, lines }) => {
  expect(rows.length).toBeGreaterThanOrEqual(40);
  expect(rows.length).toBe(lines);
});

it.each(promises.flatMap(({ rows }) => rows))('$title: $promise', ({ file, name }) => expectNamed(file, name));

function expectNamed(file: string, name: string): void {
  const source = readFileSync(join(ROOT, file), 'utf8');
  // Only what names a test counts: a word of its body or of a comment would stay when the test is gone.
  const named = source.split('\n').some((line) => line.includes(name) && /^\s*(((it|test)(\.\w+)*[`(].*)|\]\)\(|'|"|\[).*/.test(line));
  expect(named, `${file}: ${name}`).toBe(true);
}
