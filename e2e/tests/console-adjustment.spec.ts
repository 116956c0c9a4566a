import { outcomeText } from '@purser/contract/errors';
import { expect, type Locator, type Page } from '@playwright/test';
import { makeAdjustments, userIdOf } from '../support/adjustments.ts';
import { freshCode } from '../support/codes.ts';
import { ALICE, CHEN, expectAccessible, forgetComplaints, LOTUS, merchant, payer, test } from '../support/demo.ts';
import { flowScene, patternOf } from '../support/flow.ts';
import { expectAlive, expectStill } from '../support/settled.ts';

const { spoken, screen, rows, paid } = flowScene('vi', 390);
const { console: t, payer: w, language } = spoken;

/** What a line of a list of facts says. */
const fact = (within: Locator, label: string) =>
  within
    .locator('dl > div')
    .filter({ has: within.page().getByText(label, { exact: true }) })
    .locator('dd');

const formOf = (page: Page) => page.getByRole('dialog', { name: t('adjustment.formTitle') });

/** Fills the form in. */
async function fill(form: Locator, userId: number, kind: 'available' | 'pending', amount: string, reason: string): Promise<void> {
  await form.getByLabel(t('adjustment.userId'), { exact: true }).fill(String(userId));
  await form.getByRole('radio', { name: /^USDP/ }).check();
  await form.getByRole('radio', { name: t(`adjustment.balance.${kind}`) }).check();
  await form.getByLabel(t('field.amount'), { exact: true }).fill(amount);
  await form.getByLabel(t('adjustment.reason'), { exact: true }).fill(reason);
}

/** Confirms what stands in the form, and returns its serial number. */
async function confirm(page: Page): Promise<string> {
  await formOf(page)
    .getByRole('button', { name: t('adjustment.review') })
    .click();
  const confirmation = page.getByRole('dialog', { name: t('adjustment.confirmTitle') });
  await confirmation.getByLabel(t('kit.codeLabel')).fill(await freshCode(LOTUS.username));
  await confirmation.getByRole('button', { name: t('adjustment.confirm') }).click();
  const made = page.getByRole('dialog', { name: t('adjustment.doneTitle') });
  const serial = await fact(made, t('field.serialNumber')).innerText();
  await made.getByRole('button', { name: t('adjustment.close') }).click();
  return serial;
}

test('a merchant adds to what a user has available: what is wrong is told at its field, what happens in numbers', async ({ browser }) => {
  const [alice, chen] = [await userIdOf(ALICE.username), await userIdOf(CHEN.username)];
  const page = await (await merchant(browser, spoken, screen, LOTUS)).newPage();
  await page.goto('/adjustment/AccountAdjustment');
  await page
    .getByRole('button', { name: t('adjustment.new') })
    .first()
    .click();
  const form = formOf(page);
  const user = form.getByLabel(t('adjustment.userId'), { exact: true });
  const amount = form.getByLabel(t('field.amount'), { exact: true });
  const review = form.getByRole('button', { name: t('adjustment.review') });
  await review.click();
  await expect(user).toHaveAccessibleDescription(t('adjustment.userRequired'));
  await expect(form.getByText(t('adjustment.balanceRequired'))).toBeVisible();
  await expect(form.getByText(t('adjustment.reasonRequired'))).toBeVisible();
  await user.fill('Alice');
  await expect(user).toHaveAccessibleDescription(t('adjustment.userNotId'));
  await user.fill('4711');
  await expect(user).toHaveAccessibleDescription(outcomeText('payee_unknown', language));

  await user.fill(String(chen));
  await form.getByRole('radio', { name: /^USDP/ }).check();
  await expect(form.getByText(t('adjustment.marketNotEnabled'))).toBeVisible();

  await user.fill(String(alice));
  await expect(user).toHaveAccessibleDescription(t('adjustment.userFound', { name: 'Alice', id: alice }));
  await amount.fill('12.345');
  await expect(amount).toHaveAccessibleDescription(t('adjustment.amountDecimals', { coin: 'USDP', decimals: 2 }));
  await amount.fill('99999999.00');
  await expect(amount).toHaveAccessibleDescription(patternOf(t('adjustment.amountAbove')));
  await fill(form, alice, 'available', '12.34', 'Prize of the tea tasting');
  await expectAccessible(page);
  await review.click();
  const confirmation = page.getByRole('dialog', { name: t('adjustment.confirmTitle') });
  await expect(fact(confirmation, t('adjustment.userGets'))).toHaveText('12.34 USDP');
  await expect(fact(confirmation, t('adjustment.balanceType'))).toHaveText(t('adjustment.balance.available'));
  // Pressed on its way in, the button is no longer where it was.
  await expectStill(page);
  await confirmation.getByRole('button', { name: t('kit.cancel') }).click();
  const serial = await confirm(page);
  await expect(rows(page).filter({ hasText: '12.34 USDP' })).toContainText(t('adjustment.status.completed'));

  const wallet = await (await payer(browser, spoken, ALICE, screen)).newPage();
  await wallet.goto('/wallet');
  const record = wallet.getByRole('listitem').filter({ hasText: serial });
  await expect(record).toContainText(w('adjustment_increase_by', { merchant: LOTUS.name }));
  await expect(record).toContainText(`+${paid('12.34', 'USDP')}`);
});

test('what is kept pending: the user sees it and objects to one, the merchant releases another', async ({ browser }) => {
  test.setTimeout(180_000);
  const alice = await userIdOf(ALICE.username);
  const page = await (await merchant(browser, spoken, screen, LOTUS)).newPage();
  const serials: string[] = [];
  for (const [amount, reason] of [
    ['21.00', 'Deposit for a tea set'],
    ['22.00', 'Refund of the course'],
  ] as const) {
    await page.goto('/adjustment/AccountAdjustment?adjust=1');
    await fill(formOf(page), alice, 'pending', amount, reason);
    serials.push(await confirm(page));
  }
  const [objected = '', released = ''] = serials;
  const row = (amount: string) => rows(page).filter({ hasText: `${amount} USDP` });
  await expect(row('21.00')).toContainText(t('adjustment.status.paid'));

  const wallet = await (await payer(browser, spoken, ALICE, screen)).newPage();
  await wallet.goto('/wallet');
  const record = wallet.getByRole('listitem').filter({ hasText: objected });
  await expect(record).toContainText(w('pending_badge'));
  await wallet.getByRole('listitem').filter({ hasText: 'Deposit for a tea set' }).getByRole('link').click();
  await expect(wallet.getByRole('heading', { level: 1, name: w('adjustment_title', { merchant: LOTUS.name }) })).toBeVisible();
  await expectAlive(wallet);
  await expectAccessible(wallet);
  const reason = wallet.getByLabel(w('object_reason'), { exact: true });
  await wallet.getByRole('button', { name: w('object') }).click();
  await expect(reason).toHaveAccessibleDescription(new RegExp(w('object_reason_required')));
  await reason.fill('I have brought the tea set back');
  await wallet.getByRole('button', { name: w('object') }).click();
  await expect(wallet.getByText(w('adjustment_appeal'))).toBeVisible();
  await expect(wallet.getByText('I have brought the tea set back')).toBeVisible();
  await expect(wallet.getByRole('button', { name: w('object') })).toHaveCount(0);

  // The merchant's open list shows it by itself, and offers nothing any more.
  await expect(row('21.00')).toContainText(t('adjustment.status.appeal'));
  await expect(row('21.00').getByRole('button', { name: t('adjustment.release'), exact: true })).toHaveCount(0);
  await row('22.00')
    .getByRole('button', { name: t('adjustment.release'), exact: true })
    .click();
  const confirmation = page.getByRole('dialog', { name: t('adjustment.releaseTitle') });
  await expect(fact(confirmation, t('adjustment.userGets'))).toHaveText('22.00 USDP');
  await confirmation.getByLabel(t('kit.codeLabel')).fill(await freshCode(LOTUS.username));
  await confirmation.getByRole('button', { name: t('adjustment.release'), exact: true }).click();
  await expect(row('22.00')).toContainText(t('adjustment.status.completed'));

  await page.goto(`/adjustment/AccountAdjustment?open=${objected}`);
  const drawer = page.getByRole('dialog', { name: t('adjustment.detailTitle') });
  await expect(drawer.getByText('I have brought the tea set back')).toBeVisible();
  await expect(drawer.getByText(t('transactionType.adjustment_increase')).first()).toBeVisible();

  await wallet.goto(`/wallet/adjustment/${released}`);
  await expect(wallet.getByText(w('adjustment_completed'))).toBeVisible();
  await wallet.goto('/wallet');
  await expect(
    wallet
      .getByRole('listitem')
      .filter({ hasText: released })
      .filter({ hasText: w('adjustment_released_by', { merchant: LOTUS.name }) }),
  ).toContainText(`+${paid('22.00', 'USDP')}`);
});

test('what the user may accept: accepted in one of two tabs, and without scripts, and the merchant sees it', async ({ browser }) => {
  test.setTimeout(240_000);
  const alice = await userIdOf(ALICE.username);
  const page = await (await merchant(browser, spoken, screen, LOTUS)).newPage();
  const serials: string[] = [];
  for (const [amount, reason] of [
    ['23.00', 'Prize of the tea tasting'],
    ['24.00', 'Second prize of the tea tasting'],
  ] as const) {
    await page.goto('/adjustment/AccountAdjustment?adjust=1');
    await fill(formOf(page), alice, 'pending', amount, reason);
    await formOf(page)
      .getByRole('radio', { name: t('adjustment.confirmedBy.yes') })
      .check();
    serials.push(await confirm(page));
  }
  const [lively = '', plain = ''] = serials;
  const row = (amount: string) => rows(page).filter({ hasText: `${amount} USDP` });
  await expect(row('24.00')).toContainText(t('adjustment.status.paid'));

  const context = await payer(browser, spoken, ALICE, screen);
  const [wallet, other] = [await context.newPage(), await context.newPage()];
  await wallet.goto('/wallet');
  const waits = wallet
    .getByRole('listitem')
    .filter({ hasText: 'Prize of the tea tasting' })
    .filter({ hasText: paid('23.00', 'USDP') });
  await expect(waits.first()).toContainText(patternOf(w('waiting_accept', { time: '{time}' })));
  const acceptOn = (tab: Page) => tab.getByRole('button', { name: w('accept'), exact: true });
  for (const tab of [wallet, other]) {
    await tab.goto(`/wallet/adjustment/${lively}`);
    await expect(acceptOn(tab)).toBeVisible();
  }
  await expectAccessible(wallet);
  for (const tab of [wallet, other]) {
    await acceptOn(tab).click();
    // Who acts by keyboard or screen reader goes on where it says what came of it.
    await expect(tab.getByText(w('adjustment_accepted'))).toBeFocused();
    await expect(acceptOn(tab)).toHaveCount(0);
    await expect(tab.getByRole('button', { name: w('object') })).toHaveCount(0);
  }
  // The merchant's open list shows it by itself, and offers nothing any more.
  await expect(row('23.00')).toContainText(t('adjustment.status.completed'));
  await expect(row('23.00').getByRole('button', { name: t('adjustment.takeBack'), exact: true })).toHaveCount(0);

  const still = await (await payer(browser, spoken, ALICE, { ...screen, javaScriptEnabled: false })).newPage();
  await still.goto(`/wallet/adjustment/${plain}`);
  await acceptOn(still).click();
  await expect(still.getByText(w('adjustment_accepted'))).toBeFocused();
  await still.goto('/wallet');
  const released = w('adjustment_released_by', { merchant: LOTUS.name });
  await expect(still.getByRole('listitem').filter({ hasText: plain }).filter({ hasText: released })).toContainText(
    `+${paid('24.00', 'USDP')}`,
  );

  await page.goto(`/adjustment/AccountAdjustment?open=${plain}`);
  await expect(page.getByRole('dialog', { name: t('adjustment.detailTitle') }).getByText(t('adjustment.happened.accepted'))).toBeVisible();
});

test('one objects without scripts, and nobody sees another’s', async ({ browser }) => {
  const { waiting } = await makeAdjustments(browser);
  const wallet = await (await payer(browser, spoken, ALICE, { ...screen, javaScriptEnabled: false })).newPage();
  await wallet.goto('/wallet');
  await wallet.getByRole('listitem').filter({ hasText: 'order HB-1042' }).getByRole('link').click();
  await wallet.getByLabel(w('object_reason'), { exact: true }).fill('The parcel has never come');
  await wallet.getByRole('button', { name: w('object') }).click();
  await expect(wallet.getByText(w('adjustment_appeal'))).toBeVisible();

  const other = await (await payer(browser, spoken, CHEN, { ...screen, javaScriptEnabled: false })).newPage();
  const answer = await other.goto(`/wallet/adjustment/${waiting}`);
  expect(answer?.status()).toBe(404);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(w('adjustment_unknown_title'));
  // A page that is not there answers so, which the browser mentions.
  forgetComplaints(/404/);
});
