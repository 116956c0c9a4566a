import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { answerOf } from '../../server/src/features/wallet/testing/slider.ts';
import { Secrets } from '../../server/src/platform/security/secrets.ts';

/** The key of the demo that the tests run against: with it a test knows what its picture shows a person. */
const demoKey = (): Buffer => Buffer.from(readFileSync(join(process.env['PURSER_E2E_DATA'] ?? '', 'master-key'), 'utf8'), 'base64');

/** Where the piece of a challenge belongs. */
export function placeOf(challenge: string, masterKey = demoKey()): number {
  return answerOf({ secrets: new Secrets(masterKey) }, challenge).position;
}

/** Answers the slider of a page. */
export async function slide(page: Page, masterKey?: Buffer): Promise<void> {
  const challenge = await page.locator('input[name="challenge"]').inputValue();
  await page.getByRole('slider').fill(String(placeOf(challenge, masterKey)));
}
