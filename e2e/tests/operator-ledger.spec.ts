import { expect, type Page } from '@playwright/test';
import { OUTCOMES } from '@purser/contract/errors';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { expectAccessible, merchant, PHONE, test } from '../support/demo.ts';
import { fundParty } from '../support/fund.ts';
import { confirmAsStaff, operatorTexts, STAFF, staff } from '../support/operator.ts';
import { stateLiabilities } from '../support/liabilities.ts';
import { merchantIdOf, ownMerchant } from '../support/own-merchant.ts';
import { expectStill } from '../support/settled.ts';
import { ENGLISH } from '../support/texts.ts';

const t = operatorTexts(ENGLISH);
const INSUFFICIENT = OUTCOMES.insufficient_balance.text.en;

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByLabel(label, { exact: true }).click();
  await page.getByTitle(option, { exact: true }).last().click();
}

/** The demo's shop, as the list of accounts has it. */
async function shopNumber(page: Page): Promise<string> {
  await page.goto('/operator/merchants?part=Harbour');
  const number = await page
    .getByText(/^1\d{7}$/)
    .first()
    .textContent();
  return number ?? '';
}

test('a balance is changed by two people: one enters it, another approves it, and the party sees it', async ({ browser }) => {
  test.slow();
  const page = await (await staff(browser, ENGLISH, STAFF.finance)).newPage();
  const number = await shopNumber(page);
  await page.goto(`/operator/ledger/accounts?owner_id=${number}`);
  await expect(page.getByRole('heading', { level: 1, name: t('menu.ledgerAccounts') })).toBeVisible();
  await page.getByRole('button', { name: t('ledger.manual'), exact: true }).click();
  const form = page.getByRole('dialog');
  // What is pressed while it is still on its way may be gone from under the pointer.
  await expectStill(page);
  await form.getByRole('button', { name: t('ledger.continue') }).click();
  await expect(form.getByText(t('ledger.problem.party'))).toBeVisible();
  await expect(form.getByText(t('ledger.problem.reason'))).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel(t('ledger.party')).fill('39999999');
  await choose(page, t('field.coin'), 'USDP');
  await form.getByLabel(t('field.amount'), { exact: true }).fill('123.45');
  await form.getByLabel(t('ledger.reason')).fill('The wire of this morning');
  await form.getByRole('button', { name: t('ledger.continue') }).click();
  await expect(form.getByText(t('ledger.problem.partyUnknown'))).toBeVisible();
  await form.getByLabel(t('ledger.party')).fill(number);
  await form.getByRole('button', { name: t('ledger.continue') }).click();

  await expect(page.getByText('+123.45 USDP')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(t('kit.codeLabel')).fill(await freshCode(STAFF.finance.username));
  await page.getByRole('button', { name: t('ledger.enter'), exact: true }).click();
  await expect(page.getByText(t('ledger.entered'))).toBeVisible();

  await page.goto('/operator/approvals?state=pending&sort_order=asc');
  await page.getByRole('button', { name: t('approvals.kind.manualPosting') }).click();
  await expect(page.getByText(t('approvals.own'))).toBeVisible();

  const other = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await other.goto('/operator/approvals?state=pending&sort_order=asc');
  await other.getByRole('button', { name: t('approvals.kind.manualPosting') }).click();
  const drawer = other.getByRole('dialog', { name: t('approvals.detailTitle') });
  await expect(drawer.getByText('+123.45 USDP')).toBeVisible();
  await expect(drawer.getByText(t('approvals.against.bank'), { exact: true })).toBeVisible();
  await expect(drawer.getByText('The wire of this morning')).toBeVisible();
  await drawer.getByRole('button', { name: t('approvals.approve') }).click();
  await other.getByLabel(t('kit.codeLabel')).fill(await freshCode(STAFF.admin.username));
  await other
    .getByRole('button', { name: t('approvals.approve'), exact: true })
    .last()
    .click();
  await expect(other.getByText(t('approvals.approveDone'))).toBeVisible();

  await other.goto('/operator/ledger/postings?transaction_type=adjustment_increase');
  await other.getByRole('button', { name: /^AD/ }).first().click();
  await expect(other.getByText(t('ledger.mac.valid'))).toBeVisible();
  await expect(other.getByText('The wire of this morning')).toBeVisible();
  await expectAccessible(other);

  const console_ = await (await merchant(browser, ENGLISH)).newPage();
  await console_.goto('/Property/RunningWater?transaction_type=adjustment_increase');
  await expect(console_.getByText('+123.45').first()).toBeVisible();
  await expect(console_.getByText('The wire of this morning')).toHaveCount(0);
});

test('a balance is decreased by two admins, and never by more than there is, as it is entered or as it is approved', async ({
  browser,
}) => {
  test.slow();
  const party = await ownMerchant('decrease');
  const number = await merchantIdOf(party.username);
  await sql(`select ledger.open_account($1, 'USDP', 'main', false)`, [number]);
  await fundParty(party.username, 'USDP', '100.00');
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await page.goto(`/operator/ledger/accounts?owner_id=${number}`);
  const form = page.getByRole('dialog', { name: t('ledger.manual') });
  const asked = form.filter({ has: page.getByLabel(t('kit.codeLabel')) });
  const fill = async (amount: string, reason: string): Promise<void> => {
    await form.getByLabel(t('field.amount'), { exact: true }).fill(amount);
    await form.getByLabel(t('ledger.reason')).fill(reason);
    await form.getByRole('button', { name: t('ledger.continue') }).click();
    await expect(asked).toContainText(`−${amount} USDP`);
    await expect(asked).toContainText(t('ledger.direction.decrease'));
    await confirmAsStaff(page, t('ledger.enter'), await freshCode(STAFF.admin.username));
  };
  const begin = async (): Promise<void> => {
    await page.getByRole('button', { name: t('ledger.manual'), exact: true }).click();
    await form.getByLabel(t('ledger.party')).fill(String(number));
    await choose(page, t('ledger.direction'), t('ledger.direction.decrease'));
    await choose(page, t('field.coin'), 'USDP');
  };
  await begin();
  await fill('100.01', 'More than there is');
  await expect(form.getByText(INSUFFICIENT)).toBeVisible();
  await expectAccessible(page);
  await fill('70.00', 'Credited twice');
  await expect(page.getByText(t('ledger.entered'))).toBeVisible();
  await begin();
  await fill('60.00', 'Credited three times');
  await expect(asked).toBeHidden();

  // Each may be entered, as there is enough for one. There is not for both.
  const second = await (await staff(browser, ENGLISH, STAFF.admin2)).newPage();
  const drawer = second.getByRole('dialog', { name: t('approvals.detailTitle') });
  const decideFirst = async (amount: string): Promise<void> => {
    await second.goto(`/operator/approvals?state=pending&sort_order=asc&owner_id=${number}`);
    await second
      .getByRole('button', { name: t('approvals.kind.manualPosting') })
      .first()
      .click();
    await expect(drawer.getByText(`−${amount} USDP`)).toBeVisible();
    await drawer.getByRole('button', { name: t('approvals.approve') }).click();
    await confirmAsStaff(second, t('approvals.approve'), await freshCode(STAFF.admin2.username));
  };
  await decideFirst('70.00');
  await expect(second.getByText(t('approvals.approveDone'))).toBeVisible();
  await decideFirst('60.00');
  await expect(second.getByText(INSUFFICIENT)).toBeVisible();
  await second.reload();
  await expect(drawer.getByText(t('approvals.state.pending'), { exact: true }).first()).toBeVisible();
  // Who entered it and decides nothing any more, is not offered to withdraw it either.
  await sql(`update staff set role = 'auditor' where username = $1`, [STAFF.admin.username]);
  try {
    await page.goto(`/operator/approvals?state=pending&owner_id=${number}`);
    await page.getByRole('button', { name: t('approvals.kind.manualPosting') }).click();
    await expect(page.getByText(t('approvals.own'))).toBeVisible();
    await expect(page.getByRole('button', { name: t('approvals.withdraw') })).toHaveCount(0);
  } finally {
    await sql(`update staff set role = 'admin' where username = $1`, [STAFF.admin.username]);
  }
  await page.reload();
  await page.getByRole('button', { name: t('approvals.withdraw') }).click();
  // The dialog that asks, not the drawer behind it.
  await page
    .locator('.ant-modal')
    .getByRole('button', { name: t('approvals.withdraw') })
    .click();
  await expect(page.getByText(t('approvals.withdrawDone')).first()).toBeVisible();

  const console_ = await (await merchant(browser, ENGLISH, {}, party)).newPage();
  await console_.goto('/Property/RunningWater?transaction_type=adjustment_decrease');
  const row = console_.locator('tbody tr').filter({ hasText: '−70.00' });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('30.00');
  await expect(console_.getByText('−60.00')).toHaveCount(0);
});

test('a statement of what is held counts at once, and an alarm says where more is owed', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.finance)).newPage();
  await page.goto('/operator/reserves');
  await expect(page.getByRole('heading', { level: 1, name: t('menu.reserves') })).toBeVisible();
  await expect(page.getByText(t('ledger.reserve.covered')).first()).toBeVisible();
  await page.getByRole('button', { name: t('ledger.attest'), exact: true }).click();
  const form = page.getByRole('dialog');
  await choose(page, t('field.coin'), 'VNDT');
  await form.getByLabel(t('field.amount'), { exact: true }).fill('1');
  await form.getByLabel(t('ledger.source')).fill('A bank that has little');
  await form.getByLabel(t('ledger.asOf')).fill('2026-01-31T12:00');
  await form.getByRole('button', { name: t('ledger.continue') }).click();
  await page.getByLabel(t('kit.codeLabel')).fill(await freshCode(STAFF.finance.username));
  await page
    .getByRole('button', { name: t('ledger.attest'), exact: true })
    .last()
    .click();
  await expect(page.getByText(t('ledger.attested'))).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'VNDT' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'VNDT' })).toContainText(t('ledger.reserve.short'));
  await expectAccessible(page);
  await page.getByRole('link', { name: t('ledger.allAttestations') }).click();
  await expect(page.getByText('A bank that has little')).toBeVisible();
});

test('the ledger is verified and a checkpoint is made by button, and the auditor reads what came of it', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.finance)).newPage();
  await page.goto('/operator/ledger/verification');
  await page.getByRole('button', { name: t('ledger.makeCheckpoint') }).click();
  await expect(page.getByText(t('ledger.state.done'), { exact: true }).first()).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: t('ledger.verify') }).click();
  await expect(page.getByText(t('ledger.state.whole'), { exact: true }).first()).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);

  const auditor = await (await staff(browser, ENGLISH, STAFF.auditor)).newPage();
  await auditor.goto('/operator/ledger/verification');
  await expect(auditor.getByRole('button', { name: t('ledger.verify') })).toHaveCount(0);
  await auditor
    .getByRole('button', { name: t('ledger.kind.verification') })
    .first()
    .click();
  await expect(auditor.getByRole('dialog').getByText(t('ledger.scope'))).toBeVisible();
  await expectAccessible(auditor);
});

test('two statements of liabilities of a day are told apart on a phone and as files, and their key by its fingerprint', async ({
  browser,
}) => {
  await stateLiabilities();
  const page = await (await staff(browser, ENGLISH, STAFF.finance, { viewport: PHONE })).newPage();
  await page.goto('/operator/ledger/liabilities');
  const rows = page.getByRole('list', { name: t('ledger.statementsTitle') }).getByRole('button');
  await expect(rows.nth(1)).toHaveText(/[0-9a-f]{4,}…/);
  const names: string[] = [];
  for (const row of [rows.first(), rows.nth(1)]) {
    await row.click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByText(t('ledger.keyFingerprint'))).toBeVisible();
    await expect(drawer).not.toContainText('BEGIN');
    const download = page.waitForEvent('download');
    await drawer.getByRole('button', { name: t('ledger.downloadStatement') }).click();
    names.push((await download).suggestedFilename());
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  }
  expect(new Set(names).size).toBe(2);
});
