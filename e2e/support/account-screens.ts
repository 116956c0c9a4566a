import { expect, type Page } from '@playwright/test';
import type { SpokenLanguage } from './texts.ts';

/** Account and security: the page, and another authenticator with what is missing told at its fields. */
export function accountScreens(t: SpokenLanguage['console']) {
  const page = { title: t('menu.accountSecurity'), path: '/system/AccountSecurity' };
  const renew = { name: t('account.authenticatorRenew') };
  return [
    { name: 'account-security', ...page },
    { name: 'own-audit', title: t('ownAudit.title'), path: '/system/AuditTrail' },
    {
      name: 'own-audit-entry',
      title: t('ownAudit.title'),
      path: '/system/AuditTrail?act_kind=login',
      act: async (at: Page) => {
        await at
          .locator('main')
          .getByRole('button', { name: t('act.login') })
          .first()
          .click();
        await expect(at.getByRole('dialog')).toBeVisible();
      },
    },
    {
      name: 'account-security-authenticator',
      ...page,
      act: async (at: Page) => {
        await at.getByRole('button', renew).click();
        await at.getByRole('dialog').getByRole('button', renew).click();
      },
    },
  ];
}
