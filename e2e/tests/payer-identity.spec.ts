import { expect, type Page } from '@playwright/test';
import { photo } from '../../server/src/features/file/testing/pictures.ts';
import { sql } from '../support/database.ts';
import { expectAccessible, forgetComplaints, payer, PHONE, test } from '../support/demo.ts';
import { ownPayer } from '../support/own-payer.ts';
import { expectAlive } from '../support/settled.ts';
import { ENGLISH } from '../support/texts.ts';

const t = ENGLISH.payer;

/** What is sent of photographs: bytes, type, width and height. */
const NOTE_SENT = `
  const send = window.fetch;
  globalThis.sent = [];
  window.fetch = async (address, options) => {
    if (options?.body instanceof FormData)
      for (const [, file] of options.body)
        if (file instanceof File) {
          const { width, height } = await createImageBitmap(file);
          globalThis.sent.push({ bytes: file.size, type: file.type, width, height });
        }
    return send(address, options);
  };`;
const sent = (page: Page) => page.evaluate<{ bytes: number; type: string; width: number; height: number }[]>('globalThis.sent');

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel(t('auth_surname'), { exact: true }).fill('Lê');
  await page.getByLabel(t('auth_name'), { exact: true }).fill('Lan');
  await page.getByRole('combobox', { name: t('auth_id_type') }).selectOption('passport');
  await page.getByLabel(t('auth_id_number'), { exact: true }).fill('C1234567');
}

const choose = (page: Page, document: 'front' | 'holder', buffer: Buffer) =>
  page.getByLabel(t(`auth_document_${document}`)).setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });

async function open(page: Page): Promise<void> {
  await page.goto('/wallet/authentication');
  await expectAlive(page);
}

test('photographs are made smaller and sent once; what gets lost is kept to be sent again', async ({ browser }) => {
  const who = await ownPayer('photographs', 'Lan');
  await sql(`update wallet_user set authentication_status = 'not_authenticated' where user_id = $1`, [who.userId]);
  const page = await (await payer(browser, ENGLISH, who, { viewport: PHONE })).newPage();
  await page.addInitScript(NOTE_SENT);
  await open(page);
  await fillIn(page);
  // As a phone held upright makes it: more than the server takes, lying on its side.
  const large = await photo({ width: 4_400, height: 3_300, quality: 95, orientation: 6 });
  expect(large.length).toBeGreaterThan(10 * 1_048_576);
  const small = await photo();
  await choose(page, 'front', large);
  await choose(page, 'holder', small);

  const submit = page.getByRole('button', { name: t('auth_submit'), exact: true });
  const sending = page.getByRole('button', { name: t('sending'), exact: true });
  let posts = 0;
  let lose = (): void => {};
  const isLost = new Promise<void>((resolve) => (lose = resolve));
  const address = '**/wallet/authentication*';
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    posts += 1;
    await isLost;
    return route.abort();
  });
  await submit.click();
  await expect(sending).toBeDisabled();
  await expect(page.getByRole('status').filter({ hasText: t('auth_sending_hint') })).toBeVisible();
  await expectAccessible(page);
  await expect.poll(() => posts, { timeout: 20_000 }).toBe(1);
  await sending.click({ force: true });
  lose();
  await expect(page.getByRole('alert')).toHaveText(t('connection_lost'));
  await expect(submit).toBeEnabled();
  expect(posts).toBe(1);
  const [front, holder] = await sent(page);
  expect(front).toMatchObject({ type: 'image/jpeg', width: 2_250, height: 3_000 });
  expect(front?.bytes).toBeLessThan(large.length / 2);
  expect(holder?.bytes).toBe(small.length);

  await page.unroute(address);
  await submit.click();
  await expect(page.getByText(t('auth_submitted'))).toBeVisible({ timeout: 20_000 });
  expect(await sql('select status from identity_submission where owner_id = $1', [who.userId])).toEqual([{ status: 'pending' }]);
  forgetComplaints(/ERR_FAILED/);
});

test('a browser that gives noise of its canvases sends photographs as they are', async ({ browser }) => {
  const who = await ownPayer('noisy-canvas', 'Lan');
  await sql(`update wallet_user set authentication_status = 'not_authenticated' where user_id = $1`, [who.userId]);
  const page = await (await payer(browser, ENGLISH, who)).newPage();
  await page.addInitScript(NOTE_SENT);
  await page.addInitScript(
    `CanvasRenderingContext2D.prototype.getImageData = (x, y, width, height) => {
       const noise = new ImageData(width, height);
       crypto.getRandomValues(noise.data);
       return noise;
     };`,
  );
  await open(page);
  await fillIn(page);
  // It would be made smaller.
  const large = await photo({ width: 2_000, height: 1_500, quality: 95 });
  expect(large.length).toBeGreaterThan(1_048_576);
  await choose(page, 'front', large);
  await choose(page, 'holder', await photo());
  await page.route('**/wallet/authentication*', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  await page.getByRole('button', { name: t('auth_submit'), exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(t('connection_lost'));
  expect((await sent(page))[0]).toMatchObject({ bytes: large.length, width: 2_000, height: 1_500 });
  forgetComplaints(/ERR_FAILED/);
});

test('where a release has replaced the script that sends photographs, the form goes without it', async ({ browser }) => {
  const who = await ownPayer('replaced-script', 'Lan');
  await sql(`update wallet_user set authentication_status = 'not_authenticated' where user_id = $1`, [who.userId]);
  const page = await (await payer(browser, ENGLISH, who)).newPage();
  let asked = 0;
  await page.route('**/payer/assets/photographs-*', (route) => {
    asked += 1;
    return route.abort();
  });
  await open(page);
  await fillIn(page);
  for (const document of ['front', 'holder'] as const) await choose(page, document, await photo());
  await page.getByRole('button', { name: t('auth_submit'), exact: true }).click();
  await expect(page.getByText(t('auth_submitted'))).toBeVisible();
  expect(asked).toBeGreaterThan(0);
  expect(await sql('select status from identity_submission where owner_id = $1', [who.userId])).toEqual([{ status: 'pending' }]);
  forgetComplaints(/ERR_FAILED/);
});

test('what the server refuses of a photograph is told there, and the others stay chosen', async ({ browser }) => {
  const who = await ownPayer('refused-photograph', 'Lan');
  await sql(`update wallet_user set authentication_status = 'not_authenticated' where user_id = $1`, [who.userId]);
  const page = await (await payer(browser, ENGLISH, who)).newPage();
  await open(page);
  await fillIn(page);
  await choose(page, 'front', Buffer.from('no picture'));
  await choose(page, 'holder', await photo());
  const submit = page.getByRole('button', { name: t('auth_submit'), exact: true });
  const front = page.getByLabel(t('auth_document_front'));
  for (let twice = 0; twice < 2; twice += 1) {
    await submit.click();
    await expect(front).toHaveAccessibleDescription(/This kind of file is not accepted/);
    await expect(front).toBeFocused();
    await choose(page, 'front', Buffer.from('no picture either'));
    await expect(front).toHaveAccessibleDescription('');
  }
  await choose(page, 'front', await photo());
  await submit.click();
  await expect(page.getByText(t('auth_submitted'))).toBeVisible();
});
