import { parseAmount } from '@purser/contract/money';
import { newSerialNumber } from '@purser/contract/serial';
import { openAccounts } from '@purser/ledger/accounts';
import { providerAccounts, stripeOf } from '@purser/ledger/account';
import { planAdjustment, planIssuance } from '@purser/ledger/posting';
import { postBatch } from '@purser/ledger/store';
import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { hashPassword } from '../security/passwords.ts';
import { newTotpSecret, totpOf } from '../security/totp.ts';
import type { TestApp } from './app.ts';

/** Parties put straight into the database, as they stand after registration; what a test is about goes through calls. */

interface MerchantWishes {
  readonly name?: string;
  readonly username?: string;
  readonly password?: string;
  readonly markets?: readonly string[];
  readonly authentication_status?: 'not_authenticated' | 'pending' | 'approved' | 'rejected';
  readonly status?: 'normal' | 'suspended';
  /** An authenticator is bound unless this is false. */
  readonly authenticator?: boolean;
  readonly recharge_configuration?: readonly number[];
}

export interface TestMerchant {
  readonly merchant_id: number;
  readonly name: string;
  readonly username: string;
  readonly password: string;
  readonly totpSecret: string;
  /** A session at the console. */
  readonly token: string;
}

const DEFAULT_PASSWORD = 'correct-horse-1';
let passwordHash: Promise<string> | undefined;

export async function makeMerchant(app: TestApp, wishes: MerchantWishes = {}): Promise<TestMerchant> {
  const mark = randomBytes(4).toString('hex');
  const { name = `Shop ${mark}`, username = `shop-${mark}`, password = DEFAULT_PASSWORD, markets = ['USD'] } = wishes;
  const totpSecret = newTotpSecret();
  const { merchant_id } = await app.platform.db.systemQueries
    .insertInto('merchant')
    .values({
      name,
      username,
      password_hash: await hashOf(password),
      totp_secret: wishes.authenticator === false ? null : app.platform.secrets.seal('totp', totpSecret),
      markets: [...markets],
      authentication_status: wishes.authentication_status ?? 'approved',
      status: wishes.status ?? 'normal',
      recharge_configuration: [...(wishes.recharge_configuration ?? [])],
    })
    .returning('merchant_id')
    .executeTakeFirstOrThrow();
  const merchantId = Number(merchant_id);
  await nameInDirectory(app, 'merchant_username', username, merchantId);
  await openPartyAccounts(app, merchantId, markets, ['main']);
  return { merchant_id: merchantId, name, username, password, totpSecret, token: await signIn(app, 'merchant', merchantId) };
}

interface UserWishes {
  readonly nick?: string;
  readonly username?: string;
  /** In E.164 form. */
  readonly phone?: string;
  readonly email?: string;
  readonly password?: string;
  /** Set unless this is null. */
  readonly payment_password?: string | null;
  readonly markets?: readonly string[];
  readonly status?: 'normal' | 'suspended';
  readonly kind?: 'ordinary' | 'advanced' | 'agent';
}

export interface TestUser {
  readonly user_id: number;
  readonly nick: string;
  readonly username: string;
  readonly password: string;
  readonly payment_password: string;
  /** A wallet session: `payerToken` of a call's options. */
  readonly token: string;
}

export async function makeUser(app: TestApp, wishes: UserWishes = {}): Promise<TestUser> {
  const mark = randomBytes(4).toString('hex');
  const { nick = `Payer ${mark}`, username = `payer-${mark}`, password = DEFAULT_PASSWORD, markets = ['USD'] } = wishes;
  const { payment_password = '271828' } = wishes;
  const { user_id } = await app.platform.db.systemQueries
    .insertInto('wallet_user')
    .values({
      nick,
      username,
      phone: wishes.phone ?? null,
      email: wishes.email ?? null,
      password_hash: await hashOf(password),
      payment_password_hash: payment_password === null ? null : await hashPassword(payment_password),
      markets: [...markets],
      status: wishes.status ?? 'normal',
      kind: wishes.kind ?? 'ordinary',
    })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  const userId = Number(user_id);
  await nameInDirectory(app, 'user_username', username, userId);
  if (wishes.phone !== undefined) await nameInDirectory(app, 'user_phone', wishes.phone, userId);
  if (wishes.email !== undefined) await nameInDirectory(app, 'user_email', wishes.email.toLowerCase(), userId);
  await openPartyAccounts(app, userId, markets, ['main', 'reward']);
  return { user_id: userId, nick, username, password, payment_password: payment_password ?? '', token: await signIn(app, 'user', userId) };
}

/** Opens another session and returns its token. */
export async function signIn(app: TestApp, party: 'merchant' | 'user', ownerId: number): Promise<string> {
  return (await app.platform.sessions.open(party, ownerId, { ip: '127.0.0.1', userAgent: 'test' })).token;
}

/** A code that the merchant's authenticator shows now and that counts as unused, however often the test asks for one. */
export async function googleCode(app: TestApp, merchant: TestMerchant): Promise<string> {
  await app.sql('update merchant set totp_last_step = 0 where merchant_id = $1', [merchant.merchant_id]);
  return totpOf(merchant.totpSecret).generate();
}

/** Issues coins to an owner, by a posting like any other; the amount is a decimal text ("250.00"). */
export async function fund(app: TestApp, ownerId: number, coin: string, amount: string, purpose = 'main'): Promise<void> {
  const amount_minor = parseAmount(amount, app.platform.db.coins.decimalsOf(coin));
  if (typeof amount_minor !== 'bigint') throw new Error(`${amount} ${coin}: ${amount_minor}`);
  const to = { owner_id: ownerId, coin, purpose };
  await app.platform.db.systemTransaction(async (client) => {
    await openAccounts(client, [...providerAccounts(coin), to]);
    const identity = { owner_id: ownerId, posting_id: uuidv7(), serial_number: newSerialNumber('issuance') };
    const [result] = await postBatch(client, app.platform.ledgerKey, [planIssuance({ ...identity, to, amount_minor })]);
    if (result?.outcome !== 'posted') throw new Error(`funding ${ownerId} was ${result?.outcome}`);
  });
}

/** Takes all that lies in the fee account that a party's fees are in, and gives it to the party. */
export async function takeFees(app: TestApp, ownerId: number, coin: string): Promise<void> {
  const [fees] = await app.sql<{ available: string }>(
    `select available from ledger.account where owner_id = $1 and coin = $2 and purpose = 'fees'`,
    [stripeOf(ownerId), coin],
  );
  const identity = { owner_id: ownerId, posting_id: uuidv7(), serial_number: newSerialNumber('adjustment') };
  const amount_minor = BigInt(fees?.available ?? 0);
  const taken = planAdjustment({ ...identity, party: ownerId, coin, amount_minor, direction: 'increase', against: 'fees', note: {} });
  const [result] = await app.platform.db.systemTransaction((tx) => postBatch(tx, app.platform.ledgerKey, [taken]));
  if (result?.outcome !== 'posted') throw new Error(`taking the fees of ${ownerId} was ${result?.outcome}`);
}

async function openPartyAccounts(app: TestApp, ownerId: number, markets: readonly string[], purposes: readonly string[]): Promise<void> {
  const coins = markets.map((market) => {
    const token = app.platform.db.coins.ofMarket(market);
    if (!token) throw new Error(`there is no market ${market}`);
    return token.code;
  });
  await openAccounts(app.platform.db.system, [
    ...coins.flatMap(providerAccounts),
    ...coins.flatMap((coin) => purposes.map((purpose) => ({ owner_id: ownerId, coin, purpose }))),
  ]);
}

async function nameInDirectory(
  app: TestApp,
  kind: 'merchant_username' | 'user_username' | 'user_phone' | 'user_email',
  identity: string,
  owner: number,
): Promise<void> {
  await app.sql('insert into login_directory (kind, identity, owner_id) values ($1, $2, $3)', [kind, identity, owner]);
}

/** Hashing is slow on purpose; the parties that do not care about their password share one hash. */
async function hashOf(password: string): Promise<string> {
  if (password !== DEFAULT_PASSWORD) return hashPassword(password);
  passwordHash ??= hashPassword(DEFAULT_PASSWORD);
  return passwordHash;
}
