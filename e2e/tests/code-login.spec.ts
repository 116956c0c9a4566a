import { expect } from '@playwright/test';
import { sql } from '../support/database.ts';
import { ALICE, expectAccessible, payerLogIn, PHONE, test, visitor } from '../support/demo.ts';
import { codeIn } from '../support/registration.ts';
import { expectAlive } from '../support/settled.ts';
import { placeOf, slide } from '../support/slider.ts';
import { ENGLISH, VIETNAMESE } from '../support/texts.ts';

test('a payer moves the piece by hand, logs in with a code, and ends the session of another device', async ({ browser }) => {
  await sql(`delete from throttle where scope like 'code:%' or scope like 'slider%'`);
  const desktop = await (await visitor(browser, ENGLISH)).newPage();
  await desktop.goto('/wallet');
  await payerLogIn(desktop, ENGLISH, ALICE);
  await expect(desktop.getByRole('heading', { level: 1, name: ENGLISH.payer('wallet_title') })).toBeVisible();

  const t = VIETNAMESE.payer;
  const page = await (await visitor(browser, VIETNAMESE, { viewport: PHONE })).newPage();
  await page.goto('/wallet?next=%2Fwallet%2Fsessions');
  await page.getByRole('link', { name: t('by_code') }).click();
  await page.getByLabel(t('email'), { exact: true }).fill('alice@example.com');
  await expectAlive(page);
  const slider = page.getByRole('slider');
  const [challenge, box] = [await page.locator('input[name="challenge"]').inputValue(), await slider.boundingBox()];
  if (!box) throw new Error('the slider is not on the page');
  // The button is as wide as the piece: 44 of the picture's 280 units.
  const [unit, y] = [box.width / 280, box.y + box.height / 2];
  await page.mouse.move(box.x + 22 * unit, y);
  await page.mouse.down();
  for (const part of [0.2, 0.5, 0.7, 0.85, 0.95, 1])
    await page.mouse.move(box.x + (22 + part * placeOf(challenge)) * unit, y, { steps: 4 });
  await page.mouse.up();
  await expect(page.locator('input[name="track"]')).toHaveValue(/^0:\d+( \d+:\d+){5,}$/);
  await page.getByRole('button', { name: t('send_code') }).click();
  await page.getByLabel(t('verification_code'), { exact: true }).fill(await codeIn(page, 'alice@example.com'));
  await page.getByRole('button', { name: t('log_in'), exact: true }).click();

  await expect(page.getByRole('heading', { level: 1, name: t('sessions_title') })).toBeVisible();
  await expect(page.getByText(t('session_current'))).toHaveCount(1);
  await expectAccessible(page);
  await page
    .getByRole('button', { name: /^Kết thúc phiên từ/ })
    .first()
    .click();
  await expect(page.getByText(t('session_ended'))).toBeVisible();
  await desktop.goto('/wallet');
  await expect(desktop.getByRole('heading', { level: 1, name: ENGLISH.payer('login_title') })).toBeVisible();
});

test('a piece that is moved before the page’s script has come stays where it is', async ({ browser }) => {
  const page = await (await visitor(browser, ENGLISH, { viewport: PHONE })).newPage();
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/\.js$/, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto('/wallet/login-code', { waitUntil: 'commit' });
  const slider = page.getByRole('slider');
  await slide(page);
  const place = await slider.inputValue();
  expect(Number(place)).toBeGreaterThan(0);
  arrive();
  await expectAlive(page);
  await expect(page.locator('svg svg')).toHaveAttribute('x', place);
  await expect(slider).toHaveValue(place);
});
