import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { FIXED_PATHS, PATHS } from '../shared/paths.ts';
import { MENU_ROUTES } from './menu-routes.ts';

const SOURCES = new URL('../', import.meta.url);
const LED_TO = /\bto(?:=|=\{|: )['"`]\/|\bnavigate\(['"`]/;

test('every path of the console is a page, and links take no other', async () => {
  const pages = [...FIXED_PATHS, ...MENU_ROUTES.map(({ path }) => path)];
  expect(Object.values<string>(PATHS).toSorted()).toEqual(pages.toSorted());
  const files = (await readdir(SOURCES, { recursive: true })).filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'));
  expect(files.length).toBeGreaterThan(MENU_ROUTES.length);
  for (const name of files) expect(await readFile(new URL(name, SOURCES), 'utf8'), name).not.toMatch(LED_TO);
});
