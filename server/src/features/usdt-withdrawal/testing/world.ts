import { formatAmount } from '@purser/contract/money';
import { randomBytes } from 'node:crypto';
import { chainAddress } from '../../../domain/chain-address.ts';
import type { TestApp } from '../../../platform/testing/app.ts';
import { fund, makeMerchant, makeUser, type TestMerchant, type TestUser } from '../../../platform/testing/parties.ts';

/** What one USDT is in USDP, in the tests. */
export const RATE = '1.25';
export const NETWORK = 'BEP20';

/** Switches the networks on and sets the rates, as staff would. */
export async function openNetworks(app: TestApp): Promise<void> {
  await app.sql(`update network set is_on = true`);
  await app.sql(`update coin_network set is_on = true, network_fee = 1000000`);
  await app.sql(
    `insert into coin_rate (coin, sequence, price_type, rate, set_by)
     select 'USDP', coalesce(max(sequence), 0) + 1, 'fixed', $1, 'test' from coin_rate where coin = 'USDP'
     having (array_agg(rate order by sequence desc))[1] is distinct from $1::numeric`,
    [RATE],
  );
}

/** A new address on the chains of Ethereum's kind, in its one spelling. */
export function newAddress(): string {
  const address = chainAddress('evm', `0x${randomBytes(20).toString('hex')}`);
  if (address === undefined) throw new Error('a random address is none');
  return address;
}

/** Puts an address into an owner's book that has rested. */
export async function giveAddress(app: TestApp, ownerId: number, network = NETWORK, address = newAddress()): Promise<string> {
  await app.sql(
    `insert into payout_address (owner_id, network, sequence, address, created_at, usable_at)
     select $1, $2, (select coalesce(max(sequence), 0) + 1 from payout_address where owner_id = $1 and network = $2), $3, now() - interval '25 hours',
       now() - interval '1 hour'`,
    [ownerId, network, address],
  );
  return address;
}

/** A merchant who can withdraw: money in USDP, and an address. */
export async function withdrawer(app: TestApp, amount = '10000.00'): Promise<TestMerchant & { readonly address: string }> {
  const merchant = await makeMerchant(app);
  await fund(app, merchant.merchant_id, 'USDP', amount);
  return { ...merchant, address: await giveAddress(app, merchant.merchant_id) };
}

/** The same of a wallet user. */
export async function walletWithdrawer(app: TestApp, amount = '10000.00'): Promise<TestUser & { readonly address: string }> {
  const user = await makeUser(app);
  await fund(app, user.user_id, 'USDP', amount);
  return { ...user, address: await giveAddress(app, user.user_id) };
}

/** An account's buckets as text: "9900.00 / 100.00". */
export async function buckets(app: TestApp, ownerId: number, coin = 'USDP', purpose = 'main'): Promise<string> {
  const [account] = await app.sql<{ available: string; frozen: string }>(
    'select available, frozen from ledger.account where owner_id = $1 and coin = $2 and purpose = $3',
    [ownerId, coin, purpose],
  );
  const text = (minor = '0') => formatAmount(BigInt(minor), app.platform.db.coins.decimalsOf(coin));
  return `${text(account?.available)} / ${text(account?.frozen)}`;
}
