import { usdtWithdrawalAdd } from '@purser/contract/features/usdt-withdrawal';
import { walletWithdrawalAdd } from '@purser/contract/features/wallet-withdrawal';
import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { type CallOptions, dataOf, type TestApp } from '../../../platform/testing/app.ts';
import { googleCode, makeMerchant, type TestMerchant } from '../../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../../platform/testing/staff.ts';
import { NETWORK, newAddress, openNetworks, RATE, walletWithdrawer, withdrawer } from './world.ts';

/** In what a write is asked twice: by whom, with what, and with what else. */
interface World {
  readonly merchant?: TestMerchant;
  readonly member?: TestStaff;
  readonly options: CallOptions;
  readonly input: object;
  readonly other?: object;
}

/** A fresh world for each write about withdrawals and their addresses, by its path. */
export const usdtWithdrawalWorlds = (app: () => TestApp): Record<string, () => Promise<World>> => ({
  '/v1/merchant/usdt_trade/extract/add': async () => {
    const merchant = await ready(app());
    const input = asked(merchant.address);
    return { merchant, options: { token: merchant.token }, input, other: { ...input, withdrawal_count: '201.00' } };
  },
  '/v1/merchant/usdt_trade/extract/cancel': async () => {
    const merchant = await ready(app());
    const [order_no, another] = [await pending(app(), merchant), await pending(app(), merchant)];
    return { options: { token: merchant.token }, input: { order_no }, other: { order_no: another } };
  },
  '/v1/merchant/charge_record/edit_address': async () => {
    const merchant = await ready(app());
    const to = () => ({ network: NETWORK, address: newAddress() });
    return { merchant, options: { token: merchant.token }, input: to(), other: to() };
  },
  '/v1/wallet/usdt_withdrawal/add': async () => {
    await openNetworks(app());
    const user = await walletWithdrawer(app());
    const input = { ...asked(user.address), payment_password: user.payment_password };
    return { options: { payerToken: user.token }, input, other: { ...input, withdrawal_count: '201.00' } };
  },
  '/v1/wallet/usdt_withdrawal/cancel': async () => {
    await openNetworks(app());
    const user = await walletWithdrawer(app());
    const options = { payerToken: user.token };
    const input = { ...asked(user.address), payment_password: user.payment_password };
    const { order_no } = dataOf(await app().call(walletWithdrawalAdd, input, options));
    return { options, input: { order_no }, other: { order_no: 'WC0' } };
  },
  '/v1/wallet/usdt_withdrawal/edit_address': async () => {
    await openNetworks(app());
    const user = await walletWithdrawer(app());
    const to = () => ({ network: NETWORK, address: newAddress(), payment_password: user.payment_password });
    return { options: { payerToken: user.token }, input: to(), other: to() };
  },
  '/v1/operator/payout/settle': () => asStaff(app(), 'approved', () => ({ txid: `0x${randomBytes(32).toString('hex')}` })),
  '/v1/operator/payout/fail': () => asStaff(app(), 'approved', () => ({ reason: randomBytes(4).toString('hex') })),
  '/v1/operator/payout/retry': () => asStaff(app(), 'failed'),
  '/v1/operator/payout/refund': () => asStaff(app(), 'failed', () => ({ reason: randomBytes(4).toString('hex') })),
  '/v1/operator/payout/end': async () => {
    const world = await asStaff(app(), 'approved', () => ({ became: 'not_paid', reason: randomBytes(4).toString('hex') }));
    for (const { merchant_id, order_no } of [world.input, world.other] as readonly { merchant_id: number; order_no: string }[])
      await app().sql(`insert into payout_signed_before (owner_id, serial_number, network, txid) values ($1, $2, $3, $4)`, [
        merchant_id,
        order_no,
        NETWORK,
        randomBytes(32),
      ]);
    return world;
  },
  '/v1/operator/chain_return/add': () => heldDeposit(app(), 'held'),
  '/v1/operator/chain_return/call_off': () => heldDeposit(app(), 'returning'),
  '/v1/operator/blocked_address/add': async () => {
    const blocked = () => ({ address: newAddress(), reason: 'stolen' });
    const member = await makeStaff(app(), 'finance');
    return { member, options: { staffToken: member.token }, input: blocked(), other: blocked() };
  },
  '/v1/operator/blocked_address/remove': async () => {
    const address = newAddress();
    await app().sql(`insert into blocked_address (address, reason, blocked_by, blocked_by_name) values ($1, 'x', 1, 'x')`, [address]);
    const member = await makeStaff(app(), 'finance');
    const input = { address, reason: 'a mistake' };
    return { member, options: { staffToken: member.token }, input, other: { ...input, reason: 'another' } };
  },
});

const asked = (address: string) => ({ coin_id: 'USDP', withdrawal_count: '200.00', network: NETWORK, address, rate: RATE });

async function ready(app: TestApp) {
  await openNetworks(app);
  return withdrawer(app);
}

async function pending(app: TestApp, merchant: TestMerchant & { readonly address: string }): Promise<string> {
  const input = { ...asked(merchant.address), google_code: await googleCode(app, merchant) };
  return dataOf(await app.call(usdtWithdrawalAdd, input, { token: merchant.token })).order_no;
}

/** Brings a withdrawal, which was made as any other, into a state that moves no money on the way. */
async function asStaff(app: TestApp, status: 'approved' | 'failed', said: () => object = () => ({})): Promise<World> {
  const merchant = await ready(app);
  const member = await makeStaff(app, 'finance');
  const [order_no, another] = [await pending(app, merchant), await pending(app, merchant)];
  await app.sql(`update review_order set status = $2 where serial_number = any ($1)`, [[order_no, another], status]);
  const which = (number: string) => ({ merchant_id: merchant.merchant_id, order_no: number, ...said() });
  return { member, options: { staffToken: member.token }, input: which(order_no), other: which(another) };
}

/** 60 USDT of a merchant's at an address of their own, where the signer pays: held, or to be sent back. */
async function heldDeposit(app: TestApp, state: 'held' | 'returning'): Promise<World> {
  await openNetworks(app);
  const network = 'ERC20';
  const [{ merchant_id }, member, address] = [await makeMerchant(app), await makeStaff(app, 'finance'), newAddress()];
  await app.sql(
    `insert into deposit_address (owner_id, network, address, derivation_index) values ($1, $2, $3, nextval('deposit_address_index'))`,
    [merchant_id, network, address],
  );
  await app.sql(`insert into chain_nonce (network, sender, next_nonce, is_on) values ($1, $2, 0, true) on conflict do nothing`, [
    network,
    Buffer.alloc(20, 7),
  ]);
  const [to, deposit_id] = [newAddress(), uuidv7()];
  const asked = state === 'returning' ? [to, 60_000_000, 0] : [null, null, null];
  await app.sql(
    `insert into chain_deposit (owner_id, network, txid, ordinal, state, reason, address, sender, raw_amount, amount, block_number, block_hash, deposit_id,
       settled_at, return_address, return_amount, return_fee)
     values ($1, $2, $3, 0, $4, 'below_minimum', $5, $6, 60000000, 60000000, 100, $3, $7, now(), $8, $9, $10)`,
    [merchant_id, network, randomBytes(32), state, address, newAddress(), deposit_id, ...asked],
  );
  const input = {
    owner_id: merchant_id,
    deposit_id,
    reason: 'They asked for it',
    ...(state === 'held' && { address: to, address_again: to }),
  };
  return { member, options: { staffToken: member.token }, input, other: { ...input, reason: 'A mistake' } };
}
