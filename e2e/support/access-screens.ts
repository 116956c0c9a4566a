import { expect, type Page } from '@playwright/test';
import { sql } from './database.ts';
import { merchantIdOf, ownMerchant } from './own-merchant.ts';
import type { SpokenLanguage } from './texts.ts';

let made: ReturnType<typeof makeMerchant> | undefined;

/** A merchant with a white list, and with logins of every kind: once for all scenes. */
export function accessMerchant() {
  return (made ??= makeMerchant());
}

async function makeMerchant() {
  const owner = await ownMerchant('gatekeeper');
  const merchantId = await merchantIdOf(owner.username);
  await sql(
    `insert into login_ip_white (merchant_id, ip, remark) values
       ($1, '127.0.0.0/8', ''), ($1, '::1', ''), ($1, '203.0.113.0/24', 'Văn phòng đại diện tại Thành phố Hồ Chí Minh'), ($1, '2001:db8:1:2::/64', 'Warehouse')
     on conflict do nothing`,
    [merchantId],
  );
  await sql(
    `insert into login_record (merchant_id, record_id, outcome, ip, user_agent, attempts, counted_in, create_time, last_time)
     select $1, id::uuid, outcome, ip::inet, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
       attempts, date_trunc('hour', now() - age), now() - age, now() - age
     from (values
       ('01990000-0000-7000-8000-0000000000a1', 'wrong_password', null, 1204, interval '3 days'),
       ('01990000-0000-7000-8000-0000000000a2', 'wrong_code', '2001:db8:aaaa:bbbb::/64', 5, interval '2 days'),
       ('01990000-0000-7000-8000-0000000000a3', 'ip_refused', '198.51.100.200', 2, interval '1 day'),
       ('01990000-0000-7000-8000-0000000000a4', 'code_used', '198.51.100.201', 1, interval '1 day')
     ) as made (id, outcome, ip, attempts, age)
     on conflict do nothing`,
    [merchantId],
  );
  return owner;
}

/** Who logged in, and from where one may. */
export function accessScreens({ console: t }: SpokenLanguage) {
  const dialog = (page: Page) => expect(page.getByRole('dialog')).toBeVisible();
  return [
    { name: 'login-records', title: t('menu.loginRecords'), path: '/records/EntryRecord' },
    {
      name: 'login-record',
      title: t('menu.loginRecords'),
      path: '/records/EntryRecord?open=01990000-0000-7000-8000-0000000000a2',
      act: dialog,
    },
    {
      name: 'login-record-open',
      title: t('menu.loginRecords'),
      path: '/records/EntryRecord?outcome=logged_in',
      act: async (page: Page) => {
        await page
          .locator('main')
          .getByRole('button', { name: /^(127\.0\.0\.1|::1)/ })
          .first()
          .click();
        await dialog(page);
      },
    },
    { name: 'white-list', title: t('menu.whiteList'), path: '/white/WhiteList' },
    {
      name: 'white-list-entry',
      title: t('menu.whiteList'),
      path: '/white/WhiteList?ip=203.0.113.0/24',
      act: async (page: Page) => {
        await page.locator('main').getByRole('button', { name: '203.0.113.0/24' }).click();
        await dialog(page);
      },
    },
    {
      name: 'white-list-add',
      title: t('menu.whiteList'),
      path: '/white/WhiteList?add=1',
      act: async (page: Page) =>
        page
          .getByRole('dialog')
          .getByRole('button', { name: t('whiteList.continue') })
          .click(),
    },
  ];
}

/** The same of a merchant without a list. */
export function accessScreensEmpty({ console: t }: SpokenLanguage) {
  return [
    { name: 'white-list-empty', title: t('menu.whiteList'), path: '/white/WhiteList' },
    {
      name: 'white-list-locks-out',
      path: '/white/WhiteList?add=1',
      act: async (page: Page) => {
        const form = page.getByRole('dialog');
        await form.getByLabel(t('whiteList.ip'), { exact: true }).fill('2001:db8:1234:5678:9abc:def0::/96');
        await form.getByRole('button', { name: t('whiteList.continue') }).click();
        await expect(page.getByLabel(t('kit.codeLabel'))).toBeVisible();
      },
    },
    {
      name: 'login-records-none',
      title: t('menu.loginRecords'),
      path: '/records/EntryRecord?ip=192.0.2.222',
      act: async (page: Page) => expect(page.getByText(t('kit.noMatchTitle'))).toBeVisible(),
    },
  ];
}
