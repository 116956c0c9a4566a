import { expect, type Page } from '@playwright/test';
import { freshCode } from '../support/codes.ts';
import { expectAccessible, merchant, test } from '../support/demo.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { ENGLISH } from '../support/texts.ts';

const t = operatorTexts(ENGLISH);

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

  await page.goto('/operator/approvals');
  await page.getByRole('button', { name: t('approvals.kind.manualPosting') }).click();
  await expect(page.getByText(t('approvals.own'))).toBeVisible();

  const other = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await other.goto('/operator/approvals');
  await other.getByRole('button', { name: t('approvals.kind.manualPosting') }).click();
  const drawer = other.getByRole('dialog', { name: t('approvals.detailTitle') });
  await expect(drawer.getByText('+123.45 USDP')).toBeVisible();
  await expect(drawer.getByText(t('approvals.against.bank'))).toBeVisible();
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
  await expect(page.getByText(t('ledger.state.done')).first()).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: t('ledger.verify') }).click();
  await expect(page.getByText(t('ledger.state.whole')).first()).toBeVisible({ timeout: 30_000 });
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
