import { openAccounts } from '@purser/ledger/accounts';
import { providerAccounts } from '@purser/ledger/account';
import pg from 'pg';
import { Secrets } from '../platform/security/secrets.ts';
import { DEMO_MERCHANTS, DEMO_STAFF, DEMO_USERS, demoAccessKey, demoTotpSecret, SHOP_MERCHANT } from './cast.ts';
import { giveAttestations } from './attestations.ts';
import { giveContent } from './content.ts';
import { giveFunds, givePast } from './history.ts';
import { createMerchant, createStaff, createUser, type SeedClient } from './parties.ts';
import type { ProgramContext, Seeded } from '../quick-start/programs.ts';
import { restNetworks, SIGNED_NETWORK } from './test-chain.ts';

/** Makes the demo's parties, funds and past, once; on later starts only says again who they are. */
export async function seedDemo({ databaseUrl, masterKey, settings }: ProgramContext): Promise<Seeded> {
  const secrets = new Secrets(masterKey);
  const totpSecret = demoTotpSecret(secrets);
  const shop = await inSeedTransaction(databaseUrl, async (client) => {
    await openProviderAccounts(client);
    await restNetworks(client);
    const known = await merchantIdOf(client, SHOP_MERCHANT.username);
    const merchantId = known ?? (await makeDemo(client, secrets, totpSecret));
    // A demo from before there was staff gets it as well.
    const { rowCount } = await client.query('select from staff limit 1');
    if (rowCount === 0) {
      for (const member of DEMO_STAFF) await createStaff(client, member, secrets.seal('totp', totpSecret));
      await giveAttestations(client);
    }
    // The address may be another one than at the last start.
    await client.query('update webhook_endpoint set address = $2 where merchant_id = $1 and endpoint_id = 1', [
      merchantId,
      `${settings.publicUrl}/shop/webhook`,
    ]);
    await client.query('update merchant set return_address = $2 where merchant_id = $1', [merchantId, `${settings.publicUrl}/shop`]);
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
      ...DEMO_STAFF.map(({ name, role, username, password }) => ({ what: `Staff ${name} (${role})`, username, password, totpSecret })),
    ],
    shop,
  };
}

/** What a real installation begins with: the provider's accounts, and nobody. */
export async function seedProvider({ databaseUrl }: Pick<ProgramContext, 'databaseUrl'>): Promise<Seeded> {
  await inSeedTransaction(databaseUrl, openProviderAccounts);
  return { logins: [] };
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
  await givePast(client, secrets, merchants, users);
  await givePayoutAddresses(client, [
    [shop, '0x56CA6e7dFeF012a1A4d7fa8aC597B3745e4D8a0d'],
    [users.get('alice') as number, '0x53f9DFeB6EbB3881FeB91d789B6A4bDa981204a6'],
  ]);

  await giveContent(client, {
    merchants: DEMO_MERCHANTS.filter(({ hasAuthenticator }) => hasAuthenticator).map(({ username }) => merchants.get(username) as number),
    users: [...users.values()],
  });

  await client.query('update system_setting set registration_open = true');
  const key = demoAccessKey(secrets, shop);
  await client.query(
    `insert into access_key (merchant_id, access_key, secret, changed_at) values ($1, $2, $3, now() - interval '30 days')`,
    [shop, key.accessKey, secrets.seal('access-key', key.secret)],
  );
  await client.query(
    `insert into webhook_endpoint (merchant_id, endpoint_id, name, address, events, secret) values ($1, 1, 'Shop', $2, '{*}', $3)`,
    [shop, 'https://shop.example', secrets.seal('webhook', key.webhookSecret)],
  );
  await client.query(`update merchant set webhook_events = '{*}' where merchant_id = $1`, [shop]);
  return shop;
}

/** Addresses that have rested, on the network that the demo's signer pays: nobody has a key of them. */
async function givePayoutAddresses(client: SeedClient, given: readonly (readonly [owner: number, address: string])[]): Promise<void> {
  for (const [owner, address] of given) {
    await client.query(
      `insert into payout_address (owner_id, network, sequence, address, created_at, usable_at)
       values ($1, $3, 1, $2, now() - interval '30 days', now() - interval '29 days')`,
      [owner, address, SIGNED_NETWORK],
    );
  }
}

async function openProviderAccounts(client: SeedClient): Promise<void> {
  const { rows } = await client.query<{ code: string }>('select code from coin');
  await openAccounts(
    client,
    rows.flatMap(({ code }) => providerAccounts(code)),
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
