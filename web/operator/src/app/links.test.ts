import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { PATHS } from '../shared/paths.ts';
import { PAGES } from './pages.tsx';

const SOURCES = new URL('../', import.meta.url);
/** A path of the console as it is written out: nothing else in its sources looks like one, but for where the console itself is. */
const WRITTEN = /(['"])(\/[a-z-]+(?:\/[a-z-]+)*)\1/g;
const CONSOLE = '/operator';

test('every path that the console leads to is a page of it', async () => {
  const pages = PAGES.flatMap((group) => group.pages).flatMap(({ path, below = [] }) => [path, ...below.map((page) => page.path)]);
  const known = new Set<string>([...Object.values(PATHS), ...pages, CONSOLE]);
  const files = (await readdir(SOURCES, { recursive: true })).filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'));
  const written = await Promise.all(
    files.map(async (name) =>
      [...(await readFile(new URL(name, SOURCES), 'utf8')).matchAll(WRITTEN)].map(([, , path = '']) => ({ name, path })),
    ),
  );
  const found = written.flat();
  expect(found.length).toBeGreaterThan(pages.length);
  expect(found.filter(({ path }) => !known.has(path))).toEqual([]);
});
