import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, expect } from '@playwright/test';
import { Purser } from '@purser/client';
import { MailServer } from '../../server/src/features/message/testing/mail-server.ts';
import { pay } from '../support/checkout.ts';
import { enterLogin, test } from '../support/demo.ts';
import { mailedTo, Person } from '../support/first-run.ts';
import { admitMerchant } from '../support/operator.ts';
import { quickStart, type Started } from '../support/quick-start.ts';
import { ENGLISH } from '../support/texts.ts';

/**
 * A real installation from its first start to its first payment, by what people do on its pages and by the open API: nothing is put into the
 * database by other ways. How long each step took is printed at the end.
 */

const ROOT = join(import.meta.dirname, '../..');
const SHOP = { name: 'First Shop', username: 'first-shop', password: 'First-shop-2026', mail: 'shop@example.com' };
const PAYER = { nick: 'Paula', username: 'paula@example.com', password: 'Paula-pays-1', paymentPassword: '529471', market: 'USD' };

// A step that waits for what does not come says so before the whole is over.
test.use({ actionTimeout: 40_000 });

const took: (readonly [string, number])[] = [];

async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await test.step(name, work);
  took.push([name, (performance.now() - began) / 1000]);
  return result;
}

test('a real installation: from the first start to a paid order, without SQL', async ({ browser }) => {
  test.setTimeout(420_000);
  const mail = await MailServer.start();
  const masterKey = randomBytes(32);
  const real = (baseUrl: string) => ({
    PURSER_DEMO: '0',
    PURSER_MASTER_KEY: masterKey.toString('base64'),
    PURSER_PUBLIC_URL: baseUrl,
    PURSER_SMTP_URL: `smtp+plain://127.0.0.1:${mail.port}`,
    PURSER_MAIL_FROM: 'First Pay <no-reply@example.com>',
    PURSER_LOG_LEVEL: 'silent',
  });
  const started = await step('start with PURSER_DEMO=0', () => quickStart(real, /\/operator\/set-up#[\w-]{43}[\s\S]*localhost:\d+/));
  try {
    await firstRun(browser, started, { mail, masterKey });
    await step('the ledger is verified', () => verify(started, masterKey.toString('base64')));
  } finally {
    // Their streams would complain about the end of the server.
    await Promise.all(browser.contexts().map((context) => context.close()));
    await started.stop();
    await mail.close();
    const total = took.reduce((sum, [, seconds]) => sum + seconds, 0);
    const lines = [...took, ['in all', total] as const, ['of it waiting for another code', Person.waited / 1000] as const];
    console.log(lines.map(([name, seconds]) => `${seconds.toFixed(1).padStart(6)} s  ${name}`).join('\n'));
  }
});

async function firstRun(
  browser: Browser,
  started: Started,
  { mail, masterKey }: { readonly mail: MailServer; readonly masterKey: Buffer },
): Promise<void> {
  const at = (who: { username: string; password: string }) => Person.at(started.baseUrl, browser, who);
  const [owner, second] = [
    await at({ username: 'olga-first-run', password: 'Olga-real-2026' }),
    await at({ username: 'sami-first-run', password: 'Sami-real-2026' }),
  ];
  const firstLink = /\S+\/operator\/set-up#[\w-]{43}/.exec(started.output)?.[0] ?? '';
  await step('the first admin sets up by the printed link, with a passkey', () => owner.setUpAsFirstAdmin(firstLink, 'Olga Owner'));
  const invitation = await step('the admin invites a second one', () => owner.invite({ name: 'Sami Second', username: second.username }));
  await step('the second admin sets up', () => second.setUpAsStaff(invitation));

  await step('a merchant is admitted', async () => admitMerchant(second.page, ENGLISH, { ...SHOP, market: /USD/ }, await second.code()));
  const shop = await at(SHOP);
  await step('the merchant sets up by the link that came by mail', async () =>
    shop.setUpAsMerchant(await mailedTo(mail, SHOP.mail, /http\S+\/SetUp#[\w-]+/)),
  );
  await step('the identity is confirmed', () => second.confirmIdentity(SHOP.name));
  const key = await step('the merchant logs in anew and makes an access key', async () => {
    await shop.logOut(SHOP.name);
    await enterLogin(shop.page, ENGLISH, SHOP, await shop.code());
    await expect(shop.page).toHaveURL(/InstrumentPanel/);
    return shop.createKey();
  });

  await step('registration is opened', () => owner.openRegistration());
  const payer = await at(PAYER);
  await step('a payer opens a wallet and sets a payment password', () => payer.register(PAYER, { mail, masterKey }));
  await step('one admin enters a top-up', async () => {
    await owner.page.goto('/operator/wallet-users');
    const row = owner.page.getByRole('row', { name: new RegExp(PAYER.nick) });
    await owner.enterPosting(/\b5\d{7}\b/.exec(await row.innerText())?.[0] ?? '', 'USDP', '100.00');
  });
  await step('the other admin approves it', () => second.approvePosting());

  const purser = new Purser({ baseUrl: started.baseUrl, ...key });
  const order = await step('the open API makes an order', () =>
    purser.orders.create({ order_id: 'FIRST-1', coin_name: 'USDP', amount: '12.50' }),
  );
  await step('the payer pays it', async () => {
    await payer.page.goto(order.payment_url);
    await pay(payer.page, PAYER.paymentPassword);
    await expect(payer.page.getByRole('heading', { name: ENGLISH.payer('success_title') })).toBeVisible();
  });
  expect(await purser.orders.query({ order_id: 'FIRST-1' })).toMatchObject({ order_status: 'paid', settlement_amount: '12.37' });
}

/** As whoever runs it does every night. */
async function verify({ folder }: Started, masterKey: string): Promise<void> {
  const environment = { ...process.env, DATABASE_URL: '', PURSER_DATA: folder, PURSER_MASTER_KEY: masterKey };
  const { stdout } = await promisify(execFile)(process.execPath, ['server/src/main/ledger.ts', 'verify'], { cwd: ROOT, env: environment });
  expect(stdout).toContain('The ledger is whole');
}
