import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
let stated: Promise<unknown> | undefined;

/** States what the demo owes, twice, so that there is an older statement; by the command, once for all tests of a run. */
export function stateLiabilities(): Promise<unknown> {
  const { DATABASE_URL: _, ...environment } = process.env;
  const env = { ...environment, PURSER_DATA: process.env['PURSER_E2E_DATA'] };
  const attest = () => run(process.execPath, [join(ROOT, 'server/src/main/ledger.ts'), 'attest'], { env });
  stated ??= attest().then(attest);
  return stated;
}

/** What the offline verifier says of a downloaded proof. */
export async function verifyOffline(file: string, root: string): Promise<string> {
  const { stdout } = await run(process.execPath, [join(ROOT, 'docs/verify-liabilities.mjs'), file, root]);
  return stdout;
}

/** Shows the way from the first balance to the root. */
export async function openPath(page: Page): Promise<void> {
  await page.locator('main summary').first().click();
}
