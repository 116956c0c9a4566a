import { type Browser, expect } from '@playwright/test';
import { makeAdjustments, userIdOf } from './adjustments.ts';
import { CHEN } from './demo.ts';
import type { Screen } from './screen.ts';
import type { SpokenLanguage } from './texts.ts';

/** Adjustments of users' balances, as the merchant sees them. */
export async function adjustmentScreens(browser: Browser, { console: t }: SpokenLanguage): Promise<Screen[]> {
  const { appealed } = await makeAdjustments(browser);
  const [title, path] = [t('menu.adjustments'), '/adjustment/AccountAdjustment'];
  return [
    { name: 'adjustments', title, path },
    { name: 'adjustments-none', title, path: `${path}?order_status=cancelled` },
    {
      name: 'adjustment',
      title,
      path: `${path}?open=${appealed}`,
      act: async (page) => expect(page.getByText(t('adjustment.happened.waitsForProvider'))).toBeVisible(),
    },
    {
      name: 'adjustment-form',
      title,
      path: `${path}?adjust=1`,
      act: async (page) => {
        const id = page.getByRole('dialog').getByLabel(t('adjustment.userId'), { exact: true });
        await id.fill(String(await userIdOf(CHEN.username)));
        await expect(page.getByRole('dialog').getByText(t('adjustment.notEnabled')).first()).toBeVisible();
        await page.getByRole('button', { name: t('adjustment.review'), exact: true }).click();
      },
    },
    {
      name: 'adjustment-form-pending',
      title,
      path: `${path}?adjust=1`,
      act: async (page) => {
        const form = page.getByRole('dialog');
        await form.getByRole('radio', { name: t('adjustment.balance.pending') }).check();
        await form.getByRole('radio', { name: t('adjustment.confirmedBy.yes') }).check();
      },
    },
  ];
}

/** The same as the user sees them. */
export async function receivedScreens(browser: Browser): Promise<Screen[]> {
  const { waiting, offered, appealed } = await makeAdjustments(browser);
  return [
    { name: 'wallet-adjustment', path: `/wallet/adjustment/${waiting}` },
    { name: 'wallet-adjustment-offered', path: `/wallet/adjustment/${offered}` },
    { name: 'wallet-adjustment-appeal', path: `/wallet/adjustment/${appealed}` },
  ];
}
