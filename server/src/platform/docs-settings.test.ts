import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { SETTING_NAMES } from './settings.ts';

it('the table of settings in docs/operate.md names every variable there is, and no other', async () => {
  const page = await readFile(new URL('../../../docs/operate.md', import.meta.url), 'utf8');
  const section = page.split(/^## /m).find((part) => part.startsWith('Settings\n')) ?? '';
  const named = Array.from(section.matchAll(/^\| `([A-Z0-9_]+)` \|/gm), ([, name]) => name);
  expect(named.toSorted()).toEqual(SETTING_NAMES.toSorted());
});
