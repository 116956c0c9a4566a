import { expect, type Page } from '@playwright/test';
import { sql } from './database.ts';
import type { operatorTexts } from './operator.ts';
import { type OwnPayer, ownPayer } from './own-payer.ts';
import type { Screen } from './screen.ts';
import { expectAlive } from './settled.ts';
import type { SpokenLanguage } from './texts.ts';

let leaving: Promise<OwnPayer> | undefined;

/** A wallet user who has nothing left, and could close the account. */
export function leavingPayer(): Promise<OwnPayer> {
  leaving ??= ownPayer('leaving', 'Lena Leaving');
  return leaving;
}

/** One's own data: ready to be saved, and closing the account with what is missing told at its fields. */
export function leavingScreens({ payer: t }: SpokenLanguage): Screen[] {
  return [
    {
      name: 'privacy-ready',
      path: '/wallet/privacy',
      act: async (page: Page) => {
        await sql(`delete from throttle where scope = 'own-data'`);
        const taking = page.locator('form[action="/wallet/privacy/take"]');
        await taking.getByLabel(t('payment_password'), { exact: true }).fill((await leavingPayer()).paymentPassword);
        await taking.getByRole('button').click();
        await expect(page.getByText(t('privacy_ready'))).toBeVisible();
        await expectAlive(page);
      },
    },
    {
      name: 'privacy-closing',
      path: '/wallet/privacy',
      act: async (page: Page) => {
        await expectAlive(page);
        await page.locator('form[action="/wallet/privacy/close"]').getByRole('button').click();
        await expect(page.getByText(t('privacy_close_confirm_required'))).toBeVisible();
      },
    },
  ];
}

let closed: Promise<number> | undefined;

/** The number of a wallet user whose account is closed. */
async function closedUser(): Promise<number> {
  const { userId } = await ownPayer('closed', '');
  await sql(`delete from login_directory where owner_id = $1`, [userId]);
  await sql(
    `update wallet_user set status = 'suspended', closed_at = now(), username = null, email = null, password_hash = '',
       payment_password_hash = null, authentication_status = 'not_authenticated' where user_id = $1`,
    [userId],
  );
  return userId;
}

/** The closed accounts as staff see them, and one of them. */
export async function closedAccountScreens(t: ReturnType<typeof operatorTexts>): Promise<Screen[]> {
  closed ??= closedUser();
  const path = '/operator/wallet-users?status=closed';
  const number = String(await closed);
  return [
    { name: 'operator-users-closed', title: t('menu.users'), path },
    {
      name: 'operator-user-closed',
      path,
      act: async (page: Page) => {
        await page.locator('main').getByRole('button', { name: number }).first().click();
        await expect(page.getByText(t('party.closedHint'))).toBeVisible();
      },
    },
  ];
}
