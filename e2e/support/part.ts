import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';

/** Shows a part of the consoles by itself, from its page among the kit's own for tests. */
export async function showPart(page: Page, name: string): Promise<void> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: join(import.meta.dirname, '../../packages/ui/src/testing', `${name}.tsx`) } },
  });
  if (!('output' in built)) throw new Error('nothing was built');
  await page.setContent('<div id="page"></div>');
  await page.addScriptTag({ content: built.output[0].code, type: 'module' });
}
