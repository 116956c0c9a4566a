import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { FIRST_MEMBER } from '@purser/contract/member';
import { MOST_SHOWN_WITH_PARTY, type partyMerchantDetail, type partyUserDetail } from '@purser/contract/features/party-detail';
import { balancesOf } from '@purser/ledger/accounts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { referralOf } from './referral.ts';

type Merchant = OutputOf<typeof partyMerchantDetail>;
type User = OutputOf<typeof partyUserDetail>;

/** One merchant as of one moment, beyond its row of the list. */
export function merchantDetail(platform: Platform, { merchant_id }: ParsedInputOf<typeof partyMerchantDetail>): Promise<Merchant> {
  return readAsStaff(platform, async (tx) => {
    const merchant = await tx
      .selectFrom('party_merchant')
      .select(['recharge_configuration', 'google_bound'])
      .where('merchant_id', '=', BigInt(merchant_id))
      .executeTakeFirst();
    if (!merchant) throw refuse('not_found');
    return {
      merchant_id,
      recharge_configuration: merchant.recharge_configuration ?? [],
      google_bound: merchant.google_bound === true,
      balances: await moneyOf(tx, merchant_id),
      orders: await ordersOf(tx, merchant_id),
      records: await recordsOf(tx, merchant_id),
      members: await membersOf(tx, merchant_id),
      access_keys: await accessKeysOf(tx, merchant_id),
      white_list: await whiteListOf(tx, merchant_id),
      sessions: await sessionsOf(tx, merchant_id),
    };
  });
}

/** One wallet user as of one moment, beyond their row of the list. */
export function userDetail(platform: Platform, { user_id }: ParsedInputOf<typeof partyUserDetail>): Promise<User> {
  return readAsStaff(platform, async (tx) => {
    const user = await tx.selectFrom('wallet_user').select('user_id').where('user_id', '=', BigInt(user_id)).executeTakeFirst();
    if (!user) throw refuse('not_found');
    return {
      user_id,
      balances: await moneyAndRewardsOf(tx, user_id),
      records: await recordsOf(tx, user_id),
      sessions: await sessionsOf(tx, user_id),
      referral: await referralOf(tx, user_id),
    };
  });
}

/** What an owner holds, a line per coin. */
async function moneyOf(tx: Tx, ownerId: number): Promise<Merchant['balances']> {
  const accounts = (await balancesOf(tx, ownerId)).filter(({ purpose }) => purpose === 'main');
  await tx.coins.know(
    accounts.map(({ coin }) => coin),
    tx,
  );
  return accounts.map(({ coin, available_minor, frozen_minor, pending_minor }) => ({
    coin_name: coin,
    available_asset: tx.coins.format(available_minor, coin),
    freeze_asset: tx.coins.format(frozen_minor, coin),
    pending_asset: tx.coins.format(pending_minor, coin),
  }));
}

async function moneyAndRewardsOf(tx: Tx, userId: number): Promise<User['balances']> {
  const rewards = (await balancesOf(tx, userId)).filter(({ purpose }) => purpose === 'reward');
  const held = new Map(rewards.map(({ coin, available_minor }) => [coin, available_minor]));
  const balances = await moneyOf(tx, userId);
  return balances.map((balance) => ({ ...balance, reward_asset: tx.coins.format(held.get(balance.coin_name) ?? 0n, balance.coin_name) }));
}

async function ordersOf(tx: Tx, merchantId: number): Promise<Merchant['orders']> {
  const rows = await tx
    .selectFrom('payment_order')
    .select(['serial_number', 'order_id', 'coin', 'amount', 'status', 'create_time'])
    .where('merchant_id', '=', BigInt(merchantId))
    .orderBy('create_time', 'desc')
    .orderBy('serial_number', 'desc')
    .limit(MOST_SHOWN_WITH_PARTY)
    .execute();
  await tx.coins.know(
    rows.map(({ coin }) => coin),
    tx,
  );
  return rows.map(({ coin, amount, status, create_time, ...row }) => ({
    ...row,
    coin_name: coin,
    amount: tx.coins.format(amount, coin),
    order_status: status,
    create_time: create_time.toISOString(),
  }));
}

interface EntryRow {
  readonly serial_number: string;
  readonly type: User['records'][number]['transaction_type'];
  readonly purpose: string;
  readonly coin: string;
  readonly change: bigint;
  readonly posted_at: Date;
}

/** The owner's latest ledger entries: the latest of each account, which are few, merged. */
async function recordsOf(tx: Tx, ownerId: number): Promise<User['records']> {
  const { rows } = await tx.query<EntryRow>(
    `select latest.* from ledger.account
     cross join lateral (
       select serial_number, type, e.purpose, e.coin, posted_at,
         available_after - available_before + frozen_after - frozen_before + pending_after - pending_before as change
       from ledger.entry e
       where e.owner_id = account.owner_id and e.coin = account.coin and e.purpose = account.purpose
         and e.version > account.version - ${MOST_SHOWN_WITH_PARTY}
     ) as latest
     where account.owner_id = $1 order by posted_at desc, coin, purpose limit ${MOST_SHOWN_WITH_PARTY}`,
    [ownerId],
  );
  await tx.coins.know(
    rows.map(({ coin }) => coin),
    tx,
  );
  return rows.map(({ serial_number, type, purpose, coin, change, posted_at }) => ({
    serial_number,
    transaction_type: type,
    purpose: purpose === 'reward' ? 'reward' : 'main',
    coin_name: coin,
    transaction_number: tx.coins.format(change, coin),
    time: posted_at.toISOString(),
  }));
}

/** Where there is a team: what its first member logs in with stands with the merchant. */
async function membersOf(tx: Tx, merchantId: number): Promise<Merchant['members']> {
  const { rows } = await tx.query<Omit<Merchant['members'][number], 'login_time'> & { readonly login_time: Date | null }>(
    `select m.member_id, m.username, m.name, m.role, m.status, case when own then p.set_up_at else m.set_up_at end is not null as is_set_up,
       case when own then p.login_at else m.login_at end as login_time, case when own then p.login_ip else m.login_ip end as login_ip
     from merchant_member as m join party_merchant as p using (merchant_id) cross join lateral (select m.member_id = ${FIRST_MEMBER} as own) as login
     where m.merchant_id = $1 and m.removed_at is null order by m.member_id`,
    [merchantId],
  );
  return rows.map(({ login_time, ...row }) => ({ ...row, login_time: login_time?.toISOString() ?? null }));
}

async function accessKeysOf(tx: Tx, merchantId: number): Promise<Merchant['access_keys']> {
  const rows = await tx
    .selectFrom('access_key')
    .select(['access_key', 'ip_permission', 'created_at', 'last_used_at'])
    .where('merchant_id', '=', BigInt(merchantId))
    .orderBy('created_at')
    .execute();
  return rows.map(({ access_key, ip_permission, created_at, last_used_at }) => ({
    access_key,
    ip_permission,
    create_time: created_at.toISOString(),
    last_used_time: last_used_at?.toISOString() ?? null,
  }));
}

async function whiteListOf(tx: Tx, merchantId: number): Promise<Merchant['white_list']> {
  const { rows } = await tx.query<{ ip: string; created_at: Date }>(
    'select ip, created_at from login_ip_white where merchant_id = $1 order by login_ip_white.ip',
    [merchantId],
  );
  return rows.map(({ ip, created_at }) => ({ ip, create_time: created_at.toISOString() }));
}

/** Sessions that are not over, the one that was seen last first. */
async function sessionsOf(tx: Tx, ownerId: number): Promise<User['sessions']> {
  const { rows } = await tx.query<{
    session_id: string;
    ip: string;
    user_agent: string;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
  }>(
    `select session_id, ip, user_agent, created_at, last_seen_at, expires_at from session
     where owner_id = $1 and expires_at > now() order by last_seen_at desc, session_id`,
    [ownerId],
  );
  return rows.map(({ session_id, ip, user_agent, created_at, last_seen_at, expires_at }) => ({
    session_id,
    ip,
    user_agent,
    create_time: created_at.toISOString(),
    last_seen_time: last_seen_at.toISOString(),
    expire_time: expires_at.toISOString(),
  }));
}
