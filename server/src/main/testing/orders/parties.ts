import { createHash } from 'node:crypto';
import { custodyPurpose, mainAccount, PROVIDER_OWNER_ID, providerAccounts } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import { payments } from '../../../features/checkout/pay.ts';
import { makeOrder } from '../../../features/checkout/testing/order.ts';
import { makeMethod } from '../../../features/payment-method/testing/method.ts';
import { DEPOSIT_ADDRESSES } from '../../../features/usdt-recharge/testing/recharge.ts';
import { giveAddress } from '../../../features/usdt-withdrawal/testing/world.ts';
import { UNKEYED } from '../../../platform/commands/idempotency.ts';
import { runMoneyBatch } from '../../../platform/commands/money-batch.ts';
import type { TestApp } from '../../../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestUser } from '../../../platform/testing/parties.ts';
import { FEES, NETWORK } from './rules.ts';

/** What the first merchant of a corner may pay out in a day without a decision, in minor units of USDP. */
const QUOTA = { single: 2_000n, day: 20_000n };
/** What one owner may withdraw of a coin in a day, in minor units of USDT. */
export const DAY_MAXIMUM = 120_000_000n;

/** Somebody whom orders are of or for. */
export interface Party {
  readonly id: number;
  readonly isUser: boolean;
  readonly address: string;
  readonly method: string;
}

/** A payment order that was paid, partly with reward funds; in minor units. */
export interface PaidOrder {
  readonly merchant: number;
  readonly payer: number;
  readonly serial: string;
  readonly amount: bigint;
  readonly fromReward: bigint;
}

/** Sets coins, networks, rates and fees as the rules have them. */
export async function openMarkets(app: TestApp): Promise<void> {
  await app.sql('update network set is_on = true');
  await app.sql('update coin_network set is_on = true, network_fee = 1000000, deposit_address = $1', [DEPOSIT_ADDRESSES.ERC20]);
  await app.sql(`insert into coin_rate (coin, sequence, price_type, rate, set_by) values ('USDP', 1, 'fixed', 1.25, 'test')`);
  await app.sql(
    `update coin set user_withdrawal_fee_bp = $1, adjustment_fee_bp = $2, usdt_recharge_fee_bp = $3, usdt_withdrawal_fee_bp = $4,
       fiat_withdrawal_fee_bp = $5, usdt_recharge_minimum = 1000000, usdt_withdrawal_minimum = 1000000, usdt_withdrawal_maximum = $6,
       usdt_withdrawal_day_maximum = $6, fiat_withdrawal_minimum = case code when 'USDT' then 1000000 else 100 end
     where code in ('USDP', 'USDT')`,
    [FEES.user_withdrawal, FEES.adjustment, FEES.usdt_recharge, FEES.usdt_withdrawal, FEES.fiat_withdrawal, DAY_MAXIMUM],
  );
  await openAccounts(app.platform.db.system, [
    ...['USDT', 'USDP'].flatMap(providerAccounts),
    { owner_id: PROVIDER_OWNER_ID, coin: 'USDT', purpose: custodyPurpose(NETWORK), unbounded: true },
  ]);
}

/** Two merchants and two users with money, of whom the first merchant has a quota, and of each merchant an order that a user has paid. */
export async function makeCorner(app: TestApp): Promise<{ merchants: Party[]; users: Party[]; paid: PaidOrder[] }> {
  const accounts = [await makeMerchant(app), await makeMerchant(app)];
  const payers = [await makeUser(app, { payment_password: null }), await makeUser(app, { payment_password: null })];
  const merchants = await Promise.all(accounts.map(({ merchant_id }) => partyOf(app, merchant_id, false)));
  const users = await Promise.all(payers.map(({ user_id }) => partyOf(app, user_id, true)));
  await app.sql(`insert into withdrawal_limit (merchant_id, coin, is_on, single_limit, day_limit) values ($1, 'USDP', true, $2, $3)`, [
    merchants[0]?.id,
    QUOTA.single,
    QUOTA.day,
  ]);
  const paid = await Promise.all(merchants.map(({ id }, place) => pay(app, id, payers[place] as TestUser)));
  for (const { id } of merchants) await fund(app, id, 'USDT', '400.00');
  for (const { id } of [...merchants, ...users]) await fund(app, id, 'USDP', '500.00');
  return { merchants, users, paid };
}

async function partyOf(app: TestApp, id: number, isUser: boolean): Promise<Party> {
  const method = await makeMethod(app, id, { party: isUser ? 'user' : 'merchant', number: String(1_000_000_000 + id) });
  return { id, isUser, address: await giveAddress(app, id, NETWORK), method };
}

/** An order of 40.00 USDP, 15.00 of it paid from reward funds. */
async function pay(app: TestApp, merchant: number, { user_id: payer, token: session }: TestUser): Promise<PaidOrder> {
  const { db, ledgerKey } = app.platform;
  await openAccounts(db.system, [mainAccount(merchant, 'USDT')]);
  await fund(app, payer, 'USDP', '15.00', 'reward');
  await fund(app, payer, 'USDP', '25.00');
  const order = await makeOrder(app, merchant, { amount: '40.00' });
  const command = {
    merchantId: merchant,
    token: order.token,
    userId: payer,
    tokenHash: createHash('sha256').update(session).digest(),
    useReward: true,
    grantedUntil: app.platform.clock.inS(60),
    ...UNKEYED,
    deadline: app.platform.clock.inS(60),
  };
  const batch = payments('http://localhost:8080', db.coins);
  const [made] = await db.systemTransaction((tx) => runMoneyBatch(tx, ledgerKey, batch, [command]));
  if (made?.ok !== true) throw new Error('an order was not paid');
  return { merchant, payer, serial: order.serial_number, amount: 4_000n, fromReward: 1_500n };
}
