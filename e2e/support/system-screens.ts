import { expect } from '@playwright/test';
import { type operatorTexts, STAFF } from './operator.ts';
import type { Screen } from './screen.ts';

/** What staff set and see of the system: maintenance, senders, storage, the sign-in policy, and who works here. */
export function systemScreens(t: ReturnType<typeof operatorTexts>): Screen[] {
  return [
    { name: 'operator-maintenance', title: t('menu.maintenance'), path: '/operator/maintenance' },
    {
      name: 'operator-maintenance-plan',
      title: t('menu.maintenance'),
      path: '/operator/maintenance',
      act: async (page) => page.getByRole('button', { name: t('maintenance.plan') }).click(),
    },
    { name: 'operator-senders', title: t('menu.senders'), path: '/operator/senders' },
    {
      name: 'operator-senders-mail',
      title: t('menu.senders'),
      path: '/operator/senders',
      act: async (page) => {
        await page
          .getByRole('button', { name: t('senders.set'), exact: true })
          .first()
          .click();
        // A field that the pointer happens to be over has another border.
        await page.mouse.move(0, 0);
      },
    },
    { name: 'operator-storage', title: t('menu.storage'), path: '/operator/storage' },
    {
      name: 'operator-storage-tested',
      title: t('menu.storage'),
      path: '/operator/storage',
      act: async (page) => {
        await page.getByRole('button', { name: t('storage.test'), exact: true }).click();
        // How long it took differs from time to time.
        await expect(page.locator('main output')).toContainText(/[0-9]/);
        await page.locator('main output').evaluate('(told) => { told.textContent = told.textContent.replace(/[0-9]+/, "12"); }');
      },
    },
    { name: 'operator-promised-times', title: t('menu.promisedTime'), path: '/operator/promised-times' },
    { name: 'operator-face', title: t('menu.face'), path: '/operator/face' },
    { name: 'operator-sign-in-policy', title: t('menu.signInPolicy'), path: '/operator/sign-in-policy' },
    {
      name: 'operator-sign-in-policy-change',
      title: t('menu.signInPolicy'),
      path: '/operator/sign-in-policy',
      act: async (page) => {
        await page.getByLabel(t('signInPolicy.attempts'), { exact: true }).fill('4');
        await page.getByRole('button', { name: t('signInPolicy.review'), exact: true }).click();
      },
    },
    { name: 'operator-staff', title: t('menu.staff'), path: '/operator/staff' },
    {
      name: 'operator-staff-member',
      title: t('menu.staff'),
      path: '/operator/staff',
      act: async (page) => {
        await page.getByRole('button', { name: STAFF.support.name }).click();
        await expect(page.getByRole('region', { name: t('staff.sessions') })).toBeVisible();
      },
    },
    {
      name: 'operator-staff-invite',
      title: t('menu.staff'),
      path: '/operator/staff',
      act: async (page) => page.getByRole('button', { name: t('staff.invite'), exact: true }).click(),
    },
  ];
}
