import { randomBytes } from 'node:crypto';
import { openAccounts } from '@purser/ledger/accounts';
import { mainAccount, providerAccount, providerAccounts, rewardAccount } from '@purser/ledger/account';
import { planIssuance, planRewardGrant, type Posting, type PostingIdentity } from '@purser/ledger/posting';
import { postBatch } from '@purser/ledger/store';
import type pg from 'pg';
import { uuidv7 } from 'uuidv7';
import type { Platform } from '../platform.ts';
import { newTotpSecret } from '../security/totp.ts';
import { giveEndpoint } from './webhook-endpoint.ts';

export interface LoadMerchant {
  readonly merchantId: number;
  readonly accessKey: string;
  readonly secret: string;
  readonly totpSecret: string;
  readonly token: string;
}

export interface LoadUser {
  readonly userId: number;
  readonly token: string;
}

interface Webhook {
  readonly address: string;
  readonly secret: string;
}

/** What every payer and merchant begins with unless said otherwise, in minor units; enough for any number of rounds. */
const FUNDS = 100_000_000_00n;
const COIN = 'USDP';

export async function makeParties(
  platform: Platform,
  owner: pg.Pool,
  wishes: { merchants: number; users: number; webhook: Webhook | undefined; funds_minor?: bigint },
): Promise<{ merchants: LoadMerchant[]; users: LoadUser[] }> {
  const { merchants, users, webhook, funds_minor = FUNDS } = wishes;
  await openAccounts(owner, providerAccounts(COIN));
  const made: LoadMerchant[] = [];
  for (let index = 0; index < merchants; index += 1) made.push(await makeMerchant(platform, owner, index, webhook));
  const payers: LoadUser[] = [];
  for (let index = 0; index < users; index += 1) payers.push(await makeUser(platform, owner, index));
  await fund(platform, owner, made, payers, funds_minor);
  return { merchants: made, users: payers };
}

async function makeMerchant(platform: Platform, owner: pg.Pool, index: number, webhook: Webhook | undefined): Promise<LoadMerchant> {
  const totpSecret = newTotpSecret();
  const { rows } = await owner.query<{ merchant_id: string }>(
    `insert into merchant (name, username, password_hash, totp_secret, authentication_status, markets)
     values ($1, $1, '-', $2, 'approved', '{USD}') returning merchant_id`,
    [`merchant-${index}`, platform.secrets.seal('totp', totpSecret)],
  );
  const merchantId = Number(rows[0]?.merchant_id);
  const sql = async (text: string, values: readonly unknown[]) => (await owner.query<object>(text, [...values])).rows;
  if (webhook) await giveEndpoint({ sql, platform }, merchantId, webhook);
  const accessKey = `pk_${merchantId.toString(36)}_${randomBytes(12).toString('hex')}`;
  const secret = randomBytes(24).toString('base64url');
  await owner.query('insert into access_key (merchant_id, access_key, secret) values ($1, $2, $3)', [
    merchantId,
    accessKey,
    platform.secrets.seal('access-key', secret),
  ]);
  await openAccounts(owner, [mainAccount(merchantId, COIN)]);
  const { token } = await platform.sessions.open('merchant', merchantId, { ip: '127.0.0.1', userAgent: 'load' });
  return { merchantId, accessKey, secret, totpSecret, token };
}

async function makeUser(platform: Platform, owner: pg.Pool, index: number): Promise<LoadUser> {
  const { rows } = await owner.query<{ user_id: string }>(
    `insert into wallet_user (nick, username, password_hash, markets) values ($1, $1, '-', '{USD}') returning user_id`,
    [`payer-${index}`],
  );
  const userId = Number(rows[0]?.user_id);
  await openAccounts(owner, [mainAccount(userId, COIN), rewardAccount(userId, COIN)]);
  const { token } = await platform.sessions.open('user', userId, { ip: '127.0.0.1', userAgent: 'load' });
  return { userId, token };
}

async function fund(
  platform: Platform,
  owner: pg.Pool,
  merchants: readonly LoadMerchant[],
  users: readonly LoadUser[],
  funds_minor: bigint,
): Promise<void> {
  const mains = [...merchants.map(({ merchantId }) => merchantId), ...users.map(({ userId }) => userId)];
  await post(platform, owner, [
    planIssuance({ ...identity(1), to: providerAccount(COIN, 'reward_pool'), amount_minor: FUNDS }),
    ...mains.map((id) => planIssuance({ ...identity(id), to: mainAccount(id, COIN), amount_minor: funds_minor })),
    ...users.map(({ userId }) => planRewardGrant({ ...identity(userId), user: userId, coin: COIN, amount_minor: 50_000n })),
  ]);
}

/** Gives a payer more money. */
export async function refill(platform: Platform, owner: pg.Pool, { userId }: LoadUser, amount_minor: bigint): Promise<void> {
  await post(platform, owner, [planIssuance({ ...identity(userId), to: mainAccount(userId, COIN), amount_minor })]);
}

function identity(owner_id: number): PostingIdentity {
  return { owner_id, posting_id: uuidv7(), serial_number: `SEED${owner_id}` };
}

async function post(platform: Platform, owner: pg.Pool, postings: readonly Posting[]): Promise<void> {
  const client = await owner.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const results = await postBatch(client, platform.ledgerKey, postings);
    const refused = results.find(({ outcome }) => outcome !== 'posted');
    if (refused) throw new Error(`funding was ${refused.outcome}`);
    await client.query('commit');
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(broken);
  }
}
