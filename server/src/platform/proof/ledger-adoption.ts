import { adoptPostings } from '@purser/ledger/adopt';
import pg from 'pg';
import { Secrets } from '../security/secrets.ts';
import { adoptAudit } from './verify-audit.ts';

/**
 * Gives the postings and audit entries of a database from before keyed MACs theirs, once; to be called by whoever migrates, when the master key is
 * known to be the right one. Returns what there is to tell about it.
 */
export async function adoptLedger(url: string, masterKey: Buffer): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: 'purser-adoption' });
  await client.connect();
  try {
    const secrets = new Secrets(masterKey);
    await adoptAuditOnce(client, secrets);
    const adoption = await adoptPostings(client, secrets.ledgerKey());
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

/** The mark that says the postings were adopted says it of the audit log as well: it is written afterwards. */
async function adoptAuditOnce(client: pg.Client, secrets: Secrets): Promise<void> {
  await client.query('begin');
  try {
    await client.query('lock table audit_log in share row exclusive mode');
    const { rowCount: adopted } = await client.query('select from ledger.adoption limit 1');
    const { rowCount: keyed } = await client.query('select from ledger.posting where content_mac is not null limit 1');
    if (!adopted && !keyed) await adoptAudit(client, secrets);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
