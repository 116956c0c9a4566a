import { expect } from '@playwright/test';
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
