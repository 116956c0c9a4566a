import { expect, type Page } from '@playwright/test';
import { outcomeText } from '@purser/contract/errors';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { test } from '../support/demo.ts';
import { callAsStaff, confirmAsStaff, operatorTexts, STAFF, staff } from '../support/operator.ts';
import { merchantIdOf, ownMerchant } from '../support/own-merchant.ts';
import { ENGLISH } from '../support/texts.ts';
import { recharge } from '../support/waiting.ts';

/** Two members of staff who have the same thing open: whoever acts second is told, and takes nothing back that they have not seen. */

const t = operatorTexts(ENGLISH);

async function rejectInDrawer(page: Page, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel(t('kit.codeLabel')) });
  await dialog.getByRole('textbox').first().fill(reason);
}

test('of two who decide an identity the second is told that it was decided, and by whom, and rejects nothing', async ({ browser }) => {
  const { username } = await ownMerchant('twice');
  const owner_id = await merchantIdOf(username);
  await sql(`update merchant set name = 'Twice Goods', authentication_status = 'pending' where merchant_id = $1`, [owner_id]);
  const [handed] = await sql<{ submission_id: string }>(
    `insert into identity_submission (owner_id, submission_id, party, kind) values ($1, gen_random_uuid(), 'merchant', 'person') returning submission_id`,
    [owner_id],
  );
  const submission_id = handed?.submission_id ?? '';
  const page = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  await page.goto(`/operator/identities?open=${submission_id}`);
  await page.getByRole('button', { name: t('identity.reject'), exact: true }).click();
  await rejectInDrawer(page, 'The back is blurred');

  await callAsStaff(browser, STAFF.admin, 'identity/decide', {
    owner_id,
    submission_id,
    status: 'pending',
    decision: 'approve',
    reason: '',
  });
  await confirmAsStaff(page, t('identity.reject'), await freshCode(STAFF.support.username));
  await expect(page.getByText(outcomeText('identity_decided', 'en'))).toBeVisible();
  await page.getByRole('link', { name: ENGLISH.console('review.seeHow') }).click();
  const drawer = page.getByRole('dialog', { name: t('identity.one') });
  await expect(drawer.getByText(STAFF.admin.name)).toBeVisible();
  await expect(drawer.getByText(t('identity.state.approved'), { exact: true }).first()).toBeVisible();
  expect(await sql('select status from identity_submission where submission_id = $1', [submission_id])).toEqual([{ status: 'approved' }]);
});

test('what a second person types is kept when another one decides meanwhile, who is named', async ({ browser }) => {
  const { username } = await ownMerchant('typing');
  const owner = await merchantIdOf(username);
  await sql(`select ledger.open_account($1, 'USDT', 'main', false)`, [owner]).catch(() => []);
  await recharge(owner, 'RCTYPING', 40_000_000_000, new Date().toISOString());
  const orders = [{ owner_id: owner, serial_number: 'RCTYPING' }];
  await callAsStaff(browser, STAFF.finance, 'review/decide', { orders, decision: 'approve', reason: 'Seen at the explorer' });
  const [entered] = await sql<{ approval_id: string }>(
    `select approval_id from approval where content::jsonb -> 'order' ->> 'serial_number' = 'RCTYPING'`,
  );
  const approval_id = entered?.approval_id ?? '';
  const page = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await page.goto(`/operator/reviews?open=approval.${owner}.${approval_id}`);
  await page.getByRole('button', { name: t('approvals.reject'), exact: true }).click();
  const remark = page.getByLabel(t('approvals.rejectReason'));
  await remark.fill('The explorer shows another amount');

  await callAsStaff(browser, STAFF.admin2, 'approval/reject', { approval_id, remark: 'Not seen' });
  // The queue looks again every 15 s, and leaves what is typed alone.
  const told = t('queue.goneBy', {
    kind: t('queue.kind.approval'),
    state: t('approvals.state.rejected'),
    name: STAFF.admin2.name,
    time: '\n',
  });
  await expect(page.getByText(told.split('\n')[0] ?? '')).toBeVisible({ timeout: 30_000 });
  await expect(remark).toHaveValue('The explorer shows another amount');
  await page
    .getByRole('dialog', { name: t('approvals.reject') })
    .getByRole('button', { name: t('approvals.reject'), exact: true })
    .click();
  await expect(page.getByText(outcomeText('approval_decided', 'en'))).toBeVisible();
});

test('the account that is paid out from is not set back by who looked at another one, who sees the new one beside what is typed', async ({
  browser,
}) => {
  const page = await (await staff(browser, ENGLISH, STAFF.finance)).newPage();
  await page.goto('/operator/bank-files');
  await page.getByRole('button', { name: t('bank.payoutAccount'), exact: true }).click();
  const form = page.getByRole('dialog', { name: t('bank.payoutAccount') });
  // The first that is offered.
  const [first] = await sql<{ market: string }>('select market from coin where market is not null order by position, code limit 1');
  const market = first?.market ?? '';
  const before = await sql<Record<string, unknown>>('select * from payout_account where market = $1', [market]);
  const typed = { holder: 'Purser Two', bank: 'Second Bank', bankCode: '021000021', number: '2000200020002000' } as const;
  for (const [field, value] of Object.entries(typed)) await form.getByLabel(t(`bank.${field}`), { exact: true }).fill(value);

  try {
    const other = { holder_name: 'Purser One', bank_name: 'First Bank', bank_code: '021000021', account_number: '1000100010001000' };
    await callAsStaff(browser, STAFF.admin, 'bank_file/payout_account/set', { market, ...other });
    await form.getByRole('button', { name: t('bank.continue') }).click();
    await confirmAsStaff(page, t('bank.payoutAccountConfirm'), await freshCode(STAFF.finance.username));
    await expect(page.getByText(outcomeText('terms_changed', 'en'))).toBeVisible();
    await expect(form.getByText('Purser One')).toBeVisible();
    await expect(form.getByLabel(t('bank.holder'), { exact: true })).toHaveValue(typed.holder);

    await form.getByRole('button', { name: t('bank.continue') }).click();
    await confirmAsStaff(page, t('bank.payoutAccountConfirm'), await freshCode(STAFF.finance.username));
    await expect(page.getByText(t('bank.payoutAccountSet'))).toBeVisible();
  } finally {
    await sql('delete from payout_account where market = $1', [market]);
    await sql('insert into payout_account select * from jsonb_populate_recordset(null::payout_account, $1)', [JSON.stringify(before)]);
  }
});

test('a bank file is not made of, or paid out from, anything else than was shown: who makes it looks at it again', async ({ browser }) => {
  const [waiting] = await sql<{ market: string }>(
    `select token.market from review_order o join coin token on token.code = o.other_coin
     where o.kind = 'fiat_withdrawal' and o.status = 'approved' limit 1`,
  );
  const market = waiting?.market ?? '';
  const before = await sql<Record<string, unknown>>('select * from payout_account where market = $1', [market]);
  const set = (account_number: string) =>
    callAsStaff(browser, STAFF.admin, 'bank_file/payout_account/set', {
      market,
      holder_name: 'Purser',
      bank_name: 'First Bank',
      bank_code: '021000021',
      account_number,
    });
  try {
    await set('1000100010001000');
    const page = await (await staff(browser, ENGLISH, STAFF.finance)).newPage();
    await page.goto('/operator/bank-files');
    await page.getByRole('button', { name: t('bank.makeFile'), exact: true }).click();
    const form = page.getByRole('dialog', { name: t('bank.makeFile') }).filter({ has: page.getByLabel(t('bank.executionDate')) });
    await form.getByLabel(t('bank.executionDate')).fill('2099-01-01');
    await form.getByRole('button', { name: t('bank.continue') }).click();
    await expect(page.getByText('1000100010001000')).toBeVisible();

    await set('2000200020002000');
    await confirmAsStaff(page, t('bank.makeFile'), await freshCode(STAFF.finance.username));
    await expect(page.getByText(outcomeText('terms_changed', 'en'))).toBeVisible();
    await form.getByRole('button', { name: t('bank.continue') }).click();
    await expect(page.getByText('2000200020002000')).toBeVisible();
  } finally {
    await sql('delete from payout_account where market = $1', [market]);
    await sql('insert into payout_account select * from jsonb_populate_recordset(null::payout_account, $1)', [JSON.stringify(before)]);
  }
});

test('a one-time link that another member made meanwhile is not withdrawn unseen, and is once it was looked at', async ({ browser }) => {
  const username = `stall-${Date.now().toString(36)}`;
  await callAsStaff(browser, STAFF.admin, 'merchant/admit', { name: username, username, markets: ['USD'] });
  const merchant_id = await merchantIdOf(username);
  const links = () => sql('select from merchant_set_up_link where merchant_id = $1', [merchant_id]);
  const page = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  await page.goto(`/operator/merchants?open=${merchant_id}`);
  const withdraw = page.getByRole('dialog', { name: t('party.merchantTitle') }).getByRole('button', { name: t('party.linkWithdraw') });
  await withdraw.click();
  await expect(page.getByText(t('party.linkEnds'))).toBeVisible();

  await callAsStaff(browser, STAFF.admin, 'merchant/set_up_link/make', { merchant_id: Number(merchant_id) });
  const looked = page.waitForResponse('**/merchant/set_up_link/query');
  await confirmAsStaff(page, t('party.linkWithdraw'), await freshCode(STAFF.support.username));
  await expect(page.getByText(outcomeText('terms_changed', 'en'))).toBeVisible();
  await expect(page.getByLabel(t('kit.codeLabel'))).toHaveCount(0);
  expect(await links()).toHaveLength(1);

  // What is on show has been fetched anew.
  await looked;
  await withdraw.click();
  await confirmAsStaff(page, t('party.linkWithdraw'), await freshCode(STAFF.support.username));
  await expect(page.getByText(t('party.linkWithdrawn'))).toBeVisible();
  expect(await links()).toEqual([]);
});
