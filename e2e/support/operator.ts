import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { LANGUAGES } from '@purser/contract/language';
import { fillText } from '@purser/contract/text';
import { everyText } from '@purser/i18n/testing/every-text';
import { freshCode } from './codes.ts';
import { stranger } from './demo.ts';
import { ENGLISH, type SpokenLanguage } from './texts.ts';

const TEXTS = new Map(await Promise.all(LANGUAGES.map(async (language) => [language, await everyText('operator', language)] as const)));

/** The operator console's texts in a language, those of its pages included. Throws for a key that it does not have. */
export function operatorTexts({ language }: Pick<SpokenLanguage, 'language'>) {
  return (key: string, values?: Record<string, string | number>): string => {
    const text = TEXTS.get(language)?.[key];
    if (text === undefined) throw new Error(`the operator console has no text ${key}`);
    return fillText(text, values);
  };
}

/** The demo's staff, one of each role. */
export const STAFF = {
  admin: { username: 'admin', password: 'Admin-demo-1', name: 'Ada Admin' },
  admin2: { username: 'admin2', password: 'Admin-demo-2', name: 'Ben Admin' },
  finance: { username: 'finance', password: 'Finance-demo-1', name: 'Fang Finance' },
  support: { username: 'support', password: 'Support-demo-1', name: 'Sơn Support' },
  auditor: { username: 'auditor', password: 'Auditor-demo-1', name: 'Aki Auditor' },
} as const;

export type Member = (typeof STAFF)[keyof typeof STAFF];

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Fills the operator console's sign-in in and sends it. */
export async function enterSignIn(page: Page, spoken: SpokenLanguage, { username, password }: Credentials, code: string): Promise<void> {
  const t = operatorTexts(spoken);
  await page.getByLabel(t('signIn.username'), { exact: true }).fill(username);
  await page.getByLabel(t('signIn.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('signIn.continue'), exact: true }).click();
  await page.getByLabel(t('signIn.code'), { exact: true }).fill(code);
  await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click();
}

const cookies = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>();

/** Lets a member sign in anew, whose session has ended. */
export function signInAnew({ username }: Pick<Credentials, 'username'>): void {
  cookies.delete(username);
}

/** A context whose operator console is signed in; each member's sign-in itself happens once for all tests of a run. */
export async function staff(
  browser: Browser,
  spoken: SpokenLanguage,
  who: Credentials,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<BrowserContext> {
  const context = await stranger(browser, spoken, options);
  if (!cookies.has(who.username)) {
    // At a desk, where the menu that says who is in needs not be opened.
    const desk = await stranger(browser, spoken);
    const page = await desk.newPage();
    await page.goto('/operator/');
    await enterSignIn(page, spoken, who, await freshCode(who.username));
    await expect(page.getByRole('navigation')).toBeVisible();
    cookies.set(who.username, await desk.cookies());
    await desk.close();
  }
  await context.addCookies(cookies.get(who.username) ?? []);
  await context.addInitScript(`if (location.protocol.startsWith('http')) localStorage.setItem('purser.operator', '1')`);
  return context;
}

/** Gives the code that a confirmation on the operator console asks for. */
export async function confirmAsStaff(page: Page, act: string, code: string, spoken: SpokenLanguage = ENGLISH): Promise<void> {
  const label = operatorTexts(spoken)('kit.codeLabel');
  await page.getByLabel(label).fill(code);
  await page
    .getByRole('dialog')
    .filter({ has: page.getByLabel(label) })
    .getByRole('button', { name: act, exact: true })
    .click();
}

/** Confirms with a member's code in the innermost dialog that asks for one, which then is over. */
export async function confirmToTheEnd(page: Page, { username }: Pick<Credentials, 'username'>, act: string): Promise<void> {
  const code = page.getByLabel(operatorTexts(ENGLISH)('kit.codeLabel'));
  await code.fill(await freshCode(username));
  await page.getByRole('dialog').filter({ has: code }).getByRole('button', { name: act, exact: true }).last().click();
  await expect(code).toHaveCount(0);
}

/** Calls, as a member does in a console of their own, with a code of theirs where the call wants one. */
export async function callAsStaff(browser: Browser, by: Member, path: string, content: object): Promise<void> {
  const page = await (await staff(browser, ENGLISH, by)).newPage();
  await page.goto('/operator/account');
  const answer = await page.request.post(`/v1/operator/${path}`, {
    data: { ...content, ...(path !== 'approval/reject' && { google_code: await freshCode(by.username) }) },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(await answer.json()).toMatchObject({ code: 200 });
  await page.close();
}

/** Reads a one-time link where it is shown, and says that it is stored. */
export async function takeLink(page: Page, title: string, done: string): Promise<string> {
  const shown = page.getByRole('dialog', { name: title });
  const link = (await shown.locator('dd').innerText()).trim();
  await shown.getByRole('checkbox').check();
  await shown.getByRole('button', { name: done }).click();
  await expect(shown).toBeHidden();
  return link;
}

/** Admits a merchant on the merchants' page, and answers the one-time link; without one where it is mailed. */
export async function admitMerchant(
  page: Page,
  spoken: SpokenLanguage,
  wanted: { readonly name: string; readonly username: string; readonly market: RegExp; readonly mail?: string },
  code: string,
): Promise<string> {
  const t = operatorTexts(spoken);
  await page.goto('/operator/merchants');
  await page.getByRole('button', { name: t('party.admit') }).click();
  const dialog = page.getByRole('dialog', { name: t('party.admit') });
  await dialog.getByLabel(t('party.name'), { exact: true }).fill(wanted.name);
  await dialog.getByLabel(t('party.username'), { exact: true }).fill(wanted.username);
  await dialog.getByRole('checkbox', { name: wanted.market }).check();
  if (wanted.mail !== undefined) await dialog.getByLabel(t('party.linkMail')).fill(wanted.mail);
  await dialog.getByRole('button', { name: t('party.continue') }).click();
  await confirmAsStaff(page, t('party.admit'), code);
  if (wanted.mail !== undefined) {
    await expect(page.getByText(t('party.linkMailed', { mail: wanted.mail }))).toBeVisible();
    return '';
  }
  return takeLink(page, t('party.linkTitle'), t('party.linkDone'));
}
