import { ofProvider } from '@purser/ledger/account';
import { uuidv7 } from 'uuidv7';
import type { SeedClient } from './parties.ts';

/** What the demo's banks and custodian say that they hold, in percent of what is owed. Of one coin nobody has said anything yet. */
const STATEMENTS = [
  { coin: 'USDP', source: 'Harbour Bank, client money', percent: 80 },
  { coin: 'USDP', source: 'Second Trust, client money', percent: 22 },
  { coin: 'CNYT', source: 'Lotus Bank, client money', percent: 101 },
  { coin: 'USDT', source: 'Cold wallet, custodian', percent: 110 },
] as const;

/** Enters the statements of finance, once. */
export async function giveAttestations(client: SeedClient): Promise<void> {
  for (const { coin, source, percent } of STATEMENTS) {
    await client.query(
      `insert into reserve_attestation (attestation_id, coin, amount, source, as_of, remark, entered_by)
       select $1, $2::text, -sum(available + frozen + pending) * $4 / 100, $3, date_trunc('day', now()), 'Statement of the day', min(staff.staff_id)
       from ledger.account, (select min(staff_id) as staff_id from staff where role = 'finance') as staff
       where ${ofProvider('owner_id')} and coin = $2`,
      [uuidv7(), coin, source, percent],
    );
  }
}
