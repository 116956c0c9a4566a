import { expect, type Page } from '@playwright/test';
import { freshCode, wrongCode } from '../support/codes.ts';
import { expectAccessible, expectNoSidewaysScroll, PHONE, stranger, test } from '../support/demo.ts';
import { admitMerchant, confirmAsStaff, operatorTexts, STAFF, staff, takeLink } from '../support/operator.ts';
import { sql } from '../support/database.ts';
import { ENGLISH, SPOKEN, VIETNAMESE } from '../support/texts.ts';

const t = operatorTexts(ENGLISH);
const PASSWORD = 'Corner-demo-2026';
/** A login name that no other run has used in this demo. */
const newName = (what: string): string => `${what}-${Date.now().toString(36)}`;

test('staff admit a merchant, who sets the account up by the link on a phone and is logged in', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  await page.goto('/operator/merchants');
  await page.getByRole('button', { name: t('party.admit') }).click();
  const dialog = page.getByRole('dialog', { name: t('party.admit') });
  await dialog.getByRole('button', { name: t('party.continue') }).click();
  await expect(dialog.getByText(t('party.nameRequired'))).toBeVisible();
  await expect(dialog.getByText(t('party.marketRequired'))).toBeVisible();
  await expectAccessible(page);

  // A name that another merchant has is told at its field, and uses no code up.
  const username = newName('corner');
  await dialog.getByLabel(t('party.name'), { exact: true }).fill('Corner Shop');
  await dialog.getByLabel(t('party.username'), { exact: true }).fill('Harbour');
  await dialog.getByRole('checkbox', { name: /VND/ }).check();
  await dialog.getByRole('button', { name: t('party.continue') }).click();
  const code = await freshCode(STAFF.support.username);
  await confirmAsStaff(page, t('party.admit'), code);
  await expect(dialog.getByLabel(t('party.username'), { exact: true })).toBeFocused();
  await dialog.getByLabel(t('party.username'), { exact: true }).fill(username);
  await dialog.getByRole('button', { name: t('party.continue') }).click();
  await confirmAsStaff(page, t('party.admit'), code);
  const link = await takeLink(page, t('party.linkTitle'), t('party.linkDone'));
  await expect(page.getByRole('row', { name: /Corner Shop/ }).first()).toContainText(t('party.setUp.pending'));

  const { console: c } = VIETNAMESE;
  const merchant = await (await stranger(browser, VIETNAMESE, { viewport: PHONE, hasTouch: true })).newPage();
  await merchant.goto(link);
  await expect(merchant.getByText(c('setUp.lead', { name: 'Corner Shop', username }))).toBeVisible();
  await expectAccessible(merchant);
  await expectNoSidewaysScroll(merchant);
  const goOn = merchant.getByRole('button', { name: c('setUp.continue'), exact: true });
  const [password, again] = [
    merchant.getByLabel(c('setUp.password'), { exact: true }),
    merchant.getByLabel(c('setUp.again'), { exact: true }),
  ];
  await goOn.click();
  await expect(merchant.getByText(c('setUp.passwordRequired'))).toBeVisible();
  await password.fill('quá ngắn');
  await goOn.click();
  await expect(merchant.getByText(c('setUp.passwordUnfit', { minimum: 12, maximum: 128 }))).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill(PASSWORD);
  await again.fill('Corner-demo-2027');
  await goOn.click();
  await expect(merchant.getByText(c('setUp.differs'))).toBeVisible();
  await again.fill(PASSWORD);
  await goOn.click();
  await expect(merchant.getByRole('heading', { name: c('bind.title') })).toBeFocused();
  await expectAccessible(merchant);
  await expectNoSidewaysScroll(merchant);
  const secret = (await merchant.locator('code').innerText()).replaceAll(/\s/g, '');
  await merchant.getByLabel(c('bind.code'), { exact: true }).fill(wrongCode());
  await merchant.getByRole('button', { name: c('bind.submit') }).click();
  await expect(merchant.getByLabel(c('bind.code'), { exact: true })).toHaveValue('');
  await expect(merchant.getByRole('alert')).toHaveText(/./);
  await merchant.getByLabel(c('bind.code'), { exact: true }).fill(await freshCode(username, secret));
  await merchant.getByRole('button', { name: c('bind.submit') }).click();
  await expect(merchant).toHaveURL(/\/payment\/InstrumentPanel/);
  await merchant.close();

  // The link is used up.
  const late = await (await stranger(browser, ENGLISH)).newPage();
  await late.goto(link);
  await expect(late.getByRole('heading', { level: 1, name: ENGLISH.console('setUp.usedTitle') })).toBeVisible();
  await expectAccessible(late);
  await late.getByRole('link', { name: ENGLISH.console('setUp.toLogin') }).click();
  await expect(late).toHaveURL(/\/Login$/);

  await page.reload();
  await expect(page.getByRole('row', { name: /Corner Shop/ }).first()).toContainText(t('party.setUp.done'));
});

test('a link is withdrawn, and another one made, from the merchant’s details', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  const name = newName('Kiosk');
  const first = await admitMerchant(page, ENGLISH, { name, username: name, market: /USD/ }, await freshCode(STAFF.admin.username));
  await page.goto(`/operator/merchants?part=${name}`);
  await page.getByRole('button', { name }).click();
  const drawer = page.getByRole('dialog', { name: t('party.merchantTitle') });
  await drawer.getByRole('button', { name: t('party.linkWithdraw') }).click();
  await confirmAsStaff(page, t('party.linkWithdraw'), await freshCode(STAFF.admin.username));
  await expect(drawer.getByText(t('party.setUpNoLink'))).toBeVisible();
  await expectAccessible(page);
  await expectRefused(await (await stranger(browser, ENGLISH)).newPage(), first, 'refused');

  await drawer.getByRole('button', { name: t('party.linkMake') }).click();
  await page
    .getByRole('dialog', { name: t('party.linkMake') })
    .getByRole('button', { name: t('party.continue') })
    .click();
  await confirmAsStaff(page, t('party.linkMake'), await freshCode(STAFF.admin.username));
  const second = await takeLink(page, t('party.linkTitle'), t('party.linkDone'));
  const merchant = await (await stranger(browser, ENGLISH)).newPage();
  await merchant.goto(second);
  await expect(merchant.getByLabel(ENGLISH.console('setUp.password'), { exact: true })).toBeVisible();

  await sql(
    `update merchant_set_up_link set expires_at = now() where merchant_id = (select merchant_id from merchant where username = $1)`,
    [name.toLowerCase()],
  );
  await expectRefused(await (await stranger(browser, ENGLISH)).newPage(), second, 'expired');
});

test('a link that was never made says so in every language, and what to do', async ({ browser }) => {
  for (const spoken of SPOKEN) {
    const page = await (await stranger(browser, spoken, { viewport: PHONE })).newPage();
    await page.goto('/SetUp#never-made');
    await expect(page.getByRole('heading', { level: 1, name: spoken.console('setUp.refusedTitle') })).toBeVisible();
    await expect(page.getByText(spoken.console('setUp.refusedHint'))).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
});

async function expectRefused(page: Page, link: string, why: 'refused' | 'expired'): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: ENGLISH.console(`setUp.${why}Title`) })).toBeVisible();
  await expectAccessible(page);
}
