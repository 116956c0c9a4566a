import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';

const PERIOD_MS = 30_000;
/** The code before the current one is good as long as the current one is; it must arrive before that ends. */
const TRAVEL_MS = 10_000;

/** The authenticator that all of the demo's merchants share. */
function demoSecret(): string {
  return process.env['PURSER_E2E_TOTP'] ?? '';
}

function codeOfStep(secret: string, step: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: step * PERIOD_MS });
}

/**
 * A code that the merchant has not used. Each is good once, and the server takes the one before the current and the one
 * after it too, so that three acts in a row need no waiting. What was used is kept in a file: after a failure the rest
 * of the tests go on in another process.
 */
export async function freshCode(username: string, secret = demoSecret()): Promise<string> {
  const file = join(process.env['PURSER_E2E_DATA'] ?? '', `last-code-${username}`);
  const used = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const now = Date.now();
  const current = Math.floor(now / PERIOD_MS);
  const earliest = PERIOD_MS - (now % PERIOD_MS) > TRAVEL_MS ? current - 1 : current;
  const step = Math.max(used + 1, earliest);
  if (step > current + 1) await setTimeout((step - 1) * PERIOD_MS - now);
  writeFileSync(file, String(step));
  return codeOfStep(secret, step);
}

/** The code that was given last: the server knows it as used. */
export function usedCode(username: string): string {
  return codeOfStep(demoSecret(), Number(readFileSync(join(process.env['PURSER_E2E_DATA'] ?? '', `last-code-${username}`), 'utf8')));
}

/** A code that is not the authenticator's, now or within the next minutes. */
export function wrongCode(): string {
  const current = Math.floor(Date.now() / PERIOD_MS);
  const right = new Set(Array.from({ length: 12 }, (_, index) => codeOfStep(demoSecret(), current - 2 + index)));
  return ['000000', '111111', '222222'].find((code) => !right.has(code)) ?? '333333';
}
