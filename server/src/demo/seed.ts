import { randomBytes } from 'node:crypto';
import { COINS } from '@purser/contract/coin';
import { openAccounts } from '@purser/ledger/accounts';
import { providerAccounts } from '@purser/ledger/account';
import pg from 'pg';
import { hashPassword } from '../platform/security/passwords.ts';
import { Secrets } from '../platform/security/secrets.ts';
import { DEMO_MERCHANTS, DEMO_USERS, demoAccessKey, demoTotpSecret, SHOP_MERCHANT } from './cast.ts';
import { giveFunds, givePast } from './history.ts';
import { createMerchant, createUser, type SeedClient } from './parties.ts';
import type { ProgramContext, Seeded } from '../quick-start/programs.ts';

/** Makes the demo's parties, funds and past, once; on later starts only says again who they are. */
export async function seedDemo({ databaseUrl, masterKey, settings }: ProgramContext): Promise<Seeded> {
  const secrets = new Secrets(masterKey);
  const totpSecret = demoTotpSecret(secrets);
  const shop = await inSeedTransaction(databaseUrl, async (client) => {
    await openProviderAccounts(client);
    const known = await merchantIdOf(client, SHOP_MERCHANT.username);
    const merchantId = known ?? (await makeDemo(client, secrets, totpSecret));
    // The address may be another one than at the last start.
    await client.query('update merchant set webhook_address = $2, return_address = $3 where merchant_id = $1', [
      merchantId,
      `${settings.publicUrl}/shop/webhook`,
      `${settings.publicUrl}/shop`,
    ]);
    return demoAccessKey(secrets, merchantId);
  });
  return {
    logins: [
      ...DEMO_MERCHANTS.map(({ name, username, password, hasAuthenticator }) => ({
        what: hasAuthenticator ? `Merchant ${name}` : `Merchant ${name} (first login)`,
        username,
        password,
        ...(hasAuthenticator ? { totpSecret } : {}),
      })),
      ...DEMO_USERS.map(({ nick, username, password, paymentPassword }) => ({
        what: paymentPassword === null ? `Payer ${nick} (no payment password yet)` : `Payer ${nick}`,
        username,
        password,
        ...(paymentPassword === null ? {} : { paymentPassword }),
      })),
    ],
    shopEnvironment: { PURSER_ACCESS_KEY: shop.accessKey, PURSER_SECRET: shop.secret, PURSER_WEBHOOK_SECRET: shop.webhookSecret },
  };
}

/** What a real installation begins with: the provider's accounts and one operator, whose password is shown once. */
export async function seedOperator({ databaseUrl }: Pick<ProgramContext, 'databaseUrl'>): Promise<Seeded> {
  return inSeedTransaction(databaseUrl, async (client) => {
    await openProviderAccounts(client);
    const { rows } = await client.query('select 1 from operator limit 1');
    if (rows.length > 0) return { logins: [] };
    const password = randomBytes(15).toString('base64url');
    const made = await client.query<{ operator_id: string }>(
      `insert into operator (username, role, password_hash) values ('admin', 'admin', $1) returning operator_id`,
      [await hashPassword(password)],
    );
    await client.query(`insert into login_directory (kind, identity, owner_id) values ('operator_username', 'admin', $1)`, [
      made.rows[0]?.operator_id,
    ]);
    return { logins: [{ what: 'Operator (shown only now)', username: 'admin', password }] };
  });
}

async function makeDemo(client: SeedClient, secrets: Secrets, totpSecret: string): Promise<number> {
  const merchants = new Map<string, number>();
  for (const merchant of DEMO_MERCHANTS) {
    merchants.set(
      merchant.username,
      await createMerchant(client, merchant, merchant.hasAuthenticator ? secrets.seal('totp', totpSecret) : null),
    );
  }
  const shop = merchants.get(SHOP_MERCHANT.username) as number;
  const users = new Map<string, number>();
  for (const user of DEMO_USERS) users.set(user.username, await createUser(client, user));
  await giveFunds(client, secrets.ledgerKey(), merchants, users);
  await givePast(client, secrets.ledgerKey(), merchants, users);

  const key = demoAccessKey(secrets, shop);
  await client.query('insert into access_key (merchant_id, access_key, secret) values ($1, $2, $3)', [
    shop,
    key.accessKey,
    secrets.seal('access-key', key.secret),
  ]);
  await client.query('update merchant set webhook_secret = $2 where merchant_id = $1', [shop, secrets.seal('webhook', key.webhookSecret)]);
  return shop;
}

async function openProviderAccounts(client: SeedClient): Promise<void> {
  await openAccounts(
    client,
    COINS.flatMap(({ code }) => providerAccounts(code)),
  );
}

async function merchantIdOf(client: SeedClient, username: string): Promise<number | undefined> {
  const { rows } = await client.query<{ owner_id: string }>(
    `select owner_id from login_directory where kind = 'merchant_username' and identity = $1`,
    [username],
  );
  return rows[0] ? Number(rows[0].owner_id) : undefined;
}

/** One transaction of the migrating role: a seed that is cut off half way leaves nothing. */
async function inSeedTransaction<Result>(databaseUrl: string, work: (client: SeedClient) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'purser-seed' });
  await client.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    // Closing a connection in a transaction rolls it back.
    await client.end();
  }
}
