import { expect, type Page } from '@playwright/test';
import { newLinkToken, setUpUrl } from '../../server/src/domain/staff-links.ts';
import { sql } from './database.ts';
import type { operatorTexts } from './operator.ts';
import type { Screen } from './screen.ts';

/** Opens one of the provider's own texts, of which each has one. */
const openText = async (page: Page): Promise<void> => {
  // A row, or on a phone an item of the list.
  await page.locator('main').locator('tbody tr, li').last().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};

/** The texts that the provider publishes, and one of them as it is written. */
export function contentScreens(t: ReturnType<typeof operatorTexts>): Screen[] {
  return [
    { name: 'operator-content', title: t('menu.content'), path: '/operator/content' },
    { name: 'operator-content-none', title: t('menu.content'), path: '/operator/content?state=withdrawn' },
    {
      name: 'operator-content-new',
      title: t('menu.content'),
      path: '/operator/content',
      act: async (page) => page.getByRole('button', { name: t('content.new') }).click(),
    },
    { name: 'operator-content-text', path: '/operator/content?kind=privacy_policy', act: openText },
  ];
}

/** A text as somebody sees it who may not write. */
export const CONTENT_READ: Screen = { name: 'operator-content-read', path: '/operator/content?kind=privacy_policy', act: openText };

/** What support sees of a page that is not for its role. */
export const NOT_ALLOWED: Screen = { name: 'operator-not-allowed', path: '/operator/sign-in-policy' };

/** The form by which somebody who was invited sets the account up: the link is made for the look, and not used. */
export async function staffSetUpScreen(): Promise<Screen> {
  const { token, hash } = newLinkToken();
  await sql(
    `insert into staff_invitation (invitation_id, kind, username, name, role, made_by, token_hash, expires_at)
     values (gen_random_uuid(), 'invitation', 'looked-at', 'Lê Thị Hoàng Nguyên Phương', 'finance', 1001, $1, now() + interval '1 day')`,
    [hash],
  );
  return { name: 'operator-set-up', path: setUpUrl('', token) };
}
