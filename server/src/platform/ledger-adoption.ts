import { adoptPostings } from '@purser/ledger/adopt';
import pg from 'pg';
import { Secrets } from './secrets.ts';

/**
 * Gives the postings of a database from before content MACs theirs, once; to be called by whoever migrates, when the master key is
 * known to be the right one. Returns what there is to tell about it.
 */
export async function adoptLedger(url: string, masterKey: Buffer): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: 'purser-adoption' });
  await client.connect();
  try {
    const adoption = await adoptPostings(client, new Secrets(masterKey).ledgerKey());
    switch (adoption.outcome) {
      case 'adopted_before':
        return undefined;
      case 'mark_missing':
        return (
          'The mark that the ledger has adopted its old postings is missing or was not made with this master key: somebody changed the database by hand. ' +
          'Nothing is adopted again; "npm run ledger -- verify" says which postings cannot be trusted.'
        );
      case 'adopted':
        if (adoption.adopted + adoption.refused === 0) return undefined;
        return (
          `Gave ${adoption.adopted} postings from before their content MAC.` +
          (adoption.refused > 0 ? ` ${adoption.refused} are not what they were when they were made, and got none.` : '')
        );
    }
  } finally {
    await client.end();
  }
}
