import { expect, type Page } from '@playwright/test';
import { freshCode } from '../support/codes.ts';
import { sql } from '../support/database.ts';
import { enterLogin, expectAccessible, forgetComplaints, merchant, NEWCOMER, stranger, test } from '../support/demo.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { merchantIdOf, ownMerchant } from '../support/own-merchant.ts';
import { ENGLISH } from '../support/texts.ts';

const t = operatorTexts(ENGLISH);

/** Presses an act's button, gives a reason and the code. */
async function act(page: Page, name: string, title: string, username: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await giveReason(page, title, username);
}

async function giveReason(page: Page, title: string, username: string): Promise<void> {
  const asked = page.getByRole('dialog', { name: title });
  await asked.getByLabel(t('party.reason')).fill('Agreed on the phone');
  await asked.getByRole('button', { name: t('party.continue') }).click();
  await page.getByLabel(t('kit.codeLabel')).fill(await freshCode(username));
  await page
    .getByRole('dialog')
    .filter({ has: page.getByLabel(t('kit.codeLabel')) })
    .getByRole('button', { name: title, exact: true })
    .click();
}

test('a wallet user is found by a part of the phone, made an agent, and found by the kind', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  await page.goto('/operator/wallet-users');
  await page.getByRole('textbox').first().fill('138 0013');
  await expect(page).toHaveURL(/part=138/);
  await page.locator('main').getByRole('button', { name: '小陈' }).click();
  const drawer = page.getByRole('dialog', { name: t('party.userTitle') });
  await expect(drawer.getByText(t('party.balances'))).toBeVisible();
  await expectAccessible(page);
  await act(page, t('party.makeKind.agent'), t('party.makeKind.agent'), STAFF.support.username);
  await expect(drawer.getByText(t('party.kind.agent'), { exact: true })).toBeVisible();
  await expect(drawer.getByRole('button', { name: t('party.grant') })).toHaveCount(0);
  await page.goto('/operator/wallet-users?kind=agent');
  await expect(page.locator('main').getByRole('button', { name: '小陈' })).toBeVisible();
  await expect(page.locator('main').getByRole('button', { name: 'Alice' })).toHaveCount(0);
});

test('reward funds are entered by one and approved by another, and the wallet user has them', async ({ browser }) => {
  const page = await (await staff(browser, ENGLISH, STAFF.finance)).newPage();
  await page.goto('/operator/wallet-users');
  await page.locator('main').getByRole('button', { name: 'Bình' }).click();
  await expect(page.getByRole('link', { name: t('party.bankAccountsShow') })).toHaveAttribute(
    'href',
    /\/bank-accounts\?owner_id=50000002$/,
  );
  await page.getByRole('button', { name: t('party.grant'), exact: true }).click();
  const form = page.getByRole('dialog', { name: t('party.grant') });
  // The coin is told to screen readers as well, by words that nobody sees.
  await expect(form.getByText(/CNYT/).filter({ visible: true }).first()).toBeVisible();
  await form.getByRole('button', { name: t('party.continue') }).click();
  await expect(form.getByText(t('party.grantAmountProblem'))).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel(t('field.amount')).fill('12.5');
  await giveReason(page, t('party.grant'), STAFF.finance.username);
  await expect(page.getByText(t('party.grantEntered'))).toBeVisible();

  const other = await (await staff(browser, ENGLISH, STAFF.admin)).newPage();
  await other.goto('/operator/approvals?state=pending&sort_order=asc');
  await other
    .getByRole('button', { name: t('approvals.kind.rewardGrant') })
    .first()
    .click();
  const drawer = other.getByRole('dialog', { name: t('approvals.detailTitle') });
  await expect(drawer.getByText('12.50 CNYT')).toBeVisible();
  await expect(drawer.getByText('Bình').first()).toBeVisible();
  await drawer.getByRole('button', { name: t('approvals.approve') }).click();
  await other.getByLabel(t('kit.codeLabel')).fill(await freshCode(STAFF.admin.username));
  await other
    .getByRole('dialog')
    .filter({ has: other.getByLabel(t('kit.codeLabel')) })
    .getByRole('button', { name: t('approvals.approve'), exact: true })
    .click();
  await expect(other.getByText(t('approvals.approveDone'))).toBeVisible();

  await page.reload();
  const user = page.getByRole('dialog', { name: t('party.userTitle') });
  await expect(user.getByText(t('transactionType.reward_grant')).first()).toBeVisible();
  await expect(user.getByText('12.50').first()).toBeVisible();
});

test('a merchant’s access key is revoked, one session ended, and quick recharge allowed', async ({ browser }) => {
  test.setTimeout(180_000);
  const key = `pk_e2e_${Date.now().toString(36)}`;
  await sql(`insert into access_key (merchant_id, access_key, secret) select merchant_id, $2, '\\x00' from merchant where username = $1`, [
    NEWCOMER.username,
    key,
  ]);
  await sql(
    `insert into session (owner_id, token_hash, party, ip, user_agent, expires_at)
     select merchant_id, sha256($2::bytea), 'merchant', '203.0.113.77', 'Somebody else', now() + interval '1 hour' from merchant where username = $1`,
    [NEWCOMER.username, key],
  );
  const page = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  await page.goto('/operator/merchants?part=newcom');
  await page.locator('main').getByRole('button', { name: NEWCOMER.name }).click();
  const drawer = page.getByRole('dialog', { name: t('party.merchantTitle') });
  await expect(drawer.getByText(key)).toBeVisible();
  await expectAccessible(page);
  await act(page, t('party.revokeKeyOf', { key }), t('party.revokeKeyOf', { key }), STAFF.support.username);
  await expect(drawer.getByText(key)).toHaveCount(0);
  const session = t('party.endSessionOf', { address: '203.0.113.77' });
  await act(page, session, session, STAFF.support.username);
  await expect(drawer.getByText('203.0.113.77')).toHaveCount(0);
  // To recharge by hand is open to every merchant: there is nothing to allow.
  await expect(drawer.getByText(/manual recharge/i)).toHaveCount(0);
  const forbid = t('party.forbid.quick');
  await act(page, forbid, forbid, STAFF.support.username);
  const allow = t('party.allow.quick');
  await act(page, allow, allow, STAFF.support.username);
  await expect(drawer.getByRole('button', { name: forbid })).toBeVisible();
});

test('a merchant that has shut itself out is let in again once support has cleared its white list', async ({ browser }) => {
  const c = ENGLISH.console;
  const owner = await ownMerchant('locksmith');
  const own = await (await merchant(browser, ENGLISH, {}, owner)).newPage();
  await own.goto('/white/WhiteList?add=1');
  const form = own.getByRole('dialog', { name: c('whiteList.add') });
  await form.getByLabel(c('whiteList.ip'), { exact: true }).fill('203.0.113.0/24');
  await form.getByRole('button', { name: c('whiteList.continue') }).click();
  const confirming = own.getByRole('dialog').filter({ has: own.getByLabel(c('kit.codeLabel')) });
  await confirming.getByLabel(c('kit.codeLabel')).fill(await freshCode(owner.username));
  await confirming.getByRole('button', { name: c('whiteList.add'), exact: true }).click();
  await expect(own).toHaveURL(/\/Restricted/);
  const elsewhere = await (await stranger(browser, ENGLISH)).newPage();
  await elsewhere.goto('/Login');
  await enterLogin(elsewhere, ENGLISH, owner, await freshCode(owner.username));
  await expect(elsewhere).toHaveURL(/\/Restricted/);

  const page = await (await staff(browser, ENGLISH, STAFF.support)).newPage();
  await page.goto(`/operator/merchants?open=${await merchantIdOf(owner.username)}`);
  const drawer = page.getByRole('dialog', { name: t('party.merchantTitle') });
  await expect(drawer.getByText('203.0.113.0/24')).toBeVisible();
  const clear = t('party.clearWhiteList');
  await act(page, clear, clear, STAFF.support.username);
  await expect(drawer.getByText(t('party.anyAddress'))).toBeVisible();
  await expect(drawer.getByRole('button', { name: clear })).toHaveCount(0);

  // The session that it had goes on, and it logs in anew.
  await own.getByRole('link', { name: c('restricted.retry') }).click();
  await expect(own.getByRole('heading', { level: 1, name: c('menu.whiteList') })).toBeVisible();
  await expect(own.getByText(c('whiteList.emptyTitle'))).toBeVisible();
  await elsewhere.goto('/Login');
  await enterLogin(elsewhere, ENGLISH, owner, await freshCode(owner.username));
  await expect(elsewhere).toHaveURL(/InstrumentPanel/);
  await own.goto('/system/AuditTrail');
  await expect(own.locator('main').getByText(c('act.party.clear_white_list'), { exact: true })).toBeVisible();
  forgetComplaints(/40[13] /);
});
