import { outcomeText } from '@purser/contract/errors';
import { loginIpWhiteCheck } from '@purser/contract/features/white-list';
import { expect, type Page } from '@playwright/test';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { enterLogin, expectAccessible, forgetComplaints, merchant, stranger, test } from '../support/demo.ts';
import { merchantIdOf, ownMerchant } from '../support/own-merchant.ts';
import { ENGLISH } from '../support/texts.ts';

const t = ENGLISH.console;

async function confirm(page: Page, act: string, username: string): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel(t('kit.codeLabel')) });
  await dialog.getByLabel(t('kit.codeLabel')).fill(await freshCode(username));
  await dialog.getByRole('button', { name: act, exact: true }).click();
}

test('a merchant limits the console to an address, is warned of being shut out, comes back, and ends a session by its login', async ({
  browser,
}) => {
  const owner = await ownMerchant('doorkeeper');
  const merchantId = await merchantIdOf(owner.username);
  const strange = await (await stranger(browser, ENGLISH)).newPage();
  await strange.goto('/Login');
  await enterLogin(strange, ENGLISH, { ...owner, password: 'Wrong-demo-1' }, '000000');
  await expect(strange.getByText(outcomeText('wrong_credentials', 'en'))).toBeVisible();

  const page = await (await merchant(browser, ENGLISH, {}, owner)).newPage();
  // Where the browser is, as the server sees it.
  const [session] = await sql<{ ip: string }>('select ip from session where owner_id = $1', [merchantId]);
  const here = session?.ip ?? '';
  await page.goto('/white/WhiteList');
  await expect(page.getByText(t('whiteList.presentAny', { ip: here }))).toBeVisible();
  await page
    .getByRole('button', { name: t('whiteList.add') })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: t('whiteList.add') });
  const ip = form.getByLabel(t('whiteList.ip'), { exact: true });
  const goOn = form.getByRole('button', { name: t('whiteList.continue') });
  await ip.fill('203.0.113.256');
  await goOn.click();
  await expect(ip).toHaveAccessibleDescription('IP format is incorrect');
  await ip.fill('203.0.113.9/24');
  await goOn.click();
  await expect(page.getByText(t('whiteList.locksOut', { ip: here }))).toBeVisible();
  await expect(page.getByText('203.0.113.0/24', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('kit.cancel') })
    .click();

  await form.getByRole('button', { name: t('whiteList.usePresent') }).click();
  await expect(ip).toHaveValue(here);
  await form.getByLabel(t('whiteList.remark'), { exact: true }).fill('Office');
  await goOn.click();
  await expect(page.getByText(t('whiteList.firstWarning'))).toBeVisible();
  await confirm(page, t('whiteList.add'), owner.username);
  await expect(page.getByText('Added', { exact: true })).toBeVisible();
  await expect(page.getByText(t('whiteList.presentListed', { ip: here }))).toBeVisible();
  await expect(page.getByRole('row', { name: /Office/ })).toBeVisible();

  // Somebody else who uses the account has added another office.
  await sql(`insert into login_ip_white (merchant_id, ip) values ($1, '203.0.113.7')`, [merchantId]);
  await sql(`insert into login_ip_white (merchant_id, ip) values ($1, '203.0.113.8')`, [merchantId]);
  await page.reload();
  await page.locator('main').getByRole('button', { name: '203.0.113.8' }).click();
  await page
    .getByRole('dialog', { name: t('whiteList.detailTitle') })
    .getByRole('button', { name: t('whiteList.delete') })
    .click();
  await confirm(page, t('whiteList.delete'), owner.username);
  await expect(page.getByText('Deleted', { exact: true })).toBeVisible();
  await page.goto('/white/WhiteList');
  await expect(page.getByRole('row', { name: /203\.0\.113\.7/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /203\.0\.113\.8/ })).toHaveCount(0);
  await page.locator('main').getByRole('button', { name: here }).click();
  await page
    .getByRole('dialog', { name: t('whiteList.detailTitle') })
    .getByRole('button', { name: t('whiteList.delete') })
    .click();
  await expect(page.getByText(t('whiteList.locksOut', { ip: here }))).toBeVisible();
  await confirm(page, t('whiteList.delete'), owner.username);
  await expect(page).toHaveURL(/\/Restricted/);
  await expect(page.getByText(t('restricted.ip', { ip: here }))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: t('restricted.retry') }).click();
  await expect(page.getByText(t('restricted.ip', { ip: here }))).toBeVisible();
  await sql('delete from login_ip_white where merchant_id = $1', [merchantId]);
  await page.getByRole('link', { name: t('restricted.retry') }).click();
  await expect(page.getByText(t('whiteList.presentAny', { ip: here }))).toBeVisible();

  await page.goto('/records/EntryRecord');
  await expect(page.getByRole('row', { name: new RegExp(t('loginRecord.outcome.wrong_password')) })).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('row', { name: new RegExp(t('loginRecord.outcome.logged_in')) })
    .getByRole('button', { name: here })
    .click();
  const record = page.getByRole('dialog', { name: t('loginRecord.detailTitle') });
  await expect(record.getByText(t('loginRecord.open'), { exact: true })).toBeVisible();
  await expectAccessible(page);
  // It is the session that asks: it is over like any other.
  await record.getByRole('button', { name: t('loginRecord.endSession') }).click();
  await expect(page).toHaveURL(/\/Login/);
  // What was asked for at the end was asked without a session; what is answered later is not heard any more.
  await page.close();
  forgetComplaints(/401 /);
});

test('a form that is cancelled while the server is asked what it comes to asks for no code', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/white/WhiteList');
  const add = page.getByRole('button', { name: t('whiteList.add') }).first();
  const form = page.getByRole('dialog', { name: t('whiteList.add') });
  const ip = form.getByLabel(t('whiteList.ip'), { exact: true });
  const code = page.getByLabel(t('kit.codeLabel'));
  await add.click();
  await ip.fill('203.0.113.7');
  const held = Promise.withResolvers<void>();
  await page.route(`**${loginIpWhiteCheck.path}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(`**${loginIpWhiteCheck.path}`);
  await form.getByRole('button', { name: t('whiteList.continue') }).click();
  await asked;
  page.once('dialog', (question) => void question.accept());
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  const answered = page.waitForResponse(`**${loginIpWhiteCheck.path}`);
  held.resolve();
  await (await answered).finished();
  // What the answer leads to is on show after the frame after it.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  await expect(code).toHaveCount(0);

  await add.click();
  await expect(ip).toHaveValue('');
  await ip.fill('203.0.113.8');
  await form.getByRole('button', { name: t('whiteList.continue') }).click();
  await expect(code).toBeVisible();
  await expect(page.getByRole('dialog').getByText('203.0.113.8', { exact: true })).toBeVisible();
});
