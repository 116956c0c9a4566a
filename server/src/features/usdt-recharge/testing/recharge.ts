import { randomBytes } from 'node:crypto';
import type { InputOf } from '@purser/contract/call';
import { approvalApprove, approvalList } from '@purser/contract/features/approval';
import { depositAddressSet, type usdtRechargeAdd } from '@purser/contract/features/usdt-recharge';
import { custodyPurpose, PROVIDER_OWNER_ID, providerAccounts } from '@purser/ledger/account';
import { openAccounts } from '@purser/ledger/accounts';
import { dataOf, type TestApp } from '../../../platform/testing/app.ts';
import type { TestStaff } from '../../../platform/testing/staff.ts';

/** Where everybody sends to on the networks that the tests open. */
export const DEPOSIT_ADDRESSES = {
  TRC20: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
  ERC20: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
} as const;

/** Switches two networks on, with the provider's address, accounts and rates: 7.10 CNYT for one USDT, and 0.99 USDP. */
export async function openRecharges(app: TestApp): Promise<void> {
  for (const [network, address] of Object.entries(DEPOSIT_ADDRESSES)) {
    await app.sql('update network set is_on = true where network = $1', [network]);
    await app.sql(`update coin_network set is_on = true, deposit_address = $2 where network = $1 and coin = 'USDT'`, [network, address]);
  }
  await openAccounts(app.platform.db.system, [
    ...['USDT', 'USDP', 'CNYT'].flatMap(providerAccounts),
    { owner_id: PROVIDER_OWNER_ID, coin: 'USDT', purpose: custodyPurpose('TRC20'), unbounded: true },
  ]);
  await app.sql(
    `insert into coin_rate (coin, sequence, price_type, rate, set_by, set_at)
     values ('CNYT', 1, 'fixed', 7.1, '1', now() - interval '1 day'), ('USDP', 1, 'fixed', 0.99, '1', now() - interval '1 day')
     on conflict do nothing`,
  );
}

/** A TXID that nobody has told. */
export function newTxid(): string {
  return randomBytes(32).toString('hex');
}

/** 1,000 USDT for CNYT over TRON, told as it should be; `wishes` change it. */
export function told(wishes: Partial<InputOf<typeof usdtRechargeAdd>> = {}): InputOf<typeof usdtRechargeAdd> {
  return {
    coin: 'CNYT',
    network: 'TRC20',
    address: DEPOSIT_ADDRESSES.TRC20,
    trade_count: '1000',
    rate: '7.1',
    // 0.20 % of 7,100.00.
    fee: '14.20',
    apply_txid: newTxid(),
    ...wishes,
  };
}

/**
 * Leaves the transaction as one over Ethereum that was entered and credited by hand for the owner's own address: without its posting, so books are not to be proven after it.
 * @param amount what was entered, in minor units of USDT
 */
export async function enterCredited(app: TestApp, ownerId: number | bigint, txid: string, amount = 100n): Promise<void> {
  await app.sql(
    `insert into review_order
       (owner_id, serial_number, kind, status, review_mode, coin, amount, fee, settlement, fee_bp, other_coin, other_amount, network, address, txid, way, audit_time)
     select owner_id, 'UCBYHAND', 'usdt_recharge', 'approved', 'manual', 'CNYT', 100, 1, 99, 20, 'USDT', $3, network, address, $2, 'quick', now()
     from deposit_address where owner_id = $1 and network = 'ERC20'`,
    [ownerId, txid, amount],
  );
  await app.sql(`insert into recharge_txid (network, txid, owner_id, serial_number) values ('ERC20', $2, $1, 'UCBYHAND')`, [ownerId, txid]);
}

/** Gives a merchant an address of its own, as two members of staff do. */
export async function giveOwnAddress(
  [one, other]: readonly [TestStaff, TestStaff],
  asked: { readonly merchant_id: number; readonly network: string; readonly address: string },
): Promise<void> {
  const { approval_id } = dataOf(await one.call(depositAddressSet, { ...asked, reason: 'Contract', google_code: await one.code() }));
  const { list } = dataOf(await other.call(approvalList, { state: 'pending', owner_id: asked.merchant_id }));
  const content_hash = list.find((entered) => entered.approval_id === approval_id)?.content_hash ?? '';
  dataOf(await other.call(approvalApprove, { approval_id, content_hash, google_code: await other.code() }));
}
