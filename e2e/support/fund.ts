import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAmount } from '@purser/contract/money';
import { newSerialNumber } from '@purser/contract/serial';
import { mainAccount } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import { planIssuance } from '@purser/ledger/posting';
import { postBatch } from '@purser/ledger/store';
import pg from 'pg';
import { Secrets } from '../../server/src/platform/security/secrets.ts';

/** Issues coins to a wallet user or a merchant by a posting, as the demo gives its parties what they own. */
export async function fundParty(username: string, coin: string, amount: string): Promise<void> {
  const folder = process.env['PURSER_E2E_DATA'] ?? '';
  const secrets = new Secrets(Buffer.from(readFileSync(join(folder, 'master-key'), 'utf8'), 'base64'));
  const client = new pg.Client({ connectionString: readFileSync(join(folder, 'database-url'), 'utf8').trim() });
  await client.connect();
  try {
    const { rows } = await client.query<{ owner_id: string; decimals: number }>(
      `select owner_id, (select decimals from coin where code = $2) as decimals
       from (select user_id as owner_id, username from wallet_user union all select merchant_id, username from merchant) as party where username = $1`,
      [username, coin],
    );
    const [found] = rows;
    const amount_minor = parseAmount(amount, found?.decimals ?? 0);
    if (!found || typeof amount_minor !== 'bigint') throw new Error(`${amount} ${coin} cannot be given to ${username}`);
    const owner_id = Number(found.owner_id);
    const identity = { owner_id, posting_id: randomUUID(), serial_number: newSerialNumber('issuance') };
    const to = mainAccount(owner_id, coin);
    await openAccounts(client, [to]);
    const posting = planIssuance({ ...identity, to, amount_minor });
    const [result] = await postBatch(client, secrets.ledgerKey(), [posting]);
    if (result?.outcome !== 'posted') throw new Error(`funding ${username} was ${result?.outcome}`);
  } finally {
    await client.end();
  }
}
