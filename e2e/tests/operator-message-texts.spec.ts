import { outcomeText } from '@purser/contract/errors';
import { LANGUAGE_NAMES } from '@purser/contract/language';
import { expect, type Page } from '@playwright/test';
import { forgetComplaints, test } from '../support/demo.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { ENGLISH } from '../support/texts.ts';

const t = operatorTexts(ENGLISH);
const PAGE = '/operator/message-texts?open=password_changed.mail';

function editorOf(page: Page) {
  const drawer = page.getByRole('dialog');
  return {
    drawer,
    subject: drawer.getByLabel(t('message.subject')),
    save: drawer.getByRole('button', { name: t('message.save') }),
    said: page.getByRole('region', { name: t('kit.toasts') }),
  };
}

test('of two who write the same text the second is told so and loses nothing of what was typed', async ({ browser }) => {
  const [page, other] = [
    await (await staff(browser, ENGLISH, STAFF.admin)).newPage(),
    await (await staff(browser, ENGLISH, STAFF.support)).newPage(),
  ];
  const questions: string[] = [];
  page.on('dialog', (question) => {
    questions.push(question.message());
    void (questions.length === 1 ? question.dismiss() : question.accept());
  });
  await Promise.all([page.goto(PAGE), other.goto(PAGE)]);
  const [mine, theirs] = [editorOf(page), editorOf(other)];
  await expect(mine.subject).not.toHaveValue('');
  const before = await mine.subject.inputValue();
  await mine.subject.fill(`${before}: mine`);

  await theirs.subject.fill(`${before}: theirs`);
  await theirs.save.click();
  await expect(theirs.said.getByText(t('message.saved'))).toBeVisible();
  await expect(theirs.subject).toHaveValue(`${before}: theirs`);
  await mine.save.click();
  await expect(mine.said.getByText(outcomeText('message_template_changed', 'en'))).toBeVisible();
  // It is known here by then who has changed it.
  await expect(mine.drawer.getByText(t('message.version', { version: '1', name: STAFF.support.username }))).toBeVisible();
  await expect(mine.subject).toHaveValue(`${before}: mine`);
  // As long as it is told, Escape closes only that.
  await expect(mine.said.getByText(outcomeText('message_template_changed', 'en'))).toBeHidden();

  const language = mine.drawer.getByRole('combobox', { name: t('message.language') });
  await language.focus();
  for (const [key, name] of [
    ['ArrowUp', LANGUAGE_NAMES.zh_Hant],
    ['ArrowDown', LANGUAGE_NAMES.en],
  ] as const) {
    await page.keyboard.press('Enter');
    await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await expect(mine.drawer.locator('.ant-select').first()).toContainText(name);
    await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0);
  }
  await expect(mine.subject).toHaveValue(`${before}: mine`);

  await mine.subject.focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => questions.length).toBe(1);
  await expect(mine.subject).toHaveValue(`${before}: mine`);
  await page.keyboard.press('Escape');
  await expect(mine.drawer).toBeHidden();
  await page.goto(PAGE);
  await expect(mine.subject).toHaveValue(`${before}: theirs`);

  await mine.drawer.getByRole('button', { name: t('message.reset') }).click();
  await expect(mine.said.getByText(t('message.resetDone'))).toBeVisible();
  await expect(mine.subject).toHaveValue(before);
  forgetComplaints(/409/);

  // What was said before is still known, and written again.
  const earlier = mine.drawer
    .getByRole('listitem')
    .filter({ hasText: t('message.version', { version: '1', name: STAFF.support.username }) });
  await expect(earlier).toContainText(`${before}: theirs`);
  await earlier.getByRole('button', { name: t('message.takeOver') }).click();
  await expect(mine.subject).toHaveValue(`${before}: theirs`);
  await mine.save.click();
  await expect(mine.drawer.getByText(t('message.version', { version: '3', name: STAFF.admin.username }))).toBeVisible();
  const again = mine.drawer.getByRole('listitem').filter({ hasText: t('message.versionShipped') });
  await expect(again).toContainText(t('message.version', { version: '2', name: STAFF.admin.username }));
  await mine.drawer.getByRole('button', { name: t('message.reset') }).click();
  await expect(mine.subject).toHaveValue(before);
});
