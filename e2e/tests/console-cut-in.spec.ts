import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { outcomeText } from '@purser/contract/errors';
import { DELIVERY_KEPT_DAYS } from '@purser/contract/kept-deliveries';
import { expect, type Page } from '@playwright/test';
import { freshCode, usedCode, wrongCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { baseUrl, buy, LOTUS, MERCHANT, merchant, test, visitor } from '../support/demo.ts';
import { shopKey } from '../support/shop.ts';
import { withOldOrder } from '../support/old-order.ts';
import { ENGLISH, SPOKEN } from '../support/texts.ts';

const t = ENGLISH.console;
const run = promisify(execFile);
/** For npm, and for a program that makes an order. */
const LONGEST_RUN_MS = 60_000;

const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

test('a webhook endpoint: a wrong address is told at its field, the secret is shown once, it is tested, switched off and deleted', async ({
  browser,
}) => {
  const context = await merchant(browser, ENGLISH, {}, LOTUS);
  const page = await context.newPage();
  await page.goto('/api/CutInSettings');
  const endpoints = card(page, t('cutIn.endpointsTitle'));
  const code = page.getByLabel(t('kit.codeLabel'));
  await endpoints.getByRole('button', { name: t('cutIn.add') }).click();
  const adding = page.getByRole('dialog', { name: t('cutIn.add') });
  const address = adding.getByLabel(t('cutIn.webhookAddress'));
  await adding.getByLabel(t('cutIn.eventsSome')).check();
  await address.fill('https://10.0.0.1/hook');
  await adding.getByRole('button', { name: t('cutIn.continue') }).click();
  await expect(adding.getByText(t('cutIn.eventsNone'))).toBeVisible();
  await adding.getByLabel(t('apiDeliveries.type.orderPaid')).check();
  await adding.getByRole('button', { name: t('cutIn.continue') }).click();
  await code.fill(wrongCode());
  await page
    .getByRole('button', { name: t('cutIn.add') })
    .last()
    .click();
  // What only the server knows to be wrong is told at the field, and the code is not used up by it.
  await expect(address).toHaveAccessibleDescription(/cannot be used/);
  await address.fill(`${baseUrl()}/shop/webhook`);
  await adding.getByRole('button', { name: t('cutIn.continue') }).click();
  await code.fill(await freshCode(LOTUS.username));
  await page
    .getByRole('button', { name: t('cutIn.add') })
    .last()
    .click();
  const shown = page.getByRole('dialog', { name: t('cutIn.secretTitle') });
  await expect(shown.locator('dd')).toHaveText(/^whsec_/);
  await shown.getByRole('checkbox').check();
  await shown.getByRole('button', { name: t('cutIn.secretDone') }).click();
  await expect(shown).toBeHidden();

  // The demo's shop knows another secret: it reads the event and refuses it.
  await endpoints.getByRole('button', { name: t('cutIn.test'), exact: true }).click();
  const tester = page.getByRole('dialog', { name: t('cutIn.testTitle') });
  await tester.getByRole('button', { name: t('cutIn.ping') }).click();
  await expect(tester.getByText(/^Not accepted: your endpoint answered 4\d\d after/)).toBeVisible();
  await tester
    .getByRole('button', { name: t('kit.close') })
    .last()
    .click();
  await expect(tester).toBeHidden();

  await endpoints.getByRole('button', { name: t('cutIn.change'), exact: true }).click();
  const changing = page.getByRole('dialog', { name: t('cutIn.changeTitle') });
  // Somebody else begins to give it a name before it is switched off, and ends after that.
  const other = await context.newPage();
  await other.goto('/api/CutInSettings');
  await card(other, t('cutIn.endpointsTitle'))
    .getByRole('button', { name: t('cutIn.change'), exact: true })
    .click();
  const naming = other.getByRole('dialog', { name: t('cutIn.changeTitle') });
  await naming.getByLabel(t('cutIn.name')).fill('Stock');

  await changing.getByLabel(t('cutIn.switch')).uncheck();
  await changing.getByRole('button', { name: t('cutIn.continue') }).click();
  await code.fill(await freshCode(LOTUS.username));
  await page.getByRole('button', { name: t('cutIn.changeTitle') }).click();
  await expect(endpoints.getByText(t('cutIn.isOff'))).toBeVisible();
  await naming.getByRole('button', { name: t('cutIn.continue') }).click();
  const reviewed = other.getByRole('dialog', { name: t('cutIn.changeTitle') }).last();
  await expect(reviewed.getByText(t('cutIn.isOff'), { exact: true })).toBeVisible();
  await other.getByLabel(t('kit.codeLabel')).fill(await freshCode(LOTUS.username));
  await other.getByRole('button', { name: t('cutIn.changeTitle') }).click();
  await expect(endpoints.getByText('Stock')).toBeVisible();
  await expect(endpoints.getByText(t('cutIn.isOff'))).toBeVisible();
  await endpoints.getByRole('button', { name: t('cutIn.delete'), exact: true }).click();
  await code.fill(await freshCode(LOTUS.username));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('cutIn.delete'), exact: true })
    .click();
  await expect(endpoints.getByText(t('cutIn.endpointsEmptyTitle'))).toBeVisible();
});

test('what orders get by themselves is checked, confirmed in words, and takes effect on the next order', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/api/CutInSettings');
  const settings = card(page, t('cutIn.settingsTitle'));
  const address = settings.getByLabel(t('cutIn.returnAddress'));
  const lifetime = settings.getByLabel(t('cutIn.lifetime'));
  const save = settings.getByRole('button', { name: t('cutIn.save') });
  const dialog = page.getByRole('dialog', { name: t('cutIn.saveTitle') });
  const before = await address.inputValue();
  await address.fill('not an address');
  await lifetime.fill('1441');
  await save.click();
  await expect(address).toHaveAccessibleDescription(t('cutIn.addressWrong'));
  await expect(address).toBeFocused();
  await expect(lifetime).toHaveAttribute('aria-invalid', 'true');
  await address.fill(before);
  await lifetime.fill('1440');

  await save.click();
  await expect(dialog.getByText(t('cutIn.lifetimeMinutes', { count: 1440 }))).toBeVisible();
  await dialog.getByLabel(t('kit.codeLabel')).fill(await usedCode(MERCHANT.username));
  await dialog.getByRole('button', { name: t('cutIn.save') }).click();
  await expect(dialog.getByLabel(t('kit.codeLabel'))).toHaveAccessibleDescription(outcomeText('google_code_used', 'en'));
  await dialog.getByLabel(t('kit.codeLabel')).fill(await freshCode(MERCHANT.username));
  await dialog.getByRole('button', { name: t('cutIn.save') }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(lifetime).toHaveValue('1440');

  const payer = await (await visitor(browser, ENGLISH)).newPage();
  await buy(payer);
  await expect(payer.getByRole('timer')).toHaveText(/^(23:59:\d\d|24:00:00)$/);
});

test('a test event arrives, is logged with what was sent, and is sent again on demand', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/api/CutInSettings');
  await page
    .getByRole('button', { name: t('cutIn.test'), exact: true })
    .first()
    .click();
  const tester = page.getByRole('dialog', { name: t('cutIn.testTitle') });
  await expect(tester.locator('pre')).toContainText('webhook-signature: v1,');
  await tester.getByRole('button', { name: t('cutIn.ping') }).click();
  await expect(tester.getByText(/^Delivered: your endpoint answered 2\d\d after/)).toBeVisible();
  await expect(tester.getByText(t('cutIn.testSent'))).toBeVisible();
  await tester
    .getByRole('button', { name: t('kit.close') })
    .last()
    .click();
  await expect(tester).toBeHidden();

  const log = page.getByRole('region', { name: t('apiDeliveries.table') });
  const newest = log
    .getByRole('row')
    .filter({ hasText: t('apiDeliveries.type.ping') })
    .first();
  const exported = page.waitForEvent('download');
  await page.getByRole('button', { name: t('list.export') }).click();
  await page.getByRole('menuitem', { name: t('list.exportCsv') }).click();
  // The word that the file has come is closed as well, so that below one press closes what it is meant for.
  const fileCame = page.getByText(/^Exported \d+ rows?$/);
  await expect(fileCame).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(fileCame).toBeHidden();
  expect(readFileSync(await (await exported).path(), 'utf8')).toContain(t('apiDeliveries.type.ping'));
  await expect(newest).toContainText(t('apiDeliveries.state.delivered'));
  await newest.getByText(t('apiDeliveries.type.ping')).click();
  const details = page.getByRole('dialog', { name: t('apiDeliveries.detailTitle') });
  await expect(details.getByRole('listitem').filter({ hasText: /HTTP 2\d\d after/ })).toHaveCount(1);
  await expect(details.locator('pre')).toContainText('"ping"');
  const event = await newest.locator('[title]').first().getAttribute('title');
  await details.getByRole('button', { name: /^Send again/ }).click();
  // Under the pointer it stays until it is closed.
  await page.getByText(t('apiDeliveries.redelivered')).hover();
  // One press closes one thing: the message first, then the drawer.
  await page.keyboard.press('Escape');
  await expect(page.getByText(t('apiDeliveries.redelivered'))).toBeHidden();
  await expect(details).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  // A delivery of its own, of the same event, which the list shows by itself.
  const deliveries = log.getByRole('row').filter({ has: page.getByTitle(event ?? '', { exact: true }) });
  await expect(deliveries).toHaveCount(2);
  await expect(deliveries.first()).toContainText(t('apiDeliveries.state.delivered'));
});

test('an order that nothing was told of does not say that no endpoint is set', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/api/CutInSettings');
  await expect(card(page, t('cutIn.endpointsTitle')).getByText(t('cutIn.isOn'))).toBeVisible();
  // From before the endpoint was there, as one would be whose events it does not ask for.
  const [order] = await sql<{ serial_number: string }>(
    `select serial_number from payment_order join merchant using (merchant_id)
     where username = $1 and payment_order.create_time < now() - interval '3 days' limit 1`,
    [MERCHANT.username],
  );
  await page.goto(`/recharge/Order/${order?.serial_number}`);
  await expect(page.getByText('Your system was not told of this order: no webhook endpoint was on for its events.')).toBeVisible();
});

for (const texts of SPOKEN) {
  test(`an order whose deliveries are no longer kept says so, in ${texts.language}`, async ({ browser }) => {
    await withOldOrder(async (serial) => {
      const page = await (await merchant(browser, texts)).newPage();
      await page.goto(`/recharge/Order/${serial}`);
      await expect(page.getByText(texts.console('record.deliveriesNotKept', { days: DELIVERY_KEPT_DAYS }))).toBeVisible();
      await expect(page.getByText(texts.console('order.untold'))).toHaveCount(0);
    });
  });
}

test('samples are there in four languages, with the address of this installation', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/api/CutInSettings');
  const samples = card(page, t('cutIn.samplesTitle'));
  for (const name of ['curl', 'TypeScript', 'PHP', 'Python']) {
    await samples.getByText(name, { exact: true }).click();
    await expect(samples.getByLabel(t('cutIn.sample', { name }), { exact: true })).toContainText(baseUrl());
  }
});

test('the TypeScript sample runs with the package and the checksum that this installation shows', async ({ browser }) => {
  test.setTimeout(3 * LONGEST_RUN_MS);
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/api/CutInSettings');
  const samples = card(page, t('cutIn.samplesTitle'));
  await samples.getByText('TypeScript', { exact: true }).click();
  const command = await samples.getByLabel(t('cutIn.sdkInstall'), { exact: true }).innerText();
  const sample = await samples.getByLabel(t('cutIn.sample', { name: 'TypeScript' }), { exact: true }).innerText();
  expect(sample).toContain(command);
  const [program = '', ...install] = command.split(' ');
  const folder = await mkdtemp(join(tmpdir(), 'purser-merchant-'));
  try {
    const { accessKey, secret } = await shopKey();
    // npm hands its log level on to what it starts: a silenced run of the tests would silence the merchant's npm too.
    const own = Object.entries(process.env).filter(([name]) => name !== 'npm_config_loglevel');
    const env = { ...Object.fromEntries(own), PURSER: baseUrl(), PURSER_ACCESS_KEY: accessKey, PURSER_SECRET: secret };
    const options = { cwd: folder, env, timeout: LONGEST_RUN_MS };
    await writeFile(join(folder, 'package.json'), '{"private":true}');
    await writeFile(join(folder, 'purser.mts'), sample);
    await run(program, [...install, '--no-audit', '--no-fund'], options);
    const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { integrity?: string }>;
    };
    await expect(samples.getByText(packages['node_modules/@purser/client']?.integrity ?? 'none', { exact: true })).toBeVisible();
    // An address of an earlier release leads nowhere else, and npm says where the present one is.
    const [url = '', path = ''] = /http\S+(\/sdk\/\S+)/.exec(command) ?? [];
    const gone = await run(program, ['install', url.replace(/-\w+\.tgz$/, '.tgz'), '--no-audit', '--no-fund'], options).catch(
      (error: { stderr?: string }) => error.stderr,
    );
    expect(gone).toContain(path);
    const { stdout } = await run(process.execPath, ['purser.mts', 'order', `SDK-${Date.now()}`, 'USDP', '12.50'], options);
    expect(stdout).toMatch(/^Pay here: http.*\nOrder SDK-\d+: 12\.50 USDP, created\n$/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('the guide to the open API is downloaded from this installation', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/api/CutInSettings');
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: t('cutIn.guide') }).click();
  const guide = readFileSync(await (await coming).path(), 'utf8');
  expect(guide).toMatch(/^# Integrate/);
  const [, name = ''] = /\$PURSER\/sdk\/(\S+\.tgz)"/.exec(guide) ?? [];
  expect((await page.request.get(`/sdk/${name}`)).status()).toBe(200);
});
