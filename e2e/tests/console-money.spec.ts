import { readFile } from 'node:fs/promises';
import { outcomeText } from '@purser/contract/errors';
import { expect, type Locator, type Page } from '@playwright/test';
import { freshCode, wrongCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { DESKTOP, forgetComplaints, LOTUS, MERCHANT, merchant, PHONE, test } from '../support/demo.ts';
import { expectLooksRight } from '../support/look.ts';
import { modulesOfPath, readQr } from '../support/qr.ts';
import { expectSettled } from '../support/settled.ts';
import { ENGLISH } from '../support/texts.ts';
import { sheetRows } from '../support/xlsx.ts';

const t = ENGLISH.console;

/** Chooses one of a filter's values. */
async function choose(page: Page, filter: string, value: string): Promise<void> {
  await page.getByRole('search').getByRole('button', { name: filter, exact: true }).click();
  await page.getByRole('menuitem', { name: value, exact: true }).click();
}

/** An amount as a page shows it, in minor units of a coin with two places. */
const minor = (shown: string) => BigInt(/-?[\d.]+/.exec(shown.replaceAll(',', '').replace('−', '-'))?.[0].replace('.', '') ?? '');

/** What a line of a list of facts says. */
const fact = (within: Locator, label: string) =>
  within
    .locator('dl > div')
    .filter({ has: within.page().getByText(label, { exact: true }) })
    .locator('dd');

async function balanceOf(page: Page, coin: string): Promise<bigint> {
  await page.goto('/assets/Assets');
  const row = page.getByRole('row').filter({ hasText: coin });
  return minor(await row.getByRole('cell').nth(1).innerText());
}

test('the dashboard shows one market at a time, and the address says which', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  // Otherwise it begins with the market where money came in last, whatever other tests did.
  await page.goto('/payment/InstrumentPanel?market=USD');
  const balance = page.getByRole('heading', { name: t('dashboard.available') }).locator('..');
  for (const [market, coin] of [
    ['VND', 'VNDT'],
    ['USD', 'USDP'],
  ] as const) {
    await page.getByLabel(t('field.market'), { exact: true }).getByText(market, { exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`market=${market}`));
    await expect(balance).toContainText(coin);
  }
  await page.reload();
  await expect(balance).toContainText('USDP');
  await page.getByLabel(t('dashboard.view')).getByText(t('dashboard.tableView')).click();
  const table = page.getByRole('region', { name: t('dashboard.chart') }).getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(31);
  await expect(table).toContainText('USDP');
});

test('what today is, and what yesterday was at this hour, goes on by the clock alone', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  let asked = 0;
  await page.route('**/v1/merchant/dashboard/*', async (route) => {
    asked += 1;
    await route.continue();
  });
  await page.clock.install();
  for (const shown of ['', '?market=USD&period=last_7_days', '?market=all']) {
    await page.goto(`/payment/InstrumentPanel${shown}`);
    await expect(page.getByRole('button', { name: t('dashboard.period') })).toBeVisible();
    await expect.poll(() => asked).toBeGreaterThan(0);
    const before = asked;
    const later = async (): Promise<number> => {
      await page.clock.fastForward(61_000);
      return asked;
    };
    await expect.poll(later).toBeGreaterThan(before + 1);
    asked = 0;
  }
});

test("the chart's words stand over the bar of the day that they tell of, wherever on it one points", async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/payment/InstrumentPanel?market=VND');
  const chart = page.locator('[class*="_days_"]');
  await expect(chart).toBeVisible();
  // What comes late above it would move it away from under the pointer.
  await expectSettled(page);
  const { x, y, width } = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  const words = page.getByText(new RegExp(`^\\d{4}-\\d\\d-\\d\\d.*${t('dashboard.paid')}: \\d+$`, 's')).last();
  /** What is told of the tenth day, a part of a day from its middle, and where. */
  const pointAt = async (part: number) => {
    await page.mouse.move(x + (width / 30) * (9.5 + part), y + 20);
    await expect(words).toBeVisible();
    return {
      text: await words.innerText(),
      box: await words.boundingBox(),
      line: await page.locator('[class*="_day_"]:hover').boundingBox(),
    };
  };
  const [left, middle, right] = [await pointAt(-0.4), await pointAt(0), await pointAt(0.4)];
  expect([left, right]).toEqual([middle, middle]);
  const centre = (box: { x: number; width: number } | null) => (box ? box.x + box.width / 2 : Number.NaN);
  expect(Math.abs(centre(middle.box) - (x + (width / 30) * 9.5))).toBeLessThan(2);
});

test("the chart's words keep clear of each other and within its card, on a desk and on a phone", async ({ browser }) => {
  for (const viewport of [DESKTOP, PHONE]) {
    const page = await (await merchant(browser, ENGLISH, { viewport })).newPage();
    await page.goto('/payment/InstrumentPanel?market=VND');
    const plot = page.locator('[class*="_plot_"]');
    const edges = async (part: string) => {
      const { x, y, width, height } = (await plot.locator(`[class*="_${part}_"]:visible`).last().boundingBox()) ?? {
        x: 0,
        y: 0,
        width: 0,
        height: 0,
      };
      return { right: x + width, top: y, bottom: y + height };
    };
    await expectSettled(page);
    const whole = await plot.boundingBox();
    expect((await edges('unit')).bottom).toBeLessThanOrEqual((await edges('amount')).top);
    expect((await edges('date')).right).toBeLessThanOrEqual((whole?.x ?? 0) + (whole?.width ?? 0));
  }
});

test('fund flow: filters stay in the address, and sums, list and both files agree', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/Property/RunningWater');
  await choose(page, t('field.coin'), 'USDP');
  await choose(page, t('field.type'), t('transactionType.transfer'));
  await expect(page).toHaveURL(/coin_name=USDP/);
  await expect(page).toHaveURL(/transaction_type=transfer/);
  await page.reload();
  await page.getByText(t('fundFlow.stats')).click();
  const sums = page
    .getByRole('region', { name: t('fundFlow.stats') })
    .getByRole('row')
    .nth(1);
  await expect(sums).toContainText('USDP');
  const [, , entries = '', , out = '', charge = ''] = await sums.getByRole('cell').allInnerTexts();
  const list = page.getByRole('region', { name: t('menu.fundFlow'), exact: true }).getByRole('row');
  await expect(list).toHaveCount(Number(entries) + 1);

  const download = async (kind: 'csv' | 'xlsx'): Promise<Buffer> => {
    await page.getByRole('button', { name: t('list.export') }).click();
    const coming = page.waitForEvent('download');
    await page.getByText(kind === 'csv' ? t('list.exportCsv') : t('list.exportXlsx')).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^fund-flow_\\d{4}-\\d\\d-\\d\\d\\.${kind}$`));
    await expect(page.getByText(t('list.exportDone', { rows: entries })).first()).toBeVisible();
    return readFile(await file.path());
  };
  const csv = (await download('csv')).toString('utf8').replace(/^\uFEFF/, '');
  const [head = '', ...lines] = csv.trimEnd().split('\r\n');
  const names = head.split(',');
  const cells = lines.map((line) => line.split(','));
  const column = (title: string) => cells.map((line) => line[names.indexOf(title)] ?? '');
  expect(lines).toHaveLength(Number(entries));
  expect(new Set(column(t('field.coin')))).toEqual(new Set(['USDP']));
  const sum = (amounts: string[]) => amounts.reduce((total, amount) => total + minor(amount), 0n);
  expect(sum(column(t('field.change')))).toBe(-minor(out));
  expect(sum(column(t('field.charge')))).toBe(minor(charge));

  const [xlsxHead = [], ...rows] = sheetRows(await download('xlsx'));
  expect(xlsxHead).toEqual(names);
  const serial = xlsxHead.indexOf(t('field.serialNumber'));
  expect(rows.map((row) => row[serial])).toEqual(column(t('field.serialNumber')));
  const change = xlsxHead.indexOf(t('field.change'));
  expect(rows.map((row) => Number(row[change]))).toEqual(column(t('field.change')).map(Number));
});

test('a list whose filters match nothing, one that cannot be loaded, and columns as one likes them', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  await page.goto('/Property/RunningWater');
  const head = page.getByRole('columnheader', { name: t('fundFlow.frozenAfter') });
  await expect(page.getByRole('cell').first()).toBeVisible();
  await expect(head).toBeHidden();
  await page.getByRole('button', { name: t('kit.columns') }).click();
  await page.getByRole('checkbox', { name: t('fundFlow.frozenAfter') }).check();
  await page.getByRole('checkbox', { name: t('field.charge') }).uncheck();
  await expect(page.getByRole('checkbox', { name: t('field.change') })).toBeDisabled();
  await expect(head).toBeVisible();
  await page.reload();
  await expect(head).toBeVisible();
  await expect(
    page.getByRole('region', { name: t('menu.fundFlow'), exact: true }).getByRole('columnheader', { name: t('field.charge'), exact: true }),
  ).toBeHidden();

  await page.getByLabel(t('field.serialNumber'), { exact: true }).fill('LT000000000000000000');
  await expect(page.getByText(t('kit.noMatchTitle'))).toBeVisible();
  await expect(page.getByText(t('fundFlow.statsNone'))).toBeVisible();
  await page
    .getByRole('button', { name: t('kit.filtersReset') })
    .last()
    .click();
  await expect(page.getByRole('cell').first()).toBeVisible();
  await expect(page).not.toHaveURL(/serial_number/);

  await page.route('**/v1/merchant/asset_flow/query', (route) => route.abort());
  await page.reload();
  await expect(page.getByText(t('kit.failedTitle'))).toBeVisible();
  await page.unroute('**/v1/merchant/asset_flow/query');
  await page.getByRole('button', { name: t('kit.retry') }).click();
  await expect(page.getByRole('cell').first()).toBeVisible();
  forgetComplaints();
});

test('a transfer: recipient and amount are checked, the fee is told in numbers, and both merchants see it', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH)).newPage();
  const partner = await (await merchant(browser, ENGLISH, {}, LOTUS)).newPage();
  const before = { mine: await balanceOf(page, 'USDP'), theirs: await balanceOf(partner, 'USDP') };
  await partner.goto('/transfer/AccountsManage');
  const [lotus] = await sql<{ merchant_id: string }>('select merchant_id from merchant where username = $1', [LOTUS.username]);
  const lotusId = lotus?.merchant_id ?? '';

  await page.getByRole('button', { name: t('assets.actFor', { act: t('assets.transfer'), coin: 'USDP' }) }).click();
  const form = page.getByRole('dialog', { name: t('transfer.formTitle') });
  const recipient = form.getByLabel(t('transfer.to'), { exact: true });
  const amount = form.getByLabel(t('field.amount'), { exact: true });
  const review = form.getByRole('button', { name: t('transfer.review') });
  await expect(form.getByRole('radio', { name: /USDP/ })).toBeChecked();

  // What is wrong is told at its field, and the first such field gets the focus.
  await review.click();
  await expect(recipient).toHaveAccessibleDescription(t('transfer.toRequired'));
  await expect(recipient).toBeFocused();
  await recipient.fill('PM100000020');
  await amount.fill('0.5');
  // What was typed is thrown away by nobody who is not asked: not by a key, not by the cross.
  const cross = form.getByRole('button', { name: 'Close', exact: true });
  for (const close of [() => page.keyboard.press('Escape'), () => cross.click()]) {
    const asked = page.waitForEvent('dialog').then(async (dialog) => {
      await dialog.dismiss();
      return dialog.message();
    });
    await close();
    expect(await asked).toBe(t('transfer.discard'));
    await expect(amount).toHaveValue('0.5');
  }
  await review.click();
  await expect(recipient).toHaveAccessibleDescription(t('transfer.toBadAddress'));
  await expect(amount).toHaveAccessibleDescription(t('transfer.amountBelow', { minimum: '1.00 USDP' }));
  await recipient.fill('99999999');
  await amount.fill('99999999999');
  await expect(recipient).toHaveAccessibleDescription(outcomeText('recipient_unknown', 'en'));

  await recipient.fill(lotusId);
  await expect(recipient).toHaveAccessibleDescription(t('transfer.toFound', { name: LOTUS.name, id: lotusId }));
  await review.click();
  await expect(amount).toHaveAccessibleDescription(/^Only [\d,.]+ USDP is available$/);
  await expect(amount).toBeFocused();
  await amount.fill('10.55');
  await form.getByLabel(t('field.remark')).fill('Shared stand, November');
  await expect(fact(form, t('transfer.theyGet'))).toHaveText('10.53 USDP');
  await review.click();

  // 0.10 % of 10.55 is 0.01055: fees round up.
  const confirmation = page.getByRole('dialog', { name: t('transfer.confirmTitle') });
  await expect(fact(confirmation, t('transfer.to'))).toHaveText(t('transfer.toFound', { name: LOTUS.name, id: lotusId }));
  await expect(fact(confirmation, t('transfer.youSend'))).toHaveText('10.55 USDP');
  await expect(fact(confirmation, t('transfer.feeOf', { rate: '0.10' }))).toHaveText('0.02 USDP');
  await expect(fact(confirmation, t('transfer.theyGet'))).toHaveText('10.53 USDP');
  expect(minor(await fact(confirmation, t('transfer.balanceAfter')).innerText())).toBe(before.mine - 1_055n);
  const code = confirmation.getByLabel(t('kit.codeLabel'));
  await expect(code).toBeFocused();
  const confirm = confirmation.getByRole('button', { name: t('transfer.confirm') });
  await confirm.click();
  await expect(code).toHaveAccessibleDescription(t('kit.codeRequired'));
  await code.fill(wrongCode());
  await confirm.click();
  await expect(code).toHaveAccessibleDescription(outcomeText('wrong_google_code', 'en'));
  await code.fill(await freshCode(MERCHANT.username));
  await code.press('Enter');

  await expect(page.getByText('Transferred', { exact: true })).toBeVisible();
  const receipt = page.getByRole('dialog', { name: t('transfer.doneTitle') });
  await expect(receipt.getByText(t('transfer.status.completed'), { exact: true })).toBeVisible();
  await expect(fact(receipt, t('transfer.fee'))).toHaveText('0.02 USDP');
  const serial = await fact(receipt, t('field.serialNumber')).innerText();
  // A further form is empty: nothing is asked of whoever closes it.
  await receipt.getByRole('button', { name: t('transfer.another') }).click();
  await expect(amount).toHaveValue('');
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.accept();
  });
  await cross.click();
  await expect(form).toBeHidden();
  expect(questions).toEqual([]);
  const sent = page.getByRole('row').filter({ hasText: serial });
  await expect(sent).toContainText(t('transfer.type.transfer'));
  await expect(sent).toContainText(LOTUS.name);

  // The other side's open page shows it by itself.
  const received = partner.getByRole('row').filter({ hasText: serial });
  await expect(received).toContainText(t('transfer.type.receive'));
  await expect(received).toContainText('10.53 USDP');
  await expect(received).toContainText('Shared stand, November');
  expect(await balanceOf(page, 'USDP')).toBe(before.mine - 1_055n);
  expect(await balanceOf(partner, 'USDP')).toBe(before.theirs + 1_053n);

  // Who sent it was charged nothing, and is told why.
  await page.goto('/Property/RunningWater');
  await expect(page.getByRole('row').filter({ hasText: serial })).toContainText(t('fundFlow.chargedToRecipient'));
});

test('what happened to an order under its one number opens as what it is, also by an older address', async ({ browser }) => {
  test.slow();
  const page = await (await merchant(browser, ENGLISH)).newPage();
  const [order] = await sql<{ serial_number: string }>(`select serial_number from review_order where order_id = 'PAYOUT-1'`);
  const entries = `/Property/RunningWater?serial_number=${order?.serial_number}`;
  await page.goto(entries);
  const rows = page.locator('tbody tr:has(button)');
  await expect(rows).toHaveCount(2);
  const drawer = page.getByRole('dialog', { name: t('fundFlow.detailTitle') });
  const [submitted, rejected] = [t('transactionType.review_submitted'), t('transactionType.review_rejected')];
  for (const type of [submitted, rejected]) {
    const row = rows.filter({ hasText: type });
    const time = await row.locator('time').innerText();
    await row.getByRole('button').first().click();
    await expect(fact(drawer, t('field.type'))).toHaveText(type);
    await expect(fact(drawer, t('field.time'))).toHaveText(time);
    await expect(page.locator('tr[data-opened="true"]')).toHaveText(new RegExp(type));
    await page.reload();
    await expect(fact(drawer, t('field.type'))).toHaveText(type);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  }
  // Keys were shorter once: the newest entry was meant.
  await page.goto(`${entries}&open=${order?.serial_number}%20USDP`);
  await expect(fact(drawer, t('field.type'))).toHaveText(rejected);
});

test('the receiving address is one to copy and one to scan', async ({ browser }) => {
  const context = await merchant(browser, ENGLISH, { permissions: ['clipboard-read', 'clipboard-write'] }, LOTUS);
  const page = await context.newPage();
  await page.goto('/assets/Assets');
  await page.getByRole('button', { name: t('assets.actFor', { act: t('assets.receive'), coin: 'USDP' }) }).click();
  await page.getByRole('button', { name: t('paymentLink.fromMerchants') }).click();
  const dialog = page.getByRole('dialog', { name: t('assets.receive') });
  const address = await fact(dialog, t('assets.address')).innerText();
  expect(address).toMatch(/^PM\d{10}$/);
  const path = await dialog
    .getByRole('img', { name: t('assets.addressQr') })
    .locator('path')
    .getAttribute('d');
  expect(readQr(modulesOfPath(path ?? ''))).toBe(address);
  const copy = dialog.getByRole('button', { name: t('kit.copyNamed', { what: t('assets.address') }) });
  await copy.click();
  await expect(page.getByText(t('kit.copied'))).toBeVisible();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(address);

  // Where the browser does not let it, the user is asked to copy by hand.
  await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))`);
  await copy.click();
  await expect(page.getByText('Copy failed, please copy manually')).toBeVisible();

  // A merchant who types that address instead of an id finds the same recipient.
  const other = await (await merchant(browser, ENGLISH)).newPage();
  await other.goto('/transfer/AccountsManage?send=USDP');
  const recipient = other.getByLabel(t('transfer.to'), { exact: true });
  await recipient.fill(address);
  await expect(recipient).toHaveAccessibleDescription(new RegExp(LOTUS.name));
});

test('figures of the dashboard stay in their cards on a phone, as long as amounts may be', async ({ browser }) => {
  const page = await (await merchant(browser, ENGLISH, { viewport: PHONE, hasTouch: true })).newPage();
  await page.route('**/v1/merchant/dashboard/stats', async (route) => {
    const answer = await route.fetch();
    const told = JSON.parse(await answer.text(), (name, value: unknown) =>
      ['amount_paid', 'settlement_amount', 'available_asset'].includes(name) ? '987654321098765.43' : value,
    ) as object;
    await route.fulfill({ response: answer, json: told });
  });
  await page.goto('/payment/InstrumentPanel?market=USD');
  await expect(page.getByText('987,654,321,098,765.43').nth(4)).toBeVisible();
  await expectLooksRight(page, 'long figures');
  await page.unrouteAll({ behavior: 'wait' });
});
