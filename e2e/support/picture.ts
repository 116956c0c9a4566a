import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const FOLDER = join(import.meta.dirname, '../../.cache/e2e/screens');
const KEEPS_PICTURES = process.env['PURSER_E2E_SCREENSHOTS'] === '1';

/** Keeps a picture of the whole page, where they are asked for. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!KEEPS_PICTURES) return;
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true });
}
