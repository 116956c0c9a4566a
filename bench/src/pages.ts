import { type Browser, chromium, type Page } from '@playwright/test';
import { Purser } from '@purser/client';
import { launch as launchChrome } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { Secret, TOTP } from 'otpauth';
import { answerOf } from '../../server/src/features/wallet/testing/slider.ts';
import { scriptKilobytes, usableSeconds } from './page-weight.ts';
import type { StartedPurser } from './start.ts';
import { median, type Row } from './row.ts';

const CHROMIUM = process.env['PURSER_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
const FLAGS = ['--headless', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const ROOT_FLAGS = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const LIGHTHOUSE_RUNS = 3;
const USABLE_RUNS = 5;

/** What the pages weigh, how soon they are useful, and how soon a payment shows: against a running demo. */
export async function benchPages(purser: StartedPurser): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...ROOT_FLAGS, ...FLAGS.slice(1)] });
  try {
    const paymentUrl = await newPaymentUrl(purser);
    const rows = [
      weight('checkout: JavaScript before the payer begins', await scriptKilobytes(browser, paymentUrl), 30),
      weight(
        'checkout: JavaScript of the login screen before it is touched',
        await scriptKilobytes(browser, `${paymentUrl}?step=login`),
        30,
      ),
      await usableRow(browser, paymentUrl),
      weight('wallet: JavaScript of the login page before it is touched', await scriptKilobytes(browser, `${purser.url}/wallet`), 30),
      weight(
        'wallet: JavaScript of the first page after login',
        await scriptKilobytes(browser, `${purser.url}/wallet`, await signedInPayer(browser, purser)),
        90,
      ),
      weight('console: JavaScript of the login page', await scriptKilobytes(browser, `${purser.url}/Login`), 130),
      weight('console: JavaScript of the first page after login', await firstPageKilobytes(browser, purser), 260),
      weight('operator: JavaScript of the sign-in page', await scriptKilobytes(browser, `${purser.url}/operator/sign-in`), 170),
    ];
    const staff = await signedInStaff(browser, purser);
    rows.push(
      weight('operator: JavaScript of the first page after sign-in', await scriptKilobytes(browser, `${purser.url}/operator/`, staff), 250),
      weight('operator: JavaScript of the list of merchants', await scriptKilobytes(browser, `${purser.url}/operator/merchants`, staff)),
      weight(
        'operator: JavaScript of the list of texts, without their editor',
        await scriptKilobytes(browser, `${purser.url}/operator/content`, staff),
      ),
    );
    rows.push(await lighthouseRow('checkout: Lighthouse performance, mobile', await newPaymentUrl(purser), 'mobile', 98));
    rows.push(await lighthouseRow('wallet: Lighthouse performance of the login page, mobile', `${purser.url}/wallet`, 'mobile', 98));
    rows.push(await lighthouseRow('console: Lighthouse performance, desktop', `${purser.url}/Login`, 'desktop', 95));
    return rows;
  } finally {
    await browser.close();
  }
}

function weight(what: string, kilobytes: number, limit?: number): Row {
  return { what, measured: kilobytes, unit: 'KB', budget: limit === undefined ? null : { kind: 'max', limit }, detail: 'gzip' };
}

async function newPaymentUrl({ url, shop }: StartedPurser): Promise<string> {
  const sdk = new Purser({ baseUrl: url, accessKey: shop.accessKey, secret: shop.secret });
  const order = await sdk.orders.create({ order_id: `bench-${Date.now()}`, coin_name: 'USDP', amount: '12.50', description: 'Bench' });
  return order.payment_url;
}

/** A merchant's dashboard, from a cold cache, already signed in. */
async function firstPageKilobytes(browser: Browser, purser: StartedPurser): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(`localStorage.setItem('language', 'us')`);
  await page.goto(`${purser.url}/Login`);
  await page.getByLabel('Username', { exact: true }).fill('harbour');
  await page.getByLabel('Password', { exact: true }).fill('Harbour-demo-1');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByLabel('Verification code', { exact: true }).fill(codeNow(purser));
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(/InstrumentPanel/);
  const token = await page.evaluate<string>(`localStorage.getItem('token')`);
  await context.close();
  return scriptKilobytes(browser, `${purser.url}/payment/InstrumentPanel`, (signedIn) =>
    signedIn.addInitScript(`localStorage.setItem('language', 'us'); localStorage.setItem('token', '${token}')`),
  );
}

/** How soon the first page is usable on a slow phone: 400 ms to an answer, 400 kbit/s, and a processor four times slower than this one. */
async function usableRow(browser: Browser, url: string): Promise<Row> {
  const seconds: number[] = [];
  for (let run = 0; run < USABLE_RUNS; run += 1) seconds.push(await usableSeconds(browser, url));
  const detail = `median of ${USABLE_RUNS}: painted whole, its script has run, nothing keeps the processor; 400 ms, 400 kbit/s, processor 4 x slower`;
  return { what: 'checkout: usable on a slow phone', measured: median(seconds), unit: 's', budget: { kind: 'max', limit: 1 }, detail };
}

/** Prepares a page for a payer of the demo who has signed in. */
async function signedInPayer(browser: Browser, purser: StartedPurser): Promise<(page: Page) => Promise<unknown>> {
  const context = await browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  await page.goto(`${purser.url}/wallet`);
  const challenge = await page.locator('input[name="challenge"]').inputValue();
  await page.getByRole('slider').fill(String(answerOf({ secrets: purser.secrets }, challenge).position));
  await page.getByLabel('Username', { exact: true }).fill('alice');
  await page.getByLabel('Password', { exact: true }).fill('Alice-demo-1');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('heading', { name: 'My wallet' }).waitFor();
  const cookies = await context.cookies();
  await context.close();
  return (signedIn) => signedIn.context().addCookies(cookies);
}

/** Prepares a page for a member of the demo's staff who has signed in. */
async function signedInStaff(browser: Browser, purser: StartedPurser): Promise<(page: Page) => Promise<unknown>> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(`localStorage.setItem('language', 'us')`);
  await page.goto(`${purser.url}/operator/sign-in`);
  await page.getByLabel('Username', { exact: true }).fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('Admin-demo-1');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByLabel('Google verification code', { exact: true }).fill(codeNow(purser));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation').waitFor();
  const cookies = await context.cookies();
  await context.close();
  return async (signedIn) => {
    await signedIn.context().addCookies(cookies);
    await signedIn.addInitScript(`localStorage.setItem('language', 'us'); localStorage.setItem('purser.operator', '1')`);
  };
}

/** What the authenticator of the demo's parties and staff shows. */
function codeNow({ totpSecret }: StartedPurser): string {
  return new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate();
}

async function lighthouseRow(what: string, url: string, device: 'mobile' | 'desktop', limit: number): Promise<Row> {
  const chrome = await launchChrome({ chromePath: CHROMIUM, chromeFlags: [...FLAGS, ...ROOT_FLAGS] });
  try {
    const desktop = {
      formFactor: 'desktop' as const,
      screenEmulation: { mobile: false, width: 1350, height: 940, deviceScaleFactor: 1, disabled: false },
      throttling: {
        rttMs: 40,
        throughputKbps: 10_240,
        cpuSlowdownMultiplier: 1,
        requestLatencyMs: 0,
        downloadThroughputKbps: 0,
        uploadThroughputKbps: 0,
      },
    };
    const settings = {
      port: chrome.port,
      onlyCategories: ['performance'],
      logLevel: 'error' as const,
      ...(device === 'desktop' ? desktop : {}),
    };
    const scores: number[] = [];
    for (let run = 0; run < LIGHTHOUSE_RUNS; run += 1) {
      const result = await lighthouse(url, settings);
      scores.push(Math.round((result?.lhr.categories['performance']?.score ?? 0) * 100));
    }
    return { what, measured: median(scores), unit: 'points', budget: { kind: 'min', limit }, detail: `runs: ${scores.join(', ')}` };
  } finally {
    chrome.kill();
  }
}
