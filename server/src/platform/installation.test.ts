import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insistOnMigrated, settleInstallation } from './installation.ts';
import { adoptLedger } from './proof/ledger-adoption.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from './testing/database.ts';

const key = Buffer.alloc(32, 1);
const otherKey = Buffer.alloc(32, 2);

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.drop());

it('takes the first start for what the database is, and the same again', async () => {
  await settleInstallation(database.url, { demo: true, masterKey: key });
  await settleInstallation(database.url, { demo: true, masterKey: key });
});

it('refuses a demo on real data, and real use on a demo', async () => {
  await settleInstallation(database.url, { demo: false, masterKey: key });
  await expect(settleInstallation(database.url, { demo: true, masterKey: key })).rejects.toThrow(/PURSER_DEMO: .* set up for real use/);
  const demo = await createTestDatabase();
  await settleInstallation(demo.url, { demo: true, masterKey: key });
  await expect(settleInstallation(demo.url, { demo: false, masterKey: key })).rejects.toThrow(/PURSER_DEMO: .* holds the demo/);
  await demo.drop();
});

it('refuses another master key than the one that sealed what is there', async () => {
  await settleInstallation(database.url, { demo: false, masterKey: key });
  await expect(settleInstallation(database.url, { demo: false, masterKey: otherKey })).rejects.toThrow(/PURSER_MASTER_KEY: is not the key/);
  await settleInstallation(database.url, { demo: false, masterKey: key });
});

describe('a database that a program starts on', () => {
  it('is taken once it is migrated, by a login that owns nothing', async () => {
    await insistOnMigrated(database.loginUrl);
  });

  it('is refused while it is empty, of an older release, or migrated half way, and named with what to do', async () => {
    const wanted = /^DATABASE_URL: .*"npm run migrate"/;
    const empty = await createEmptyDatabase();
    await expect(insistOnMigrated(empty.url)).rejects.toThrow(wanted);
    await empty.drop();
    await sql('delete from schema_migration where number = (select max(number) from schema_migration)');
    await expect(insistOnMigrated(database.loginUrl)).rejects.toThrow(wanted);
    await sql('drop function schema_standing');
    await expect(insistOnMigrated(database.loginUrl)).rejects.toThrow(wanted);
  });

  it('is refused to a login that may not ask, which is told why', async () => {
    await sql('revoke execute on function schema_standing from purser_app');
    await expect(insistOnMigrated(database.loginUrl)).rejects.toThrow(/^DATABASE_URL: this login may not ask .*"npm run migrate"/);
  });

  it('is refused where a newer release has migrated it', async () => {
    await sql(
      `insert into schema_migration (number, name, checksum) select 9999, '9999_later.sql', checksum from schema_migration where number = 1`,
    );
    await expect(insistOnMigrated(database.loginUrl)).rejects.toThrow(/^DATABASE_URL: .*a newer Purser.* 9999.*Start the newer version/);
  });

  it('is refused while old postings wait for their content MACs, and taken once they were looked at', async () => {
    await sql(
      `alter table ledger.posting drop constraint posting_has_its_mac;
       insert into ledger.posting (owner_id, posting_id, type, serial_number, content_hash, posted_at)
       values (10000001, gen_random_uuid(), 'transfer', 'OLD', sha256(''), now())`,
    );
    await expect(insistOnMigrated(database.loginUrl)).rejects.toThrow(/^DATABASE_URL: the ledger has postings .* Run "npm run migrate"/);
    await adoptLedger(database.url, key);
    await insistOnMigrated(database.loginUrl);
  });
});

async function sql(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(text);
  await client.end();
}
