import { expect, type Page } from '@playwright/test';
import { baseUrl } from './demo.ts';
import { sql } from './database.ts';
import { placeOf } from './slider.ts';

/** Asks for a code as a form does, to go on to a page afterwards, and answers the path of the page that takes it. */
export async function askToRegister(address: string, next = '/wallet'): Promise<string> {
  await sql(`delete from throttle where scope like 'code:%'`);
  const page = await (await fetch(`${baseUrl()}/wallet/register`, { headers: { 'accept-language': 'en' } })).text();
  const challenge = /name="challenge" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const position = String(placeOf(challenge));
  const body = new URLSearchParams({
    username: 'somebody',
    identity_kind: 'email',
    identity: address,
    position,
    challenge,
    next,
  });
  const answer = await fetch(`${baseUrl()}/wallet/register/code`, { method: 'POST', body, redirect: 'manual' });
  return answer.headers.get('location') ?? '';
}

const read = new Set<string>();

/** Reads the newest code where the demo's messages end, once it is another than those that were read. */
export async function codeIn(page: Page, to: string): Promise<string> {
  const mailbox = await page.context().newPage();
  const message = mailbox.locator('article', { hasText: to }).first();
  let code = '';
  await expect(async () => {
    await mailbox.goto('/demo/mailbox');
    code = /\b\d{6}\b/.exec(await message.innerText({ timeout: 1000 }))?.[0] ?? '';
    expect(code).toMatch(/^\d{6}$/);
    expect(read.has(code)).toBe(false);
  }).toPass();
  read.add(code);
  await mailbox.close();
  return code;
}
