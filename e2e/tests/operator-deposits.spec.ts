import { expect } from '@playwright/test';
import { OUTCOMES } from '@purser/contract/errors';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { expectAccessible, MERCHANT, test } from '../support/demo.ts';
import { PAYEE, plantDeposits, plantReturns, whileSignerPays } from '../support/deposit-screens.ts';
import { flowScene } from '../support/flow.ts';
import { confirmAsStaff, operatorTexts, STAFF, staff } from '../support/operator.ts';

const { spoken, screen, rows } = flowScene('us', 1440);
const t = operatorTexts(spoken);

const stateOf = async (id: string): Promise<string | undefined> =>
  (await sql<{ state: string }>('select state from chain_deposit where deposit_id = $1', [id]))[0]?.state;

test('a held deposit is found, credited with a reason and a code, and another one is set aside', async ({ browser }) => {
  const owner = await plantDeposits(MERCHANT.username, 'FLOW');
  const page = await (await staff(browser, spoken, STAFF.finance, screen)).newPage();
  await page.goto(`/operator/deposits?state=held&owner_id=${owner}`);
  await expect(
    rows(page)
      .filter({ hasText: t('deposits.held.below_minimum') })
      .first(),
  ).toBeVisible();

  // What is less than the minimum waits for more, and is nobody's work.
  await page.goto(`/operator/deposits?waits_for=staff&owner_id=${owner}`);
  await expect(rows(page).filter({ hasText: t('deposits.held.suspended') })).toHaveCount(1);
  await expect(rows(page).filter({ hasText: t('deposits.held.below_minimum') })).toHaveCount(0);
  await page.getByRole('link', { name: new RegExp(t('menu.deposits')) }).click();
  await expect(page).toHaveURL(/\/operator\/deposits\?.*waits_for=staff/);

  await page.goto('/operator/deposits?open=FLOW1');
  const drawer = page.getByRole('dialog', { name: t('deposits.detailTitle') });
  await expect(drawer.getByText(t('deposits.becomes'))).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: t('deposits.credit'), exact: true }).click();
  await page.getByRole('button', { name: t('deposits.continue') }).click();
  await expect(page.getByText(t('deposits.reasonRequired'))).toBeVisible();
  await page.getByLabel(t('deposits.remark'), { exact: true }).fill('They asked for it');
  await page.getByRole('button', { name: t('deposits.continue') }).click();
  await confirmAsStaff(page, t('deposits.credit'), await freshCode(STAFF.finance.username), spoken);
  await expect(page.getByText(t('deposits.credited'))).toBeVisible();
  await expect(drawer.getByText('They asked for it')).toBeVisible();
  await expect(drawer.getByText(STAFF.finance.name)).toBeVisible();
  expect(await stateOf('FLOW1')).toBe('credited');

  await page.goto('/operator/deposits?open=FLOW2');
  await drawer.getByRole('button', { name: t('deposits.setAside'), exact: true }).click();
  await page.getByLabel(t('deposits.remark'), { exact: true }).fill('Waits for the bank');
  await page.getByRole('button', { name: t('deposits.continue') }).click();
  await confirmAsStaff(page, t('deposits.setAside'), await freshCode(STAFF.finance.username), spoken);
  await expect(page.getByText(t('deposits.wasSetAside'))).toBeVisible();
  await expect(drawer.getByRole('button', { name: t('deposits.setAside'), exact: true })).toHaveCount(0);
  expect(await stateOf('FLOW2')).toBe('set_aside');
});

test('a held deposit is sent back: the address is typed twice, a second person approves it, and it is called off', async ({ browser }) => {
  const owner = await plantReturns(MERCHANT.username, 'RETURN');
  const page = await (await staff(browser, spoken, STAFF.finance, screen)).newPage();
  const drawer = page.getByRole('dialog', { name: t('deposits.detailTitle') });
  const sendBack = drawer.getByRole('button', { name: t('deposits.sendBack'), exact: true });
  await page.goto('/operator/deposits?open=RETURN1');
  await expect(drawer.getByText(t('deposits.returnRefused', { reason: t('deposits.refusal.return_without_signer') }))).toBeVisible();
  await expect(sendBack).toHaveCount(0);

  await whileSignerPays(async () => {
    await page.reload();
    await sendBack.click();
    const form = page.getByRole('dialog', { name: t('deposits.returnTitle') });
    const go = form.getByRole('button', { name: t('deposits.continue') });
    await go.click();
    await expect(form.getByText(t('deposits.returnAddressRequired'))).toBeVisible();
    await expect(form.getByText(t('deposits.reasonRequired'))).toBeVisible();
    await form.getByLabel(t('deposits.remark'), { exact: true }).fill('Sent by mistake');
    await form.getByLabel(t('deposits.returnAddress'), { exact: true }).fill(PAYEE);
    await form.getByLabel(t('deposits.returnAgain'), { exact: true }).fill(PAYEE.replace('D', 'A'));
    await go.click();
    await expect(form.getByText(t('deposits.returnDiffers'))).toBeVisible();
    await expectAccessible(page);
    // Its letters have another case than the checksum wants.
    for (const label of ['deposits.returnAddress', 'deposits.returnAgain'] as const)
      await form.getByLabel(t(label), { exact: true }).fill(PAYEE.replace('F3', 'f3'));
    await go.click();
    await confirmAsStaff(page, t('deposits.sendBack'), await freshCode(STAFF.finance.username), spoken);
    await expect(form.getByLabel(t('deposits.returnAddress'), { exact: true })).toHaveAccessibleDescription(
      new RegExp(OUTCOMES.address_malformed.text[spoken.language]),
    );
    for (const label of ['deposits.returnAddress', 'deposits.returnAgain'] as const)
      await form.getByLabel(t(label), { exact: true }).fill(PAYEE.toLowerCase());
    await go.click();
    await confirmAsStaff(page, t('deposits.sendBack'), await freshCode(STAFF.finance.username), spoken);
    await expect(page.getByText(t('deposits.entered'))).toBeVisible();
    await expect(sendBack).toHaveCount(0);
    expect(await stateOf('RETURN1')).toBe('set_aside');

    const second = await (await staff(browser, spoken, STAFF.admin, screen)).newPage();
    await second.goto(`/operator/approvals?state=pending&owner_id=${owner}`);
    await second
      .getByRole('button', { name: t('approvals.kind.returnDeposit') })
      .first()
      .click();
    const approval = second.getByRole('dialog', { name: t('approvals.detailTitle') });
    await expect(approval.getByText(PAYEE)).toBeVisible();
    await expectAccessible(second);
    await approval.getByRole('button', { name: t('approvals.approve') }).click();
    await confirmAsStaff(second, t('approvals.approve'), await freshCode(STAFF.admin.username), spoken);
    await expect(second.getByText(t('approvals.approveDone'))).toBeVisible();
    expect(await stateOf('RETURN1')).toBe('returning');

    await page.reload();
    await expect(drawer.getByText(t('deposits.sent.waiting'))).toBeVisible();
    await expect(drawer.getByText(PAYEE)).toBeVisible();
    await expectAccessible(page);
    await drawer.getByRole('button', { name: t('deposits.callOff') }).click();
    await page.getByLabel(t('deposits.remark'), { exact: true }).fill('Another address');
    await page.getByRole('button', { name: t('deposits.continue') }).click();
    await confirmAsStaff(page, t('deposits.callOff'), await freshCode(STAFF.finance.username), spoken);
    await expect(page.getByText(t('deposits.wasCalledOff'), { exact: true })).toBeVisible();
    await expect(drawer.getByText(t('deposits.sent.called_off'))).toBeVisible();
    expect(await stateOf('RETURN1')).toBe('set_aside');
  });
});
