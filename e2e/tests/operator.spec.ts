import { expect, type Page } from '@playwright/test';
import { freshCode, usedCode, wrongCode } from '../support/codes.ts';
import { expectAccessible, forgetComplaints, merchant, stranger, test } from '../support/demo.ts';
import { confirmAsStaff, enterSignIn, operatorTexts, STAFF, staff, signInAnew } from '../support/operator.ts';
import { sql } from '../support/database.ts';
import { merchantIdOf, ownMerchant } from '../support/own-merchant.ts';
import { ENGLISH, VIETNAMESE } from '../support/texts.ts';

const t = operatorTexts(ENGLISH);

test('a refused sign-in says why, at the field that it concerns', async ({ browser }) => {
  const page = await (await stranger(browser, ENGLISH)).newPage();
  await page.goto('/operator/');
  await expect(page).toHaveURL(/\/operator\/sign-in$/);
  await expect(page.getByLabel(t('signIn.username'), { exact: true })).toBeFocused();

  await page.getByRole('button', { name: t('signIn.continue'), exact: true }).click();
  await expect(page.getByText(t('signIn.usernameRequired'))).toBeVisible();
  await expect(page.getByLabel(t('signIn.username'), { exact: true })).toBeFocused();

  await enterSignIn(page, ENGLISH, { username: STAFF.support.username, password: 'Not-the-password-1' }, wrongCode());
  await expect(page.getByLabel(t('signIn.password'), { exact: true })).toBeFocused();
  await expect(page.getByRole('alert')).toHaveText(/./);

  await enterSignIn(page, ENGLISH, STAFF.support, wrongCode());
  await expect(page.getByLabel(t('signIn.code'), { exact: true })).toBeFocused();
  await expect(page.getByLabel(t('signIn.code'), { exact: true })).toHaveValue('');
  await expect(page.getByRole('alert')).toHaveText(/./);
  await expectAccessible(page);
});

test('signing in leads to the page that was asked for, shows who one is, and a code is good once', async ({ browser }) => {
  const page = await (await stranger(browser, ENGLISH)).newPage();
  await page.goto('/operator/account?from=elsewhere');
  await expect(page).toHaveURL(/sign-in/);
  await enterSignIn(page, ENGLISH, STAFF.finance, await freshCode(STAFF.finance.username));
  await expect(page.getByRole('heading', { level: 1, name: t('menu.account') })).toBeVisible();
  await expect(page).toHaveURL(/\/operator\/account\?from=elsewhere$/);
  await expect(page.getByRole('banner')).toContainText(STAFF.finance.name);
  await expect(page.getByRole('banner')).toContainText(t('role.finance'));

  await page.getByRole('button', { name: new RegExp(STAFF.finance.name) }).click();
  await page.getByRole('button', { name: t('shell.logout') }).click();
  await expect(page).toHaveURL(/\/operator\/sign-in$/);

  await enterSignIn(page, ENGLISH, STAFF.finance, await usedCode(STAFF.finance.username));
  await expect(page.getByLabel(t('signIn.code'), { exact: true })).toBeFocused();
  await expect(page.getByRole('alert')).toHaveText(/./);
});

test('an address that leads out of the console is not followed after the sign-in', async ({ browser }) => {
  const page = await (await stranger(browser, ENGLISH)).newPage();
  await page.goto('/operator/sign-in?from=https%3A%2F%2Fevil.example%2Faccount');
  await enterSignIn(page, ENGLISH, STAFF.auditor, await freshCode(STAFF.auditor.username));
  await expect(page.getByRole('heading', { level: 1, name: t('menu.account') })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/operator/account');
});

test('a session that was ended elsewhere is explained, and neither console opens the other', async ({ browser }) => {
  const context = await staff(browser, ENGLISH, STAFF.admin);
  const page = await context.newPage();
  await page.goto('/operator/account');
  await expect(page.getByRole('heading', { level: 1, name: t('menu.account') })).toBeVisible();
  const kept = await context.cookies();
  expect(kept.find(({ name }) => name === 'purser_operator')).toMatchObject({ httpOnly: true, sameSite: 'Strict' });

  await context.clearCookies();
  await page.reload();
  await expect(page.getByText(t('signIn.ended'))).toBeVisible();
  await page.close();
  forgetComplaints(/401/);

  // A merchant's session is none here.
  const other = await (await merchant(browser, ENGLISH)).newPage();
  await other.goto('/operator/account');
  await expect(other).toHaveURL(/sign-in/);
  await expect(other.getByText(t('signIn.ended'))).toHaveCount(0);
});

test('a page that was open before somebody else signed in is theirs from then on', async ({ browser }) => {
  const context = await staff(browser, ENGLISH, STAFF.auditor);
  const page = await context.newPage();
  await page.goto('/operator/account');
  await expect(page.getByRole('button', { name: STAFF.auditor.name })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/operator/sign-in');
  await enterSignIn(other, ENGLISH, STAFF.support, await freshCode(STAFF.support.username));
  await expect(other.getByRole('button', { name: STAFF.support.name })).toBeVisible();
  await expect(page.getByRole('button', { name: STAFF.support.name })).toBeVisible();
  await expect(page.getByRole('button', { name: STAFF.auditor.name })).toHaveCount(0);
  await expect(page).not.toHaveURL(/account/);
});

test('who is signed in keeps the menu on a page that is not there, and a visitor sees it alone', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await page.goto('/operator/nowhere');
  await expect(page.getByRole('heading', { level: 1, name: t('notFound.title') })).toBeVisible();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('menu.account') })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: t('menu.account') })).toBeVisible();

  const visiting = await (await stranger(browser, ENGLISH)).newPage();
  await visiting.goto('/operator/nowhere');
  await expect(visiting.getByRole('heading', { level: 1, name: t('notFound.title') })).toBeVisible();
  await expect(visiting.getByRole('navigation')).toHaveCount(0);
});

test('a link that was used or never made says so, and what to do', async ({ browser }) => {
  const page = await (await stranger(browser, ENGLISH)).newPage();
  await page.goto('/operator/set-up#never-made');
  await expect(page.getByRole('heading', { level: 1, name: t('setUp.refusedTitle') })).toBeVisible();
  await expect(page.getByText(t('setUp.refusedHint'))).toBeVisible();
  await expectAccessible(page);
});

test('language is changed without a reload, on the page’s own texts too', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await page.goto('/operator/account');
  await expect(page.getByText(t('account.hint'))).toBeVisible();
  await page.evaluate('globalThis.kept = true');
  await page.getByLabel(t('shell.language')).selectOption('vi');
  await expect(page.getByText(operatorTexts(VIETNAMESE)('account.hint'))).toBeVisible();
  await expect(page.getByRole('link', { name: operatorTexts(VIETNAMESE)('menu.account') })).toBeVisible();
  expect(await page.evaluate('globalThis.kept')).toBe(true);
});

test('an admin invites somebody, who sets up an account by the link and sees only the menu of the role', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await page.goto('/operator/staff');
  await page.getByRole('button', { name: t('staff.invite'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('staff.invite') });
  await dialog.getByRole('button', { name: t('staff.invite') }).click();
  await expect(dialog.getByText(t('staff.nameProblem'))).toBeVisible();
  await dialog.getByLabel(t('staff.name'), { exact: true }).fill('Nora Newhire');
  await dialog.getByLabel(t('staff.username'), { exact: true }).fill('nora');
  await dialog.getByRole('radio', { name: new RegExp(`^${t('role.finance')}`) }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: t('staff.invite') }).click();
  await confirmAsStaff(page, t('staff.invite'), await freshCode(STAFF.admin.username));

  const shown = page.getByRole('dialog', { name: t('staff.linkTitle') });
  const link = await shown.locator('dd').innerText();
  await shown.getByRole('checkbox').check();
  await shown.getByRole('button', { name: t('staff.linkDone') }).click();
  await expect(page.getByText(t('staff.waiting'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('staff.withdrawNamed', { name: 'Nora Newhire' }) })).toBeVisible();

  const newcomer = await (await stranger(browser, ENGLISH)).newPage();
  await newcomer.goto(link.trim());
  await expect(newcomer.getByText('Nora Newhire')).toBeVisible();
  const set = newcomer.getByRole('button', { name: t('setUp.continue') });
  await newcomer.getByLabel(t('setUp.password'), { exact: true }).fill('short');
  await set.click();
  await expect(newcomer.getByText(t('setUp.passwordUnfit', { minimum: 12, maximum: 128 }))).toBeVisible();
  await newcomer.getByLabel(t('setUp.password'), { exact: true }).fill('Nora-demo-2026');
  await newcomer.getByLabel(t('setUp.again'), { exact: true }).fill('Nora-demo-2027');
  await set.click();
  await expect(newcomer.getByText(t('setUp.differs'))).toBeVisible();
  await newcomer.getByLabel(t('setUp.again'), { exact: true }).fill('Nora-demo-2026');
  await set.click();
  await expect(newcomer.getByRole('heading', { name: t('setUp.authenticator') })).toBeFocused();
  await expectAccessible(newcomer);
  const secret = (await newcomer.locator('code').innerText()).replaceAll(/\s/g, '');
  await newcomer.getByLabel(t('setUp.code'), { exact: true }).fill(wrongCode());
  await newcomer.getByRole('button', { name: t('setUp.submit') }).click();
  await expect(newcomer.getByLabel(t('setUp.code'), { exact: true })).toHaveValue('');
  await newcomer.getByLabel(t('setUp.code'), { exact: true }).fill(await freshCode('nora', secret));
  await newcomer.getByRole('button', { name: t('setUp.submit') }).click();

  const menu = newcomer.getByRole('navigation', { name: t('shell.menu') });
  await expect(menu.getByRole('link', { name: t('menu.approvals') })).toBeVisible();
  await expect(menu.getByRole('link', { name: t('menu.staff') })).toHaveCount(0);
  await newcomer.goto('/operator/staff');
  await expect(newcomer.getByRole('heading', { level: 1, name: t('notAllowed.title') })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('button', { name: 'Nora Newhire' })).toBeVisible();
  await expect(page.getByText(t('staff.waiting'))).toHaveCount(0);

  // Whoever made the link could have used it alone: another admin says that it was somebody else.
  await page.getByRole('button', { name: 'Nora Newhire' }).click();
  const drawer = page.getByRole('dialog', { name: t('staff.detailTitle') });
  await expect(drawer.getByText(t('staff.unconfirmed')).first()).toBeVisible();
  await expect(drawer.getByRole('button', { name: t('staff.suspend') })).toBeVisible();
  await expect(drawer.getByRole('button', { name: t('staff.confirm') })).toHaveCount(0);
  const another = await (await staff(browser, ENGLISH, STAFF.admin2)).newPage();
  await another.goto('/operator/staff');
  await another.getByRole('button', { name: 'Nora Newhire' }).click();
  const opened = another.getByRole('dialog', { name: t('staff.detailTitle') });
  await expectAccessible(another);
  await opened.getByRole('button', { name: t('staff.confirm') }).click();
  await expect(another.getByText(t('staff.confirmWarning', { name: 'Nora Newhire' }))).toBeVisible();
  await expect(another.getByText(STAFF.admin.name).last()).toBeVisible();
  await confirmAsStaff(another, t('staff.confirm'), await freshCode(STAFF.admin2.username));
  await expect(opened.getByText(t('staff.unconfirmed'))).toHaveCount(0);
});

test('a member is suspended: their session ends at once, and the last way back is to be restored', async ({ browser }) => {
  const suspended = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  await suspended.goto('/operator/account');
  await expect(suspended.getByRole('heading', { level: 1, name: t('menu.account') })).toBeVisible();

  const page = await (await staff(browser, ENGLISH, STAFF.admin2)).newPage();
  await page.goto('/operator/staff');
  await page.getByRole('button', { name: STAFF.support.name }).click();
  const drawer = page.getByRole('dialog', { name: t('staff.detailTitle') });
  await drawer.getByRole('button', { name: t('staff.suspend') }).click();
  signInAnew(STAFF.support);
  try {
    await confirmAsStaff(page, t('staff.suspend'), await freshCode(STAFF.admin2.username));
    await expect(drawer.getByText(t('staff.status.suspended')).first()).toBeVisible();

    await suspended.reload();
    await expect(suspended.getByText(t('signIn.ended'))).toBeVisible();
    await suspended.close();
    forgetComplaints(/401/);

    await drawer.getByRole('button', { name: t('staff.restore') }).click();
    await confirmAsStaff(page, t('staff.restore'), await freshCode(STAFF.admin2.username));
    await expect(drawer.getByText(t('staff.status.active')).first()).toBeVisible();
  } finally {
    await sql(`update staff set status = 'active' where username = $1`, [STAFF.support.username]);
  }
});

test('what one admin enters another one decides, by keyboard: approved with a code, rejected with a reason', async ({ browser }) => {
  const owner = await merchantIdOf((await ownMerchant('resets')).username);
  const pending = `/operator/approvals?owner_id=${owner}&state=pending&sort_order=asc`;
  const entering = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await entering.goto(pending);
  await expect(entering.getByText(t('kit.noMatchTitle'))).toBeVisible();
  const reasons = ['Lost the phone', 'Sounds like somebody else'];
  for (const reason of reasons) await enterReset(entering, owner, reason, await freshCode(STAFF.admin.username));
  await entering.reload();
  await entering
    .getByRole('button', { name: t('approvals.kind.resetAuthenticator') })
    .first()
    .click();
  await expect(entering.getByText(t('approvals.own'))).toBeVisible();
  await expect(entering.getByRole('button', { name: t('approvals.approve') })).toHaveCount(0);

  const page = await (await staff(browser, ENGLISH, STAFF.admin2)).newPage();
  await page.goto(pending);
  await expect(page.getByRole('button', { name: t('approvals.kind.resetAuthenticator') })).toHaveCount(2);
  await page.keyboard.press('j');
  const drawer = page.getByRole('dialog', { name: t('approvals.detailTitle') });
  await expect(drawer.getByText(reasons[0] ?? '')).toBeVisible();
  await page.keyboard.press('j');
  await expect(drawer.getByText(reasons[1] ?? '')).toBeVisible();
  await page.keyboard.press('k');
  await expect(drawer.getByText(reasons[0] ?? '')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('a');
  await confirmAsStaff(page, t('approvals.approve'), await freshCode(STAFF.admin2.username));
  await expect(page.getByText(t('approvals.approveDone'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('approvals.kind.resetAuthenticator') })).toHaveCount(1);

  await page.keyboard.press('j');
  await expect(drawer.getByText(reasons[1] ?? '')).toBeVisible();
  await page.keyboard.press('r');
  const reject = page.getByRole('dialog', { name: t('approvals.reject') });
  await reject.getByRole('button', { name: t('approvals.reject') }).click();
  await expect(reject.getByText(t('approvals.rejectReasonRequired'))).toBeVisible();
  await reject.getByLabel(t('approvals.rejectReason')).fill('The voice was another');
  await reject.getByRole('button', { name: t('approvals.reject') }).click();
  await expect(page.getByText(t('kit.noMatchTitle'))).toBeVisible();

  await page.goto(`/operator/approvals?owner_id=${owner}`);
  const decided = page.getByRole('row').filter({ hasText: t('approvals.kind.resetAuthenticator') });
  await expect(decided.filter({ hasText: t('approvals.state.rejected') })).toHaveCount(1);
  await expect(decided.filter({ hasText: t('approvals.state.approved') })).toHaveCount(1);
});

/** Enters that a merchant's authenticator is taken off, as the merchant's page does. */
async function enterReset(page: Page, owner: number, reason: string, code: string): Promise<void> {
  const input = { merchant_id: owner, reason, google_code: code };
  const answered = await page.evaluate<number>(
    `fetch('/v1/operator/party/reset_authenticator', { method: 'POST', headers: { 'Content-Type': 'application/json', 'Idempotency-Key': ${JSON.stringify(`e2e-${owner}-${reason}`)} }, body: ${JSON.stringify(JSON.stringify(input))} }).then((response) => response.json()).then(({ code }) => code)`,
  );
  expect(answered).toBe(200);
}
