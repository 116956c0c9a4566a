import { expect } from '@playwright/test';
import type { operatorTexts } from './operator.ts';
import type { Screen } from './screen.ts';

/** The audit log, verified, and its acts to choose from. */
export function auditScreens(t: ReturnType<typeof operatorTexts>): Screen[] {
  return [
    {
      name: 'operator-audit',
      title: t('menu.audit'),
      path: '/operator/audit',
      act: async (page) => page.getByRole('button', { name: t('audit.verify'), exact: true }).click(),
    },
    {
      name: 'operator-audit-acts',
      title: t('menu.audit'),
      path: '/operator/audit?action=bank_file.order_returned',
      act: async (page) => {
        await page.getByRole('button', { name: new RegExp(`^${t('audit.act')} `) }).click();
        await expect(page.getByRole('combobox', { name: t('kit.choiceSearch', { what: t('audit.act') }) })).toBeFocused();
      },
    },
  ];
}
