import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { sql } from './database.ts';

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

/** Where the step of the code that was given last is kept: after a failure the rest of the tests go on in another process. */
const lastOf = (username: string): string => join(process.env['PURSER_E2E_DATA'] ?? '', `last-code-${username}`);

/** The step of the last code that the server took of a merchant or a member of staff. */
async function setLastStep(username: string, step: number): Promise<void> {
  await sql(
    `with merchants as (update merchant set totp_last_step = $2 where username = $1) update staff set totp_last_step = $2 where username = $1`,
    [username, step],
  );
}

/**
 * A code that passes. The server forgets that a member of the demo has used one, so that the tests do not wait for the next: that each is
 * good once is proven by tests of the server. With a secret of one's own, nothing is forgotten: the server takes the code before the current
 * one and the one after it too, so that three acts in a row need no waiting.
 */
export async function freshCode(username: string, secret?: string): Promise<string> {
  const now = Date.now();
  const current = Math.floor(now / PERIOD_MS);
  let step = current;
  if (secret === undefined) {
    await sql(
      `with a as (update merchant set totp_last_step = 0 where username = $1) update staff set totp_last_step = 0 where username = $1`,
      [username],
    );
  } else {
    const used = existsSync(lastOf(username)) ? Number(readFileSync(lastOf(username), 'utf8')) : 0;
    const earliest = PERIOD_MS - (now % PERIOD_MS) > TRAVEL_MS ? current - 1 : current;
    step = Math.max(used + 1, earliest);
    if (step > current + 1) await setTimeout((step - 1) * PERIOD_MS - now);
  }
  writeFileSync(lastOf(username), String(step));
  return codeOfStep(secret ?? demoSecret(), step);
}

/** The present code, which the server knows as used. */
export async function usedCode(username: string): Promise<string> {
  const step = Math.floor(Date.now() / PERIOD_MS);
  await setLastStep(username, step);
  return codeOfStep(demoSecret(), step);
}

/** A code that is not the authenticator's, now or within the next minutes. */
export function wrongCode(): string {
  const current = Math.floor(Date.now() / PERIOD_MS);
  const right = new Set(Array.from({ length: 12 }, (_, index) => codeOfStep(demoSecret(), current - 2 + index)));
  return ['000000', '111111', '222222'].find((code) => !right.has(code)) ?? '333333';
}
