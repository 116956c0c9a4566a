import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { outcomeText } from '@purser/contract/errors';
import { zoneOfToday } from '@purser/contract/zone-name';
import { readFile } from 'node:fs/promises';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { expectAccessible, expectNoSidewaysScroll, PHONE, test } from '../support/demo.ts';
import { confirmAsStaff, operatorTexts, STAFF, staff } from '../support/operator.ts';
import { ENGLISH } from '../support/texts.ts';

/** What staff do now and then, each in a browser, and each taken back. */

const t = operatorTexts(ENGLISH);
const HOUR_MS = 3_600_000;
/** As a field for a day and a time is filled: so many hours before or after a time in a month. */
const inAMonth = (hours: number): string => new Date(Date.now() + (30 * 24 + hours) * HOUR_MS).toISOString().slice(0, 16);
const KEY_OF_GATEWAY = `whsec_${Buffer.alloc(32, 'gateway').toString('base64')}`;

for (const [party, path, name, title] of [
  ['a merchant', '/operator/merchants', 'Newcomer Goods', 'party.merchantTitle'],
  ['a wallet user', '/operator/wallet-users', '小陈', 'party.userTitle'],
] as const) {
  test(`${party} is suspended with a reason, and restored with one`, async ({ browser }) => {
    test.slow();
    const page = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
    await page.goto(path);
    await page.locator('main').getByRole('button', { name, exact: true }).click();
    const drawer = page.getByRole('dialog', { name: t(title) });
    for (const [act, status] of [
      ['party.suspend', 'party.status.suspended'],
      ['party.restore', 'party.status.normal'],
    ] as const) {
      await drawer.getByRole('button', { name: t(act) }).click();
      const asked = page.getByRole('dialog', { name: t(act) });
      await asked.getByRole('button', { name: t('party.continue') }).click();
      await expect(asked.getByText(t('party.reasonRequired'))).toBeVisible();
      await asked.getByLabel(t('party.reason')).fill('Asked for by phone');
      await asked.getByRole('button', { name: t('party.continue') }).click();
      await confirmAsStaff(page, t(act), await freshCode(STAFF.support.username));
      await expect(drawer.getByText(t(status)).first()).toBeVisible();
    }
    await expect(drawer.getByRole('button', { name: t('party.resetAuthenticator') })).toHaveCount(party === 'a merchant' ? 1 : 0);
  });
}

test('of two who suspend the same merchant the second is told so, and shown by the first one’s reason why it is', async ({ browser }) => {
  const { support, admin } = STAFF;
  const pages = {
    support: await (await staff(browser, ENGLISH, support)).newPage(),
    admin: await (await staff(browser, ENGLISH, admin)).newPage(),
  };
  const asked = async (page: Page, act: string, reason: string) => {
    const dialog = page.getByRole('dialog', { name: t(act) });
    await page.getByRole('button', { name: t(act) }).click();
    await dialog.getByLabel(t('party.reason')).fill(reason);
    await dialog.getByRole('button', { name: t('party.continue') }).click();
    await expect(page.getByLabel(t('kit.codeLabel'))).toBeVisible();
  };
  for (const page of Object.values(pages)) {
    await page.goto('/operator/merchants');
    await page.locator('main').getByRole('button', { name: 'Newcomer Goods', exact: true }).click();
  }
  await asked(pages.support, 'party.suspend', 'Too late');
  await asked(pages.admin, 'party.suspend', 'Stolen cards');
  await confirmAsStaff(pages.admin, t('party.suspend'), await freshCode(admin.username));
  await expect(pages.admin.getByText(t('party.done'))).toBeVisible();
  try {
    await confirmAsStaff(pages.support, t('party.suspend'), await freshCode(support.username));
    await expect(pages.support.getByText(outcomeText('party_status_same', 'en'))).toBeVisible();
    await expect(pages.support.getByRole('button', { name: t('party.restore') })).toBeVisible();
    await expect(pages.support.getByText('Too late')).toHaveCount(0);
  } finally {
    await asked(pages.admin, 'party.restore', 'They were not');
    await confirmAsStaff(pages.admin, t('party.restore'), await freshCode(admin.username));
    await expect(pages.admin.getByRole('button', { name: t('party.suspend') })).toBeVisible();
  }
});

const titleIn = (page: Page, language: string) => page.getByRole('textbox', { name: t('content.titleIn', { language }), exact: true });
const wordsIn = (page: Page, language: string) => page.getByRole('textbox', { name: t('content.textIn', { language }), exact: true });

/** A page on which an announcement is begun, in English. */
async function begunText(browser: Browser, name: string): Promise<Page> {
  const page = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  await page.goto('/operator/content');
  await page.getByRole('button', { name: t('content.new') }).click();
  await page.getByLabel(t('content.slug')).fill(`${name}-${Date.now()}`);
  await page.getByRole('button', { name: t('content.begin') }).click();
  await titleIn(page, 'English').fill('In spring');
  await wordsIn(page, 'English').click();
  await page.keyboard.type('Flowers.');
  return page;
}

/** Begins an act on a text; answers the dialog in which it is done by a button of the same name. */
async function askedTo(page: Page, act: 'publish' | 'schedule' | 'withdraw'): Promise<Locator> {
  await page.getByRole('button', { name: t(`content.${act}`), exact: true }).click();
  return page.getByRole('dialog', { name: t(`content.ask.${act}`) });
}

test('a language that is half written is told, no act goes past it, and nothing that was typed is lost', async ({ browser }) => {
  test.slow();
  const page = await begunText(browser, 'half');
  const told = page.getByText(t('content.half', { languages: 'Tiếng Việt' }));
  await titleIn(page, 'Tiếng Việt').fill('Mùa xuân');
  await expect(told).toHaveCount(1);
  await expect(page.getByText(/Saved at/)).toHaveCount(0);
  // Told once more where somebody is about to act.
  const dialog = await askedTo(page, 'publish');
  await expect(told).toHaveCount(2);
  await expect(dialog).toHaveCount(0);
  await expect(titleIn(page, 'Tiếng Việt')).toHaveValue('Mùa xuân');

  // What was emptied again is not there.
  await titleIn(page, 'Tiếng Việt').fill('');
  await askedTo(page, 'publish');
  await expect(dialog).toContainText('简体中文, 繁體中文, Tiếng Việt');
  await dialog.getByRole('button', { name: t('kit.cancel') }).click();
  await titleIn(page, 'Tiếng Việt').fill('Mùa xuân');
  await wordsIn(page, 'Tiếng Việt').fill('Hoa.');
  const scheduling = await askedTo(page, 'schedule');
  await expect(scheduling).toContainText('简体中文, 繁體中文');
  await expect(scheduling).not.toContainText('Tiếng Việt');
  await scheduling.getByLabel(t('content.time')).fill(inAMonth(0));
  await scheduling.getByRole('button', { name: t('content.schedule'), exact: true }).click();
  await expect(page.getByText(/Will be published at \d/)).toBeVisible();

  // Taking back saves what was typed a moment ago.
  await titleIn(page, 'English').fill('In summer');
  await page.getByRole('button', { name: t('content.unschedule') }).click();
  await expect(page.getByText(t('content.unscheduled'))).toBeVisible();
  await expect(page.getByText(/Will be published at/)).toHaveCount(0);
  await expect(titleIn(page, 'English')).toHaveValue('In summer');
  await expect(titleIn(page, 'Tiếng Việt')).toHaveValue('Mùa xuân');
});

test('a text that was withdrawn is published again, also after it was scheduled and taken back', async ({ browser }) => {
  test.slow();
  const page = await begunText(browser, 'again');
  const act = async (name: 'publish' | 'schedule' | 'withdraw'): Promise<void> => {
    const dialog = await askedTo(page, name);
    if (name === 'schedule') await dialog.getByLabel(t('content.time')).fill(inAMonth(0));
    await dialog.getByRole('button', { name: t(`content.${name}`), exact: true }).click();
    await expect(dialog).toHaveCount(0);
  };
  const state = page
    .locator('main')
    .getByText(/^(Draft|Scheduled|Published|Withdrawn)$/)
    .first();
  await act('publish');
  await expect(state).toHaveText(t('content.state.published'));
  await expect(page.getByRole('button', { name: t('content.publish'), exact: true })).toBeDisabled();
  await act('withdraw');
  await expect(state).toHaveText(t('content.state.withdrawn'));
  await act('schedule');
  await expect(state).toHaveText(t('content.state.scheduled'));
  await page.getByRole('button', { name: t('content.unschedule') }).click();
  await expect(state).toHaveText(t('content.state.draft'));
  await act('publish');
  await expect(state).toHaveText(t('content.state.published'));
});

test('a text is scheduled for a time that is asked for, and taken back', async ({ browser }) => {
  const page = await begunText(browser, 'later');
  await page.getByRole('button', { name: t('content.schedule'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('content.ask.schedule') });
  await dialog.getByRole('button', { name: t('content.schedule'), exact: true }).click();
  const time = dialog.getByLabel(t('content.time'));
  await expect(time).toHaveAccessibleDescription(t('kit.wholeTime'));
  // A day without its time is told by the page, in its language.
  await time.fill('2020-03-01T09:00');
  await time.fill('');
  await expect(time).toHaveAccessibleDescription(
    t('content.timeHint', { zone: zoneOfToday(Intl.DateTimeFormat().resolvedOptions().timeZone) }),
  );
  await time.pressSequentially(`1212${new Date().getFullYear() + 1}`);
  await dialog.getByRole('button', { name: t('content.schedule'), exact: true }).click();
  await expect(time).toHaveAccessibleDescription(t('kit.wholeTime'));
  await time.fill('2020-03-01T09:00');
  await dialog.getByRole('button', { name: t('content.schedule'), exact: true }).click();
  await expect(dialog.getByText(/future|past/)).toBeVisible();
  await expectAccessible(page);
  await expect(dialog).toContainText('简体中文, 繁體中文, Tiếng Việt');
  await dialog.getByLabel(t('content.time')).fill(inAMonth(0));
  await dialog.getByRole('button', { name: t('content.schedule'), exact: true }).click();
  await expect(page.getByText(/Will be published at \d/)).toBeVisible();

  // What is written since is told to be no part of it, until it is scheduled anew.
  const differs = page.getByText(t('content.scheduledDiffers'));
  await expect(differs).toHaveCount(0);
  await titleIn(page, 'English').fill('In summer');
  await expect(differs).toBeVisible();
  await expectAccessible(page);
  const publishing = await askedTo(page, 'publish');
  await expect(publishing).toContainText(t('content.endsSchedule'));
  await publishing.getByRole('button', { name: t('kit.cancel') }).click();
  const again = await askedTo(page, 'schedule');
  await again.getByLabel(t('content.time')).fill(inAMonth(0));
  await again.getByRole('button', { name: t('content.schedule'), exact: true }).click();
  await expect(differs).toHaveCount(0);
  await expect(page.getByText(/Will be published at \d/)).toBeVisible();
  await page.getByRole('button', { name: t('content.unschedule') }).click();
  await expect(page.getByText(t('content.unscheduled'))).toBeVisible();
  await expect(page.getByText(/Will be published at/)).toHaveCount(0);
});

test('the words of a message are changed, refused without what they need, and set back', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  await page.goto('/operator/message-texts?open=login_code.sms');
  const drawer = page.getByRole('dialog');
  const body = drawer.getByLabel(t('message.body'));
  const shipped = await body.inputValue();
  await body.fill('Your code');
  await drawer.getByRole('button', { name: t('message.save') }).click();
  await expect(drawer.getByText(/\{code\}/).last()).toBeVisible();
  await expect(body).toHaveAttribute('aria-invalid', 'true');
  await body.fill(`${shipped} Thank you.`);
  await drawer.getByRole('button', { name: t('message.save') }).click();
  await expect(page.getByText(t('message.saved'))).toBeVisible();
  await expect(body).toHaveValue(`${shipped} Thank you.`);
  await expectAccessible(page);
  await drawer.getByRole('button', { name: t('message.reset') }).click();
  await expect(page.getByText(t('message.resetDone'))).toBeVisible();
  await expect(body).toHaveValue(shipped);
});

test('a gateway for text messages is set, and forgotten again', async ({ browser }) => {
  test.slow();
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await page.goto('/operator/senders');
  const sms = page.getByRole('region', { name: t('message.channel.sms') });
  await sms.getByRole('button', { name: t('senders.set') }).click();
  const form = page.getByRole('dialog', { name: t('senders.setSms') });
  await form.getByLabel(t('senders.address'), { exact: true }).fill('gateway');
  await form.getByRole('button', { name: t('senders.continue') }).click();
  await expect(form.getByText(t('senders.problem.address'))).toBeVisible();
  await form.getByLabel(t('senders.address'), { exact: true }).fill('https://sms.example.com/send');
  await form.getByLabel(t('senders.fromName'), { exact: true }).fill('Harbour');
  await form.getByLabel(t('senders.key'), { exact: true }).fill(KEY_OF_GATEWAY);
  await expectAccessible(page);
  await form.getByRole('button', { name: t('senders.continue') }).click();
  await confirmAsStaff(page, t('senders.save'), await freshCode(STAFF.admin.username));
  await expect(sms).toContainText('sms.example.com');
  await expect(page.getByText(KEY_OF_GATEWAY)).toHaveCount(0);
  await sms.getByRole('button', { name: t('senders.reset') }).click();
  await confirmAsStaff(page, t('senders.reset'), await freshCode(STAFF.admin.username));
  await expect(sms).toContainText(t('senders.source.mailbox'));
});

test('maintenance is planned with its words, refused when it ends before it begins, and called off', async ({ browser }) => {
  test.slow();
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await page.goto('/operator/maintenance');
  await page.getByRole('button', { name: t('maintenance.plan') }).click();
  const form = page.getByRole('dialog', { name: t('maintenance.plan') });
  await form.getByLabel(t('maintenance.from')).fill(inAMonth(0));
  await form.getByLabel(t('maintenance.until')).fill(inAMonth(-1));
  await form.getByRole('button', { name: t('maintenance.review') }).click();
  await expect(form.getByText(t('maintenance.endProblem'))).toBeVisible();
  await form.getByLabel(t('maintenance.until')).fill(inAMonth(1));
  await form.getByLabel('English').fill('A new engine');
  await expectAccessible(page);
  await form.getByRole('button', { name: t('maintenance.review') }).click();
  await confirmAsStaff(page, t('maintenance.later'), await freshCode(STAFF.admin.username));
  await expect(page.getByText(t('maintenance.planned'))).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText(t('maintenance.state.planned'));
  await page.getByRole('button', { name: t('maintenance.callOff') }).click();
  await confirmAsStaff(page, t('maintenance.callOff'), await freshCode(STAFF.admin.username));
  await expect(page.getByRole('row').nth(1)).toContainText(t('maintenance.state.called_off'));
});

test('the audit log is filtered by an act, and exported as filtered', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.auditor)).newPage();
  await page.goto('/operator/audit?actor_kind=operator');
  const rows = page.locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  await expect(page.locator('tbody').getByText(t('actor_kind.merchant'), { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: t('list.export') }).click();
  const coming = page.waitForEvent('download');
  await page.getByText(t('list.exportCsv')).click();
  const file = await coming;
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines.slice(1)) expect(line).toContain(t('actor_kind.operator'));
});

test('the audit log names the member of staff who acted, in a row, whole and on a phone', async ({ browser }) => {
  const [acted] = await sql<{ staff_id: string; name: string }>(
    `select staff_id, name from staff where exists (select from audit_log where actor_kind = 'operator' and actor = staff_id::text) order by staff_id limit 1`,
  );
  const { staff_id = '', name = '' } = acted ?? {};
  const page = await (await staff(browser, ENGLISH, STAFF.auditor)).newPage();
  await page.goto(`/operator/audit?actor=${staff_id}`);
  await expect(page.locator('tbody tr').first()).toContainText(name);
  await page.locator('tbody tr').first().getByRole('button').first().click();
  await expect(page.getByRole('dialog', { name: t('audit.detailTitle') }).getByText(name, { exact: true })).toBeVisible();
  const phone = await (await staff(browser, ENGLISH, STAFF.auditor, { viewport: PHONE })).newPage();
  await phone.goto(`/operator/audit?actor=${staff_id}`);
  await expect(phone.locator('main').getByRole('listitem').filter({ hasText: name }).first()).toBeVisible();
  await expectNoSidewaysScroll(phone);
});
