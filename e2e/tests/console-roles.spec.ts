import { type Browser, expect, type Page } from '@playwright/test';
import { accountDetail } from '@purser/contract/features/account';
import { identityDetail } from '@purser/contract/features/identity';
import { sql } from '../support/database.ts';
import { merchant, test } from '../support/demo.ts';
import { ownMerchant } from '../support/own-merchant.ts';
import { expectStill } from '../support/settled.ts';
import { ENGLISH } from '../support/texts.ts';

const t = ENGLISH.console;

/** A page of somebody with a role in a team of the test's own. */
async function pageOf(browser: Browser, role: 'owner' | 'finance' | 'viewer'): Promise<Page> {
  const who = await ownMerchant(role);
  await sql(
    `insert into merchant_member (merchant_id, member_id, username, name, role)
     select merchant_id, 1, username, name, $2 from merchant where username = $1`,
    [who.username, role],
  );
  return (await merchant(browser, ENGLISH, {}, who)).newPage();
}

/** Until it is let go, nobody tells the page who it belongs to. */
async function holdAccount(page: Page): Promise<{ readonly letGo: () => Promise<void> }> {
  const held = Promise.withResolvers<void>();
  await page.route(`**${accountDetail.path}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  const letGo = async (): Promise<void> => {
    const told = page.waitForResponse(`**${accountDetail.path}`);
    held.resolve();
    await told;
  };
  return { letGo };
}

test('a form that an address opens waits until it is known who opens it', async ({ browser }) => {
  for (const role of ['viewer', 'owner'] as const) {
    const page = await pageOf(browser, role);
    for (const [path, list] of [
      ['/adjustment/AccountAdjustment?adjust=1', 'adjustment.emptyTitle'],
      ['/transfer/AccountsManage?send=1', 'transfer.emptyTitle'],
      ['/coin-withdraw/index?withdraw=1', 'fiat.emptyTitle'],
      ['/payment/PaymentMethod?link=1', 'method.emptyTitle'],
    ] as const) {
      const account = await holdAccount(page);
      await page.goto(path);
      await expect(page.getByText(t(list))).toBeVisible();
      await expectStill(page);
      await expect(page.getByRole('dialog'), `${path} as nobody known`).toHaveCount(0);
      await account.letGo();
      if (role === 'owner') await expect(page.getByRole('dialog'), path).toBeVisible();
      await expectStill(page);
      await expect(page.getByRole('dialog'), `${path} as ${role}`).toHaveCount(role === 'owner' ? 1 : 0);
      await page.unrouteAll();
    }
  }
});

test('what a role may not ask for is not asked for while the role is unknown', async ({ browser }) => {
  for (const role of ['finance', 'viewer'] as const) {
    const page = await pageOf(browser, role);
    let asked = false;
    page.on('request', (request) => (asked ||= request.url().endsWith(identityDetail.path)));
    const account = await holdAccount(page);
    await page.goto('/submit/Management');
    await expect(page.getByText(t('submission.emptyTitle'))).toBeVisible();
    await expectStill(page);
    expect(asked, `${role}, not known yet`).toBe(false);
    await account.letGo();
    await expect.poll(() => asked, role).toBe(role === 'viewer');
    await expectStill(page);
    expect(asked, role).toBe(role === 'viewer');
  }
});
