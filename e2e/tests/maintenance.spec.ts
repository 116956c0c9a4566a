import { expect } from '@playwright/test';
import { pay } from '../support/checkout.ts';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import {
  ALICE,
  BINH,
  expectAccessible,
  expectNoSidewaysScroll,
  merchant,
  payer,
  payerLogIn,
  PHONE,
  stranger,
  test,
  visitor,
} from '../support/demo.ts';
import { confirmAsStaff, enterSignIn, operatorTexts, STAFF, staff } from '../support/operator.ts';
import { newOrder } from '../support/shop.ts';
import { ENGLISH, VIETNAMESE } from '../support/texts.ts';

const t = operatorTexts(ENGLISH);
const TEXT = { en: 'The database moves to new disks.', vi: 'Cơ sở dữ liệu được chuyển sang ổ đĩa mới.' };

test('maintenance that begins at once closes consoles, sign-ins and new orders, says why, and all go on when it is ended', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const admin = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  const console_ = await (await merchant(browser, ENGLISH)).newPage();
  await console_.goto('/');
  await expect(console_).toHaveURL(/InstrumentPanel/);
  const order = await newOrder('USDP', '1.00');
  const paying = await (await payer(browser, ENGLISH, BINH)).newPage();
  await paying.goto(order.path);
  try {
    await test.step('an admin begins it', async () => {
      await admin.goto('/operator/maintenance');
      await admin.getByRole('button', { name: t('maintenance.plan') }).click();
      const form = admin.getByRole('dialog', { name: t('maintenance.plan') });
      await form.getByLabel('English').fill(TEXT.en);
      await form.getByLabel('Tiếng Việt').fill(TEXT.vi);
      await form.getByRole('button', { name: t('maintenance.review') }).click();
      const asked = admin.getByRole('dialog').filter({ has: admin.getByLabel(t('kit.codeLabel')) });
      await expect(asked).toContainText(t('maintenance.atOnce'));
      await expect(asked).toContainText(t('maintenance.untilEnded'));
      await confirmAsStaff(admin, t('maintenance.close'), await freshCode(STAFF.admin.username));
      await expect(admin.getByText(t('maintenance.begun'))).toBeVisible();
      await expect(admin.getByRole('row').nth(1)).toContainText(t('maintenance.state.running'));
    });

    const notice = console_.getByRole('status').filter({ hasText: ENGLISH.console('login.maintenance') });
    await test.step("a merchant's open console goes to the login, which says why for as long as it runs", async () => {
      await expect(console_).toHaveURL(/\/Login/);
      await expect(notice).toContainText(TEXT.en);
      await expectAccessible(console_);
      await console_.setViewportSize(PHONE);
      await expectNoSidewaysScroll(console_);
      await notice.getByRole('link', { name: ENGLISH.console('login.status') }).click();
      await expect(console_).toHaveURL(/\/status$/);
      await expect(console_.getByRole('heading', { name: ENGLISH.payer('status_m_running') })).toBeVisible();
      await expect(console_.getByText(TEXT.en)).toBeVisible();
      await console_.goto('/InstrumentPanel');
      await expect(console_).toHaveURL(/\/Login/);
      await expect(notice).toBeVisible();
    });

    await test.step('nobody signs in to a wallet, with scripts or without, and is told why and where to look', async () => {
      const scripted = await (await visitor(browser, VIETNAMESE, { viewport: PHONE })).newPage();
      await scripted.goto('/wallet');
      await payerLogIn(scripted, VIETNAMESE, ALICE);
      const told = scripted.getByRole('alert');
      await expect(told).toContainText(TEXT.vi);
      await expectAccessible(scripted);
      await told.getByRole('link', { name: VIETNAMESE.payer('status_title') }).click();
      await expect(scripted.getByRole('heading', { name: VIETNAMESE.payer('status_m_running') })).toBeVisible();
      await expect(scripted.getByText(TEXT.vi)).toBeVisible();

      const plain = await (await visitor(browser, ENGLISH, { javaScriptEnabled: false })).newPage();
      await plain.goto('/wallet');
      await plain.getByLabel(ENGLISH.payer('username'), { exact: true }).fill(ALICE.username);
      await plain.getByLabel(ENGLISH.payer('password'), { exact: true }).fill(ALICE.password);
      await plain.getByRole('button', { name: ENGLISH.payer('log_in'), exact: true }).click();
      await expect(plain.getByRole('alert')).toContainText(TEXT.en);
      await expect(plain.getByRole('alert').getByRole('link', { name: ENGLISH.payer('status_title') })).toBeVisible();
    });

    await test.step('the open API takes no new order, and the open one is paid by who is signed in', async () => {
      await expect(newOrder('USDP', '1.00')).rejects.toMatchObject({ code: 511, data: { text: TEXT.en } });
      await pay(paying, BINH.paymentPassword);
      await expect(paying.getByRole('heading', { name: ENGLISH.payer('success_title') })).toBeVisible();
    });

    await test.step('staff sign in and work', async () => {
      const finance = await (await stranger(browser, ENGLISH)).newPage();
      await finance.goto('/operator/');
      await enterSignIn(finance, ENGLISH, STAFF.finance, await freshCode(STAFF.finance.username));
      await expect(finance.getByRole('navigation')).toBeVisible();
      await finance.goto('/operator/orders');
      await expect(finance.getByText(order.serial_number)).toBeVisible();
    });

    await test.step('the admin ends it, and everybody goes on', async () => {
      await admin.getByRole('button', { name: t('maintenance.endNow') }).click();
      await confirmAsStaff(admin, t('maintenance.endNow'), await freshCode(STAFF.admin.username));
      await expect(admin.getByText(t('maintenance.ended'))).toBeVisible();
      await expect(admin.getByRole('row').nth(1)).toContainText(t('maintenance.state.over'));
      await expect(notice).toBeHidden();
      await console_.goto('/');
      await expect(console_).toHaveURL(/InstrumentPanel/);
      await expect(newOrder('USDP', '1.00')).resolves.toMatchObject({ order_status: 'created' });
      const wallet = await (await visitor(browser, ENGLISH)).newPage();
      await wallet.goto('/wallet');
      await payerLogIn(wallet, ENGLISH, ALICE);
      await expect(wallet.getByRole('heading', { name: ENGLISH.payer('wallet_title') })).toBeVisible();
    });
  } finally {
    // All flows share one demo.
    await sql('update maintenance set ended_at = clock_timestamp() where ended_at is null and starts_at <= clock_timestamp()');
  }
});

test('each maintenance that is planned is called off by its own button, on a phone as well', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  const ids = ['00000000-0000-7000-8000-00000000e2e1', '00000000-0000-7000-8000-00000000e2e2', '00000000-0000-7000-8000-00000000e2e3'];
  const standing = async () =>
    (
      await sql<{ off: boolean }>(
        'select ended_at is not null as off from maintenance where maintenance_id = any ($1) order by starts_at',
        [ids],
      )
    ).map(({ off }) => off);
  try {
    await sql(
      `insert into maintenance (maintenance_id, starts_at, ends_at, texts, entered_by)
       select id, now() + n * interval '8 days', now() + n * interval '8 days' + interval '1 hour', '{}', (select staff_id from staff where username = $2)
       from unnest($1::uuid[]) with ordinality as made (id, n)`,
      [ids, STAFF.admin.username],
    );
    await page.goto('/operator/maintenance');
    const planned = page.getByRole('row').filter({ hasText: t('maintenance.state.planned') });
    await expect(planned).toHaveCount(3);
    const callOff = { name: t('maintenance.callOff') };
    await expect(planned.getByRole('button', callOff)).toHaveCount(3);
    await expectAccessible(page);
    // The farthest stands first.
    const farthest = (await planned.first().getByRole('cell').first().textContent()) ?? '';
    await planned.first().getByRole('button', callOff).click();
    const asked = page.getByRole('dialog').filter({ has: page.getByLabel(t('kit.codeLabel')) });
    await expect(asked).toContainText(farthest);
    await confirmAsStaff(page, t('maintenance.callOff'), await freshCode(STAFF.admin.username));
    await expect(page.getByText(t('maintenance.calledOff'))).toBeVisible();
    await expect(planned).toHaveCount(2);
    expect(await standing()).toEqual([false, false, true]);
    await page.setViewportSize(PHONE);
    await expect(page.getByRole('button', callOff)).toHaveCount(2);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', callOff).last().click();
    await confirmAsStaff(page, t('maintenance.callOff'), await freshCode(STAFF.admin.username));
    await expect(page.getByRole('button', callOff)).toHaveCount(1);
    expect(await standing()).toEqual([true, false, true]);
  } finally {
    await sql('delete from maintenance where maintenance_id = any ($1)', [ids]);
  }
});

test('a day without its time, and a start that is past, are refused at their fields; what begins later does not close the consoles', async ({
  browser,
}) => {
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await page.goto('/operator/maintenance');
  await page.getByRole('button', { name: t('maintenance.plan') }).click();
  const form = page.getByRole('dialog', { name: t('maintenance.plan') });
  const asked = page.getByRole('dialog').filter({ has: page.getByLabel(t('kit.codeLabel')) });
  const review = form.getByRole('button', { name: t('maintenance.review') });
  const day = `1212${new Date().getFullYear() + 1}`;
  for (const name of [t('maintenance.from'), t('maintenance.until')]) {
    const field = form.getByLabel(name, { exact: true });
    await field.pressSequentially(day);
    await review.click();
    await expect(field).toHaveAccessibleDescription(t('kit.wholeTime'));
    await expect(field).toBeFocused();
    await expect(asked).toBeHidden();
    await field.fill(inHours(48));
    await field.fill('');
  }
  const from = form.getByLabel(t('maintenance.from'), { exact: true });
  await from.fill(inHours(-2));
  await review.click();
  await expect(from).toHaveAccessibleDescription(t('maintenance.startProblem'));
  await from.fill(inHours(24));
  await review.click();
  await expect(asked.getByRole('button', { name: t('maintenance.later'), exact: true })).toBeVisible();
  await expect(asked.getByRole('button', { name: t('maintenance.close') })).toBeHidden();
  await expectAccessible(page);
});

/** As the browser's field takes it. */
function inHours(hours: number): string {
  const then = new Date(Date.now() + hours * 3600_000);
  return new Date(then.getTime() - then.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
