import { type Browser, expect, type Page } from '@playwright/test';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { forgetComplaints, stranger, test } from '../support/demo.ts';
import { enterSignIn, operatorTexts, STAFF } from '../support/operator.ts';
import { ENGLISH } from '../support/texts.ts';

/** What the tabs of one browser show while somebody signs in and out in one of them. */

const t = operatorTexts(ENGLISH);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

type Member = (typeof STAFF)[keyof typeof STAFF];

async function signIn(page: Page, who: Member): Promise<void> {
  if (!page.url().includes('/sign-in')) await page.goto('/operator/sign-in');
  await enterSignIn(page, ENGLISH, who, await freshCode(who.username));
}

/** A browser of one's own whose first tab shows a page to somebody who has signed in there. */
async function signedIn(browser: Browser, who: Member, path: string) {
  const context = await stranger(browser, ENGLISH);
  const page = await context.newPage();
  await signIn(page, who);
  await expect(page.getByRole('button', { name: who.name })).toBeVisible();
  await page.goto(path);
  await expect(page.getByRole('button', { name: who.name })).toBeVisible();
  return { context, page };
}

async function logOut(page: Page, { name }: Member): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: t('shell.logout') }).click();
  await expect(page).toHaveURL(/sign-in/);
}

test('a refusal that comes late, after somebody has signed in anew in another tab, ends nothing', async ({ browser }) => {
  const { context, page } = await signedIn(browser, STAFF.finance, '/operator/account');
  await expect(heading(page, t('menu.account'))).toBeVisible();
  const other = await context.newPage();
  await other.goto('/operator/sign-in');

  // A call is refused, and the answer takes longer than it takes to sign in again elsewhere.
  const again = Promise.withResolvers<void>();
  const refused = Promise.withResolvers<void>();
  await page.route('**/v1/operator/**', async (route) => {
    const answer = await route.fetch();
    if (answer.status() === 401) {
      refused.resolve();
      await again.promise;
    }
    await route.fulfill({ response: answer });
  });
  // This browser's session, the newest: other tests have the member's as well.
  await sql(
    `delete from staff_session where session_id = (
       select session_id from staff_session join staff using (staff_id) where username = $1 order by staff_session.created_at desc limit 1
     )`,
    [STAFF.finance.username],
  );
  await page.getByRole('link', { name: t('menu.merchants') }).click();
  await refused.promise;
  await signIn(other, STAFF.finance);
  await expect(other.getByRole('button', { name: STAFF.finance.name })).toBeVisible();
  const late = page.waitForResponse((response) => response.status() === 401);
  again.resolve();
  await late;
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
  await other.goto('/operator/account');
  await expect(heading(other, t('menu.account'))).toBeVisible();
  await expect(page).not.toHaveURL(/sign-in/);
  forgetComplaints(/401/);
});

test('whoever logs out in one tab leaves nothing of it on show in another', async ({ browser }) => {
  const { context, page } = await signedIn(browser, STAFF.auditor, '/operator/account');
  await expect(heading(page, t('menu.account'))).toBeVisible();
  const other = await context.newPage();
  await other.goto('/operator/account');
  await logOut(other, STAFF.auditor);
  await expect(page.getByText(t('signIn.ended'))).toBeVisible();
  // What it was asking for at that moment is refused.
  forgetComplaints(/401/);
});

test('a page is another member’s as soon as they have signed in, before any page of theirs has come', async ({ browser }) => {
  const { context, page } = await signedIn(browser, STAFF.support, '/operator/account');
  await expect(heading(page, t('menu.account'))).toBeVisible();
  const other = await context.newPage();
  await other.route('**/v1/operator/session', () => {});
  await signIn(other, STAFF.auditor);
  await expect(page.getByRole('button', { name: STAFF.auditor.name })).toBeVisible();
  await expect(page).not.toHaveURL(/account/);
});

test('a page that the browser has kept is not shown again to whoever has logged out since, nor kept from whoever has not', async ({
  browser,
}) => {
  const { page } = await signedIn(browser, STAFF.support, '/operator/merchants');
  await expect(page.getByText('Harbour Books').first()).toBeVisible();
  // The browser of the tests keeps no pages, so it is told as others tell it.
  const leftAndShownAgain = (meanwhile: string) =>
    page.evaluate(`dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })); ${meanwhile};
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
  await page.evaluate('globalThis.kept = true');
  await leftAndShownAgain('');
  await page.getByRole('link', { name: t('menu.users') }).click();
  await expect(heading(page, t('menu.users'))).toBeVisible();
  expect(await page.evaluate('globalThis.kept')).toBe(true);

  await leftAndShownAgain(`localStorage.removeItem('purser.operator')`);
  await expect(page).toHaveURL(/sign-in/);
});
