import type { Page } from '@playwright/test';
import { everyText } from '@purser/i18n/testing/every-text';

const TEXTS = await Promise.all(['console', 'operator', 'payer'].map((folder) => everyText(folder, 'en')));
const KEYS = new Set(TEXTS.flatMap((texts) => Object.keys(texts)).filter((key) => key.includes('.')));

/** Keys of texts that stand on the page where their texts should. */
export async function rawKeys(page: Page): Promise<string[]> {
  const shown = await page.evaluate<string>(
    `[document.body.innerText, ...[...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel)].join('\\n')`,
  );
  return [...new Set(shown.match(/[\w-]+(?:\.[\w-]+)+/g))].filter((word) => KEYS.has(word));
}
