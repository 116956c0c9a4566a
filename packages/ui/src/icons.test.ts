import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDERS = ['packages/ui/src', 'packages/console-kit/src', 'web/console/src', 'web/operator/src'];

test('an icon is no part of a name: of itself it would be read out in English, such as "download" before "Export"', () => {
  const read = globSync(FOLDERS.map((folder) => join(ROOT, folder, '**/*.tsx'))).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<[A-Z]\w*(?:Outlined|Filled|TwoTone)\b[^>]*>/g)]
      .filter(([icon]) => !icon.includes('aria-hidden'))
      .map(([icon]) => `${relative(ROOT, file)}: ${icon}`),
  );
  expect(read).toEqual([]);
});
