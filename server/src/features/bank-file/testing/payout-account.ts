import type { TestApp } from '../../../platform/testing/app.ts';

export const PAYOUT_ACCOUNT = {
  holder_name: 'Purser Ltd',
  bank_name: 'House Bank',
  bank_code: 'DEUTDEFF',
  account_number: 'DE89370400440532013000',
};

/** Sets the account that a currency is paid out from, put straight into the database. */
export async function setPayoutAccount(app: TestApp, staffId: number, market = 'USD'): Promise<void> {
  const { holder_name, bank_name, bank_code, account_number } = PAYOUT_ACCOUNT;
  await app.sql(
    `insert into payout_account (market, holder_name, bank_name, bank_code, account_number, set_by) values ($1, $2, $3, $4, $5, $6)
     on conflict (market) do update set holder_name = excluded.holder_name`,
    [market, holder_name, bank_name, bank_code, account_number, staffId],
  );
}
