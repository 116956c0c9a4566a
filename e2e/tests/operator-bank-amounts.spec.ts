import { expect, type Locator } from '@playwright/test';
import { sql } from '../support/database.ts';
import { DESKTOP, PHONE, test } from '../support/demo.ts';
import { operatorTexts, STAFF, staff } from '../support/operator.ts';
import { ENGLISH } from '../support/texts.ts';

const t = operatorTexts(ENGLISH);
/** The file's currency has no places, the token that is paid out in it has two. */
const AMOUNT = '1,234,567,890 VND';

test('what leaves by a bank is read in groups of digits, in lists on a phone as well', async ({ browser }) => {
  await sql(
    `insert into bank_file (file_no, market, order_count, total, sealed_xml, xml_hash, sealed_csv, csv_hash, made_by)
     values ('BF00000000GROUP1', 'VND', 1, 123456789000, 'x', 'x', 'x', 'x', 1003)
     on conflict do nothing`,
  );
  await sql(
    `insert into bank_file_order (owner_id, serial_number, file_no, market, amount, holder_name, bank_name, shown_number)
     select merchant_id, 'WF00000000GROUP1', 'BF00000000GROUP1', 'VND', 123456789000, 'Harbour Books', 'Example Bank', '••••6789'
     from merchant where username = 'harbour'
     on conflict do nothing`,
  );
  for (const viewport of [DESKTOP, PHONE]) {
    const page = await (await staff(browser, ENGLISH, STAFF.finance, { viewport })).newPage();
    for (const path of ['/operator/bank-files?file_no=BF00000000GROUP1', '/operator/bank-files/orders?order_no=WF00000000GROUP1']) {
      await page.goto(path);
      const list = page.locator('main section[aria-busy="false"]');
      await expect(list.getByText(AMOUNT)).toBeVisible();
    }
    await page.goto('/operator/bank-files?open=BF00000000GROUP1');
    await expect(page.getByRole('dialog', { name: t('bank.file') }).getByText(AMOUNT)).toBeVisible();
  }
});

test('a file is marked as paid with the sum that is paid out, and what has failed stands apart', async ({ browser }) => {
  await sql(
    `insert into bank_file (file_no, market, order_count, total, sealed_xml, xml_hash, sealed_csv, csv_hash, made_by)
     values ('BF0000000FAILED1', 'VND', 3, 60000000, 'x', 'x', 'x', 'x', 1003)
     on conflict do nothing`,
  );
  await sql(
    `insert into bank_file_order (owner_id, serial_number, file_no, market, amount, holder_name, bank_name, shown_number, status)
     select merchant_id, 'WF0000000FAILED' || n, 'BF0000000FAILED1', 'VND', n * 10000000, 'Harbour Books', 'Example Bank', '••••6789',
       case when n = 3 then 'failed' else 'included' end
     from merchant, generate_series(1, 3) as n where username = 'harbour'
     on conflict do nothing`,
  );
  const page = await (await staff(browser, ENGLISH, STAFF.finance)).newPage();
  await page.goto('/operator/bank-files?open=BF0000000FAILED1');
  const drawer = page.getByRole('dialog', { name: t('bank.file') });
  const fact = (within: Locator, label: string) => within.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd');
  await expect(fact(drawer, t('bank.pays'))).toHaveText('2 · 300,000 VND');
  await expect(fact(drawer, t('bank.failedApart'))).toHaveText('1 · 300,000 VND');
  await drawer.getByRole('button', { name: t('bank.markPaid') }).click();
  const asked = page.getByRole('dialog', { name: t('bank.markPaidTitle') });
  await expect(fact(asked, t('bank.pays'))).toHaveText('300,000 VND');
  await expect(fact(asked, t('bank.orders'))).toHaveText('2');
  await expect(fact(asked, t('bank.failedApart'))).toHaveText('1 · 300,000 VND');
  await expect(asked.getByText('600,000 VND')).toHaveCount(0);
});
