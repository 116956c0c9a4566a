import { expect, type Page } from '@playwright/test';
import type { SpokenLanguage } from './texts.ts';

/** Account and security: the page, and another authenticator with what is missing told at its fields. */
export function accountScreens(t: SpokenLanguage['console']) {
  const page = { title: t('menu.accountSecurity'), path: '/system/AccountSecurity' };
  const renew = { name: t('account.authenticatorRenew') };
  return [
    { name: 'account-security', ...page },
    { name: 'team', title: t('team.title'), path: '/system/Team' },
    {
      name: 'team-invite',
      title: t('team.title'),
      path: '/system/Team?invite=1',
      act: async (at: Page) => {
        await at
          .getByRole('dialog')
          .getByRole('button', { name: t('team.invite'), exact: true })
          .click();
      },
    },
    {
      name: 'team-member',
      title: t('team.title'),
      path: '/system/Team?open=1',
      act: (at: Page) => expect(at.getByRole('dialog')).toBeVisible(),
    },
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
