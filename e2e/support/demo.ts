import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, expect, type Page, test as base, type TestInfo } from '@playwright/test';
import { freshCode } from './codes.ts';
import { rawKeys } from './raw-keys.ts';
import { expectStill } from './settled.ts';
import { slide } from './slider.ts';
import type { SpokenLanguage } from './texts.ts';

export const MERCHANT = { username: 'harbour', password: 'Harbour-demo-1', name: 'Harbour Books' };
export const LOTUS = { username: 'lotus', password: 'Lotus-demo-1', name: 'Lotus Tea House' };
export const NEWCOMER = { username: 'newcomer', password: 'Newcomer-demo-1', name: 'Newcomer Goods' };
export const ALICE = { username: 'alice', password: 'Alice-demo-1', paymentPassword: '314159' };
export const BINH = { username: 'binh', password: 'Binh-demo-1', paymentPassword: '271828' };
export const CHEN = { username: 'chen', password: 'Chen-demo-1', paymentPassword: '' };

export const DESKTOP = { width: 1440, height: 900 };
export const TABLET = { width: 768, height: 1024 };
export const PHONE = { width: 390, height: 844 };

export function baseUrl(): string {
  const url = process.env['PURSER_E2E_URL'];
  if (!url) throw new Error('global set-up has not run');
  return url;
}

/** A browser of its own whose console says nothing bad: an error or a refused script there fails the test. */
export async function visitor(
  browser: Browser,
  spoken: SpokenLanguage,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: baseUrl(), locale: spoken.locale, viewport: DESKTOP, ...options });
  open.push(context);
  context.on('weberror', (error) => complaints.push(error.error().message));
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
  });
  return context;
}

const complaints: string[] = [];
const open: BrowserContext[] = [];

/**
 * After each test closes what it has opened, and fails it by what a browser said. A hook in this module would not do: it is taken by the first file that
 * a worker loads, and by no other.
 */
export const test = base.extend<{ left: undefined }>({
  left: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, info) => {
      await use(undefined);
      if (info.status !== info.expectedStatus) await attachPages(info);
      await Promise.all(open.splice(0).map((context) => context.close()));
      // What a page says about failed calls is part of tests that make them fail; those clear the list themselves.
      expect(complaints.splice(0)).toEqual([]);
    },
    { auto: true },
  ],
});

/** What each open page shows, in words, for the report of a test that failed. */
async function attachPages(info: TestInfo): Promise<void> {
  for (const page of open.flatMap((context) => context.pages())) {
    const shown = await page.locator('body').ariaSnapshot({ timeout: 2_000 }).catch(String);
    await info.attach('page', { body: `${page.url()}\n${shown}` });
  }
}

/** For tests that make something fail on purpose, and know what the browser says about it. */
export function forgetComplaints(about = /./): void {
  const others = complaints.splice(0).filter((complaint) => !about.test(complaint));
  complaints.push(...others);
}

/** Somebody at the console who has chosen a language and is not signed in. */
export async function stranger(
  browser: Browser,
  spoken: SpokenLanguage,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<BrowserContext> {
  const context = await visitor(browser, spoken, options);
  await context.addInitScript(remember('language', spoken.stored));
  return context;
}

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Fills the console's login in and sends it. */
export async function enterLogin(page: Page, spoken: SpokenLanguage, { username, password }: Credentials, code: string): Promise<void> {
  await page.getByLabel(spoken.console('login.username'), { exact: true }).fill(username);
  await page.getByLabel(spoken.console('login.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: spoken.console('login.continue'), exact: true }).click();
  await page.getByLabel(spoken.console('login.code'), { exact: true }).fill(code);
  await page.getByRole('button', { name: spoken.console('login.submit'), exact: true }).click();
}

const tokens = new Map<string, string>();

/** A context whose console is signed in; each merchant's login itself happens once for all tests of a run. */
export async function merchant(
  browser: Browser,
  spoken: SpokenLanguage,
  options: Parameters<Browser['newContext']>[0] = {},
  who: Credentials = MERCHANT,
): Promise<BrowserContext> {
  const context = await stranger(browser, spoken, options);
  if (!tokens.has(who.username)) {
    const page = await context.newPage();
    await page.goto('/Login');
    await enterLogin(page, spoken, who, await freshCode(who.username));
    await expect(page).toHaveURL(/InstrumentPanel/);
    tokens.set(who.username, await page.evaluate<string>(`localStorage.getItem('token')`));
    await page.close();
  }
  await context.addInitScript(remember('token', tokens.get(who.username) ?? ''));
  return context;
}

/** A script that puts a value into local storage before a page's own scripts run; documents without an origin have none. */
function remember(key: string, value: string): string {
  return `if (location.protocol.startsWith('http') && localStorage.getItem('${key}') === null) localStorage.setItem('${key}', '${value}');`;
}

const AXE = readFileSync(createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'), 'utf8');

/** axe finds nothing on the page, by all of its rules, or those named; and every text is there. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  let problems = await axeProblems(page, rules);
  if (problems.length > 0) {
    // Something may have been on its way in, paler than it will be. What is wrong with the page is so when nothing moves, too.
    await expectStill(page);
    problems = await axeProblems(page, rules);
  }
  expect(problems).toEqual([]);
  expect(await rawKeys(page), 'keys in place of texts').toEqual([]);
}

async function axeProblems(page: Page, rules?: readonly string[]): Promise<string[]> {
  // A document gets axe once, and keeps it while its app goes from page to page. The builder would hand it over twice each time, which takes as long
  // as the looking.
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(`${AXE}; 0`);
  // Legacy mode spares a second page for each look; what it leaves out are frames of other origins, and there are none.
  // What passed, and where in the page it stands, is not asked for: it is most of what there is to tell, and telling it takes longer than the looking.
  const axe = new AxeBuilder({ page, axeSource: 'undefined' }).setLegacyMode().options({ reporter: 'no-passes', selectors: false });
  const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** Nothing on the page is wider than the screen, once the page has taken up a width it was just given: lists become cards a moment after the resizing. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = () => page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  await expect.poll(excess).toBeLessThanOrEqual(0);
}

/** Buys the shop's first book and answers the payment page's path. */
export async function buy(page: Page): Promise<string> {
  await page.goto('/shop');
  await page.locator('form button').first().click();
  await page.waitForURL(/\/pay\//);
  return new URL(page.url()).pathname;
}

/** Signs the payer in on a payment page. */
export async function payerLogIn(page: Page, spoken: SpokenLanguage, payer: { username: string; password: string }): Promise<void> {
  const t = spoken.payer;
  await page.getByLabel(t('username'), { exact: true }).fill(payer.username);
  await page.getByLabel(t('password'), { exact: true }).fill(payer.password);
  await slide(page);
  await page.getByRole('button', { name: t('log_in'), exact: true }).click();
}

const cookies = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>();

/** A context whose payer is signed in; each payer's login itself happens once for all tests of a run. */
export async function payer(
  browser: Browser,
  spoken: SpokenLanguage,
  who: Credentials,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<BrowserContext> {
  const context = await visitor(browser, spoken, options);
  const kept = cookies.get(who.username);
  if (kept !== undefined) {
    await context.addCookies(kept);
    return context;
  }
  const page = await context.newPage();
  await page.goto('/wallet');
  await payerLogIn(page, spoken, who);
  await expect(page.getByRole('heading', { name: spoken.payer('wallet_title') })).toBeVisible();
  cookies.set(who.username, await context.cookies());
  await page.close();
  return context;
}
