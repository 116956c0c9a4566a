import { openAccounts } from '@purser/ledger/accounts';
import { mainAccount, rewardAccount } from '@purser/ledger/account';
import type pg from 'pg';
import { hashPassword } from '../platform/security/passwords.ts';
import { DEMO_COINS, type DemoMarket, type DemoMerchant, type DemoStaff, type DemoUser } from './cast.ts';

export type SeedClient = pg.Client;

export async function createMerchant(client: SeedClient, merchant: DemoMerchant, totpSecret: Buffer | null): Promise<number> {
  const { rows } = await client.query<{ merchant_id: string }>(
    `insert into merchant (name, username, password_hash, totp_secret, authentication_status, markets, recharge_configuration)
     values ($1, $2, $3, $4, $5, $6, '{1,2}') returning merchant_id`,
    [
      merchant.name,
      merchant.username,
      await hashPassword(merchant.password),
      totpSecret,
      merchant.identified ? 'approved' : 'not_authenticated',
      merchant.markets,
    ],
  );
  const id = Number(rows[0]?.merchant_id);
  await nameInDirectory(client, 'merchant_username', merchant.username, id);
  const coins = [...coinsOf(merchant.markets), 'USDT'];
  await openAccounts(
    client,
    coins.map((coin) => mainAccount(id, coin)),
  );
  return id;
}

export async function createUser(client: SeedClient, user: DemoUser): Promise<number> {
  const { rows } = await client.query<{ user_id: string }>(
    `insert into wallet_user (nick, username, phone, email, password_hash, payment_password_hash, markets, authentication_status)
     values ($1, $2, $3, $4, $5, $6, $7, 'approved') returning user_id`,
    [
      user.nick,
      user.username,
      user.phone,
      user.email,
      await hashPassword(user.password),
      user.paymentPassword === null ? null : await hashPassword(user.paymentPassword),
      user.markets,
    ],
  );
  const id = Number(rows[0]?.user_id);
  await nameInDirectory(client, 'user_username', user.username, id);
  await nameInDirectory(client, 'user_phone', user.phone, id);
  await nameInDirectory(client, 'user_email', user.email, id);
  await openAccounts(
    client,
    coinsOf(user.markets).flatMap((coin) => [mainAccount(id, coin), rewardAccount(id, coin)]),
  );
  return id;
}

export async function createStaff(client: SeedClient, { username, password, name, role }: DemoStaff, totpSecret: Buffer): Promise<void> {
  await client.query('insert into staff (username, name, role, password_hash, totp_secret) values ($1, $2, $3, $4, $5)', [
    username,
    name,
    role,
    await hashPassword(password),
    totpSecret,
  ]);
}

function coinsOf(markets: readonly DemoMarket[]): string[] {
  return markets.map((market) => DEMO_COINS[market]);
}

async function nameInDirectory(client: SeedClient, kind: string, identity: string, ownerId: number): Promise<void> {
  await client.query('insert into login_directory (kind, identity, owner_id) values ($1, $2, $3)', [kind, identity, ownerId]);
}
