import { expect, type Locator, type Page } from '@playwright/test';
import { freshCode } from '../support/codes.ts';
import { ALICE, merchant, MERCHANT, test } from '../support/demo.ts';
import { ENGLISH } from '../support/texts.ts';
import { newWithdrawal } from '../support/withdrawals.ts';

const t = ENGLISH.console;
const ORDERS = '/recharge/RechargeRecord';

async function atDesk(browser: Parameters<typeof merchant>[0], path: string): Promise<Page> {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto(path);
  await expect(page.locator('tbody tr:has(button)').first()).toBeVisible();
  return page;
}

async function press(button: Locator): Promise<void> {
  await button.focus();
  await button.page().keyboard.press('Enter');
}

test('what is pressed and goes away leaves the keyboard where one goes on', async ({ browser }) => {
  const page = await atDesk(browser, `${ORDERS}?order_status=paid&time_from=2020-01-01T00:00:00.000Z`);
  const time = page.getByRole('button', { name: t('field.createTime') });
  const chip = page.getByRole('button', { name: t('field.status') }).first();
  await press(page.getByRole('button', { name: t('kit.clearNamed', { what: t('field.status') }) }));
  await expect(chip).toBeFocused();
  await expect(page.getByRole('button', { name: t('kit.clearNamed', { what: t('field.status') }) })).toHaveCount(0);
  // Of a list's filters the last one that is there stands before the button that clears them all.
  await press(page.getByRole('button', { name: t('kit.filtersReset') }));
  await expect(time.first()).toHaveAccessibleName(t('field.createTime'));
  await expect(page.locator('search').locator(':focus')).toHaveCount(1);

  const download = page.waitForEvent('download');
  await press(page.getByRole('button', { name: t('list.export'), exact: true }));
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await download;
  await expect(page.getByRole('button', { name: t('list.export'), exact: true })).toBeFocused();
});

test('the end of a list leaves the keyboard on the button that led there', async ({ browser }) => {
  const page = await atDesk(browser, `${ORDERS}?order_status=paid&page_size=100`);
  const next = page.getByRole('button', { name: t('kit.pageAfter') });
  const current = page.getByRole('navigation', { name: t('kit.pages') }).locator('[aria-current="page"]');
  await next.focus();
  while (await next.isEnabled()) {
    const before = await current.innerText();
    await page.keyboard.press('Enter');
    // The address turns before the page does. That it was the last page is known once its rows have come.
    await expect(current).not.toHaveText(before);
    await expect(page.locator('section[aria-busy="true"]')).toHaveCount(0);
  }
  await expect(next).toBeFocused();
  const end = page.url();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  expect(page.url()).toBe(end);
  await expect(page.getByRole('navigation', { name: t('kit.pages') }).locator(':focus')).toHaveCount(1);
});

test('a reason is not thrown away unasked, and after the decision the keyboard is in the list', async ({ browser }) => {
  const withdrawals = [await newWithdrawal(ALICE.username, 'USDP', '31.00'), await newWithdrawal(ALICE.username, 'USDP', '32.00')];
  const page = await atDesk(browser, '/user/WithdrawalRecord?order_status=pending_review');
  const asked: string[] = [];
  let answer = false;
  page.on('dialog', (question) => {
    asked.push(question.message());
    void (answer ? question.accept() : question.dismiss());
  });
  for (const { order_id } of withdrawals) {
    await page.getByRole('checkbox', { name: t('kit.selectNamed', { what: order_id }) }).focus();
    await page.keyboard.press('Space');
  }
  const reject = page.getByRole('region', { name: t('kit.selection') }).getByRole('button', { name: t('withdrawal.reject') });
  const dialog = page.getByRole('dialog', { name: t('review.reject.title', { count: 2 }) });
  const reason = dialog.getByLabel(t('review.reason'));

  // Nothing was typed: nothing is asked.
  await press(reject);
  await expect(reason).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(reject).toBeFocused();
  expect(asked).toEqual([]);

  await page.keyboard.press('Enter');
  await expect(reason).toBeFocused();
  await page.keyboard.type('The account has another holder');
  await page.keyboard.press('Escape');
  await expect.poll(() => asked).toEqual([t('kit.discard')]);
  await expect(reason).toHaveValue('The account has another holder');
  await expect(reason).toBeFocused();
  await dialog.getByRole('button', { name: t('kit.close') }).click();
  await expect.poll(() => asked.length).toBe(2);
  await expect(dialog).toBeVisible();
  answer = true;
  await reason.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(reject).toBeFocused();

  // The button that says so does not ask.
  await page.keyboard.press('Enter');
  await expect(reason).toBeFocused();
  await page.keyboard.type('The account has another holder');
  await dialog.getByRole('button', { name: t('kit.cancel') }).click();
  await expect(dialog).toBeHidden();
  expect(asked).toHaveLength(3);
  await expect(reject).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(reason).toBeFocused();
  await expect(reason).toHaveValue('');
  await page.keyboard.type('The account has another holder');
  await page.keyboard.press('Tab');
  await page.keyboard.type(await freshCode(MERCHANT.username));
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('review.reject.doneMany', { count: 2 }))).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: t('kit.selection') })).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: t('kit.selectAll') })).toBeFocused();

  // Nor is whoever selects none at the end of the page.
  await page.keyboard.press('Space');
  await press(page.getByRole('region', { name: t('kit.selection') }).getByRole('button', { name: t('kit.selectNone') }));
  await expect(page.getByRole('checkbox', { name: t('kit.selectAll') })).toBeFocused();
});

test('a form that has been to the code and back still asks before it goes', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/white/WhiteList');
  const asked: string[] = [];
  page.on('dialog', (question) => {
    asked.push(question.message());
    void question.accept();
  });
  const add = page.getByRole('button', { name: t('whiteList.add') }).first();
  await press(add);
  const form = page.getByRole('dialog', { name: t('whiteList.add') });
  await expect(form.getByLabel(t('whiteList.ip'), { exact: true })).toBeFocused();
  await page.keyboard.type('203.0.113.9');
  await page.keyboard.press('Enter');
  const code = page.getByLabel(t('kit.codeLabel'));
  await expect(code).toBeFocused();
  await page.keyboard.type('123');
  await page.keyboard.press('Escape');
  await expect(code).toBeHidden();
  await expect(form.getByLabel(t('whiteList.ip'), { exact: true })).toHaveValue('203.0.113.9');
  expect(asked).toEqual([]);
  await form.getByLabel(t('whiteList.ip'), { exact: true }).press('Escape');
  await expect(form).toBeHidden();
  expect(asked).toEqual([t('kit.discard')]);
  await expect(add).toBeFocused();
});
