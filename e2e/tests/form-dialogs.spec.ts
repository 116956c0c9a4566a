import { expect, type Locator, type Page } from '@playwright/test';
import { loginIpWhiteAdd } from '@purser/contract/features/white-list';
import { common } from '@purser/contract/outcomes/common';
import { signIn } from '@purser/contract/outcomes/sign-in';
import { freshCode, wrongCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { forgetComplaints, merchant, MERCHANT, test } from '../support/demo.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { merchantIdOf, ownMerchant } from '../support/own-merchant.ts';
import { ENGLISH } from '../support/texts.ts';

/** Forms in dialogs: what was typed in them is lost by nothing that was not asked about. */

const t = ENGLISH.console;
const op = operatorTexts(ENGLISH);

/** Answers what the browser asks, as told, and keeps what it asked: the words, or that the page is about to be unloaded. */
function answerQuestions(page: Page) {
  const seen = { asked: [] as string[], leave: false };
  page.on('dialog', (dialog) => {
    seen.asked.push(dialog.type() === 'beforeunload' ? 'beforeunload' : dialog.message());
    void (seen.leave ? dialog.accept() : dialog.dismiss());
  });
  return seen;
}

/** Goes back by the browser, and waits for the question that this is. */
async function back(page: Page, seen: ReturnType<typeof answerQuestions>): Promise<void> {
  const before = seen.asked.length;
  await page.evaluate('history.back()');
  await expect.poll(() => seen.asked.slice(before)).toEqual([t('form.unsaved')]);
}

/** Fills the form of a bank account in, up to the code. */
async function linkToTheCode(page: Page): Promise<{ readonly holder: Locator; readonly code: Locator }> {
  const form = page.getByRole('dialog', { name: t('method.add') });
  const holder = form.getByLabel(t('method.holder'));
  await form.getByLabel(t('method.number')).fill('DE89 3704 0044 0532 0130 00');
  await form.getByLabel(t('method.bank'), { exact: true }).fill('First Bank');
  await form.getByLabel(t('method.currency'), { exact: true }).click();
  await page.getByTitle('USD', { exact: true }).click();
  await holder.fill('Keystone Goods Ltd');
  await holder.press('Enter');
  const code = page.getByLabel(t('kit.codeLabel'));
  await expect(code).toBeFocused();
  return { holder, code };
}

/** Puts the present address on the white list, with nothing typed, up to the code. */
async function addressToTheCode(page: Page): Promise<Locator> {
  await page.goto('/white/WhiteList');
  await page
    .getByRole('button', { name: t('whiteList.add') })
    .first()
    .click();
  await page.getByRole('button', { name: new RegExp(t('whiteList.usePresent')) }).click();
  await page.getByRole('button', { name: t('whiteList.continue') }).click();
  return page.getByLabel(t('kit.codeLabel'));
}

test('a session that ends under a filled-in dialog is one question, and who stays has everything still', async ({ browser }) => {
  const who = await ownMerchant('dialog');
  const page = await (await merchant(browser, ENGLISH, {}, who)).newPage();
  const seen = answerQuestions(page);
  await page.goto('/payment/PaymentMethod?link=1');
  const { holder, code } = await linkToTheCode(page);
  await sql('delete from session where owner_id = $1', [await merchantIdOf(who.username)]);
  await code.fill(await freshCode(MERCHANT.username));
  await code.press('Enter');
  await expect(page.getByText(common.unauthenticated.text.en).first()).toBeVisible();
  await expect(page).toHaveURL(/PaymentMethod/);
  expect(seen.asked).toEqual([t('form.unsaved')]);
  await page
    .getByRole('dialog')
    .filter({ has: code })
    .getByRole('button', { name: t('kit.cancel') })
    .click();
  await expect(holder).toHaveValue('Keystone Goods Ltd');
  forgetComplaints(/401/);
});

test('who stays where the session has ended leaves, unasked, by the next call after they have given the form up', async ({ browser }) => {
  const who = await ownMerchant('dialog');
  const page = await (await merchant(browser, ENGLISH, {}, who)).newPage();
  const seen = answerQuestions(page);
  const merchantId = await merchantIdOf(who.username);
  await sql(`insert into access_key (merchant_id, access_key, secret) values ($1, $2, '\\x00')`, [merchantId, `pk_${who.username}`]);
  await page.goto('/api/ManagementIndex');
  await page.getByRole('button', { name: t('apiManagement.ipsChange') }).click();
  const form = page.getByRole('dialog', { name: t('apiManagement.ipsChange') });
  await form.getByLabel(t('apiManagement.ipsLabel')).fill('203.0.113.7');
  await sql('delete from session where owner_id = $1', [merchantId]);
  await page.evaluate(`dispatchEvent(new Event('focus'))`);
  await expect.poll(() => seen.asked).toEqual([t('form.unsaved')]);
  await form.getByRole('button', { name: t('kit.cancel') }).click();
  await page.evaluate(`dispatchEvent(new Event('focus'))`);
  await expect(page).toHaveURL(/\/Login/);
  expect(seen.asked).toHaveLength(1);
  forgetComplaints(/401/);
});

test('who stays on a page that is refused leaves it by itself once what was typed is done', async ({ browser }) => {
  const who = await ownMerchant('dialog');
  const page = await (await merchant(browser, ENGLISH, {}, who)).newPage();
  const seen = answerQuestions(page);
  const refused = Promise.withResolvers<void>();
  await page.route(`**${loginIpWhiteAdd.path}`, async (route) => {
    const answer = await route.fetch();
    await refused.promise;
    await route.fulfill({ response: answer });
  });
  await page.goto('/white/WhiteList?add=1');
  const form = page.getByRole('dialog', { name: t('whiteList.add') });
  await form.getByLabel(t('whiteList.ip'), { exact: true }).fill('203.0.113.0/24');
  await form.getByRole('button', { name: t('whiteList.continue') }).click();
  const code = page.getByLabel(t('kit.codeLabel'));
  await code.fill(await freshCode(who.username));
  await code.press('Enter');
  // It is on the list by now, and the page hears so before the answer.
  await expect.poll(() => seen.asked).toEqual([t('form.unsaved')]);
  await expect(page.getByText(/The login IP \S+ is not on the white list/).first()).toBeVisible();
  await expect(page.getByText('{ip}')).toHaveCount(0);
  await expect(page).toHaveURL(/WhiteList/);
  refused.resolve();
  await expect(page).toHaveURL(/\/Restricted/);
  expect(seen.asked).toHaveLength(1);
  forgetComplaints(/403/);
});

test('Back asks before it closes what the address had opened, also from the code, and closes both', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  const seen = answerQuestions(page);
  await page.goto('/payment/PaymentMethod');
  const add = page.getByRole('button', { name: t('method.add') }).first();
  await add.click();
  const { holder, code } = await linkToTheCode(page);
  await back(page, seen);
  await expect(code).toBeVisible();
  await expect(page).toHaveURL(/link=1/);
  seen.leave = true;
  await back(page, seen);
  await expect(code).toBeHidden();
  await expect(page).not.toHaveURL(/link/);
  await expect(page).toHaveURL(/PaymentMethod/);
  // What was given up is not there again; and nothing typed is nothing asked.
  await add.click();
  await expect(holder).toHaveValue('');
  await page.goBack();
  await expect(holder).toBeHidden();
  expect(seen.asked).toHaveLength(2);
});

test('nothing typed leaves a code dialog behind either when one goes back', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  const code = await addressToTheCode(page);
  await expect(code).toBeFocused();
  await page.goBack();
  await expect(code).toBeHidden();
  await expect(page).toHaveURL(/WhiteList$/);
});

test('a code that is refused after one went back is told of all the same', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route(`**${loginIpWhiteAdd.path}`, async (route) => {
    asked.resolve();
    await answered.promise;
    await route.continue();
  });
  const code = await addressToTheCode(page);
  await code.fill(wrongCode());
  await code.press('Enter');
  await asked.promise;
  await page.goBack();
  await expect(code).toBeHidden();
  answered.resolve();
  await expect(page.getByText(signIn.wrong_google_code.text.en).first()).toBeVisible();
  forgetComplaints(/4\d\d/);
});

test('a form that only its page knows of is asked about where one goes back or closes the tab', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  const seen = answerQuestions(page);
  await page.goto('/operator/account');
  await page
    .getByRole('navigation')
    .getByRole('link', { name: op('menu.maintenance') })
    .click();
  await page.getByRole('button', { name: op('maintenance.plan') }).click();
  const words = page.getByRole('dialog', { name: op('maintenance.plan') }).getByLabel('English');
  await words.click();
  await page.keyboard.type('New disks.');
  await back(page, seen);
  await expect(page).toHaveURL(/maintenance/);
  await expect(words).toHaveValue('New disks.');
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => seen.asked).toEqual([t('form.unsaved'), 'beforeunload']);
  await expect(words).toHaveValue('New disks.');
  // Closed by what says so, it is no longer there to be lost.
  seen.leave = true;
  await words.press('Escape');
  await expect(words).toBeHidden();
  await page.evaluate('history.back()');
  await expect(page).toHaveURL(/account/);
  expect(seen.asked).toHaveLength(3);
});

test('a market and a maintenance that one leaves at the code are there again as they were', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  const seen = answerQuestions(page);
  const code = page.getByLabel(op('kit.codeLabel'));
  const thereAgain = async (field: Locator, value: string): Promise<void> => {
    await expect(code).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(code).toBeHidden();
    await expect(field).toHaveValue(value);
    expect(seen.asked).toEqual([]);
  };
  await page.goto('/operator/markets');
  await page.getByRole('button', { name: op('market.add') }).click();
  const market = page.getByRole('dialog', { name: op('market.add') });
  const coin = market.getByLabel(op('market.token'), { exact: true });
  await coin.fill('GOLD');
  await market.getByLabel(op('market.symbol'), { exact: true }).fill('G');
  await market.getByRole('button', { name: op('terms.continue') }).click();
  await thereAgain(coin, 'GOLD');

  seen.leave = true;
  await page.goto('/operator/maintenance');
  seen.asked.length = 0;
  await page.getByRole('button', { name: op('maintenance.plan') }).click();
  const plan = page.getByRole('dialog', { name: op('maintenance.plan') });
  const words = plan.getByLabel('English');
  await words.fill('New disks.');
  await words.press('Enter');
  await thereAgain(words, 'New disks.');
});
