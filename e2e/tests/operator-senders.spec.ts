import { expect, type Page } from '@playwright/test';
import { UNANSWERED } from '@purser/i18n/console/unanswered';
import { freshCode } from '../support/codes.ts';
import { expectAccessible, expectNoSidewaysScroll, forgetComplaints, PHONE, test, visitor } from '../support/demo.ts';
import { callAsStaff, confirmAsStaff, operatorTexts, STAFF, staff } from '../support/operator.ts';
import { ENGLISH } from '../support/texts.ts';

const t = operatorTexts(ENGLISH);
const mail = (page: Page) => page.getByRole('region', { name: t('message.channel.mail') });

async function openSenders(page: Page): Promise<void> {
  await page.goto('/operator/senders');
  await expect(page.getByRole('heading', { level: 1, name: t('menu.senders') })).toBeVisible();
  await expect(mail(page)).toBeVisible();
}

async function sendTest(page: Page, to: string): Promise<void> {
  await mail(page)
    .getByRole('button', { name: t('message.test') })
    .click();
  const dialog = page.getByRole('dialog', { name: t('message.test') });
  await dialog.getByLabel(t('message.testTo')).fill(to);
  await dialog.getByRole('button', { name: t('message.test') }).click();
}

test('a mail server is set, its refusal is shown by a test, and it is forgotten again', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await openSenders(page);
  await expect(mail(page)).toContainText(t('senders.source.mailbox'));
  await sendTest(page, 'nobody');
  await expect(page.getByText('This is not an address that the message can be sent to.')).toBeVisible();
  const dialog = page.getByRole('dialog', { name: t('message.test') });
  await dialog.getByLabel(t('message.testTo')).fill('somebody@example.com');
  await dialog.getByRole('button', { name: t('message.test') }).click();
  await expect(dialog.getByRole('status')).toContainText(t('message.state.sent'));
  await dialog.getByRole('button', { name: 'Close' }).click();

  await mail(page)
    .getByRole('button', { name: t('senders.set') })
    .click();
  const form = page.getByRole('dialog', { name: t('senders.setMail') });
  await form.getByRole('button', { name: t('senders.continue') }).click();
  await expect(form.getByText(t('senders.problem.host'))).toBeVisible();
  await form.getByLabel(t('senders.host'), { exact: true }).fill('127.0.0.1');
  await form.getByLabel(t('senders.username'), { exact: true }).fill('mailer');
  await form.getByLabel(t('senders.fromAddress'), { exact: true }).fill('wallet@example.com');
  await form.getByLabel(t('senders.fromName'), { exact: true }).fill('Harbour Pay');
  await form.getByRole('button', { name: t('senders.continue') }).click();
  // A login without a password is refused at the password, and the confirmation gives way to it.
  await confirmAsStaff(page, t('senders.save'), await freshCode(STAFF.admin.username));
  await expect(form.getByText('Please enter the password or key.')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel(t('senders.password'), { exact: true }).fill('pa55word-of-the-server');
  await form.getByRole('button', { name: t('senders.continue') }).click();
  await confirmAsStaff(page, t('senders.save'), await freshCode(STAFF.admin.username));
  await expect(mail(page)).toContainText('127.0.0.1:587');
  await expect(mail(page)).toContainText(t('senders.secretKept'));
  await expect(page.getByText('pa55word-of-the-server')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await sendTest(page, 'somebody@example.com');
  await expect(dialog.getByRole('status')).toContainText(/Address not permitted|Could not be reached/);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await mail(page)
    .getByRole('button', { name: t('senders.reset') })
    .click();
  await confirmAsStaff(page, t('senders.reset'), await freshCode(STAFF.admin.username));
  await expect(mail(page)).toContainText(t('senders.source.mailbox'));
});

test('registration is closed and opened, and the wallet offers it accordingly', async ({ browser }) => {
  const context = await staff(browser, ENGLISH, STAFF.admin, { viewport: PHONE, hasTouch: true });
  const page = await context.newPage();
  await openSenders(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const stranger = await (await visitor(browser, ENGLISH)).newPage();
  const offer = stranger.getByRole('link', { name: ENGLISH.payer('register_title') });
  const offered = async (times: number): Promise<void> => {
    await expect(async () => {
      await stranger.goto('/wallet');
      await expect(offer).toHaveCount(times, { timeout: 200 });
    }).toPass();
  };
  await offered(1);
  await page.getByRole('button', { name: t('registration.close') }).click();
  await confirmAsStaff(page, t('registration.close'), await freshCode(STAFF.admin.username));
  await expect(page.getByRole('region', { name: t('registration.title') })).toContainText(t('registration.isClosed'));
  await offered(0);
  await page.getByRole('button', { name: t('registration.open') }).click();
  await confirmAsStaff(page, t('registration.open'), await freshCode(STAFF.admin.username));
  await offered(1);
});

test('a setting whose answer was lost is told as that, and set anew once it was set back', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await openSenders(page);
  const registration = page.getByRole('region', { name: t('registration.title') });
  const set = async (act: string): Promise<void> => {
    await registration.getByRole('button', { name: act }).click();
    await confirmAsStaff(page, act, await freshCode(STAFF.admin.username));
  };
  // It arrives and is done, and nobody hears of it.
  await page.route('**/registration/set', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await set(t('registration.close'));
  const asked = page.getByRole('dialog', { name: t('registration.close') });
  await expect(asked.getByText(UNANSWERED.en)).toBeVisible();
  await page.unrouteAll();
  await asked.getByRole('button', { name: t('kit.cancel') }).click();

  await callAsStaff(browser, STAFF.admin2, 'registration/set', { is_open: true });
  await set(t('registration.close'));
  await expect(registration).toContainText(t('registration.isClosed'));
  await set(t('registration.open'));
  await expect(registration).toContainText(t('registration.isOpen'));
  forgetComplaints(/ERR_FAILED/);
});

test('who only looks sees the senders and no button', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.auditor)).newPage();
  await openSenders(page);
  await expect(page.locator('main').getByRole('button')).toHaveCount(0);
});
