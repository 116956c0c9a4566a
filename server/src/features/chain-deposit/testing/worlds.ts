import { RECHARGE_WAYS } from '@purser/contract/features/account';
import { uuidv7 } from 'uuidv7';
import type { CallOptions, TestApp } from '../../../platform/testing/app.ts';
import { makeMerchant } from '../../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../../platform/testing/staff.ts';
import { DEPOSIT_ADDRESSES, newTxid, openRecharges } from '../../usdt-recharge/testing/recharge.ts';

/** In what a write is asked twice: by whom, with what, and with what else. */
interface World {
  readonly member: TestStaff;
  readonly options: CallOptions;
  readonly input: object;
  readonly other: object;
}

/** A fresh world for each write about deposits on chains, by its path. */
export const chainDepositWorlds = (app: () => TestApp): Record<string, () => Promise<World>> => ({
  '/v1/operator/chain_deposit/credit': () => held(app()),
  '/v1/operator/chain_deposit/set_aside': () => held(app()),
});

/** 60 USDT of a merchant's, below the minimum. */
async function held(app: TestApp): Promise<World> {
  await openRecharges(app);
  const { merchant_id } = await makeMerchant(app, {
    markets: ['CNY'],
    recharge_configuration: [RECHARGE_WAYS.manual, RECHARGE_WAYS.quick],
  });
  const deposit_id = uuidv7();
  await app.sql(
    `insert into chain_deposit (owner_id, network, txid, ordinal, state, reason, address, sender, raw_amount, amount, block_number, block_hash, deposit_id, settled_at)
     values ($1, 'TRC20', decode($2, 'hex'), 0, 'held', 'below_minimum', $3, $3, 60000000, 60000000, 100, decode($2, 'hex'), $4, now())`,
    [merchant_id, newTxid(), DEPOSIT_ADDRESSES.TRC20, deposit_id],
  );
  const member = await makeStaff(app, 'finance');
  const input = { owner_id: merchant_id, deposit_id, reason: 'They asked for it' };
  return { member, options: { staffToken: member.token }, input, other: { ...input, reason: 'A mistake' } };
}
