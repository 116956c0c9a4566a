import { type CallOptions, dataOf, type TestApp } from '../../../platform/testing/app.ts';
import { makeStaff, type TestStaff } from '../../../platform/testing/staff.ts';
import { bankFileAdd, bankFilePay } from '@purser/contract/features/bank-file';
import { approveWithdrawals, makeWithdrawal, withdrawer } from '../../fiat-withdrawal/testing/withdrawal.ts';
import { PAYOUT_ACCOUNT, setPayoutAccount } from './payout-account.ts';

/** What a write of staff's is asked in: by whom, with what, and with what else. */
interface World {
  readonly member: TestStaff;
  readonly options: CallOptions;
  readonly input: object;
  readonly other?: object;
}

const EXECUTION = { market: 'USD', execution_date: '2999-01-01' };

/** A member of finance, and an approved withdrawal that waits for a file. */
async function waiting(app: TestApp) {
  const member = await makeStaff(app, 'finance');
  await setPayoutAccount(app, member.staffId);
  const of = await withdrawer(app);
  const order_no = await makeWithdrawal(app, of);
  await approveWithdrawals(app, of.merchant.merchant_id, [order_no]);
  return { member, order_no, owner_id: of.merchant.merchant_id, options: { staffToken: member.token } };
}

/** The same with the withdrawal in a file. */
async function filed(app: TestApp) {
  const { member, ...rest } = await waiting(app);
  const { file_no } = dataOf(await member.call(bankFileAdd, { ...EXECUTION, google_code: await member.code() }));
  return { member, file_no, ...rest };
}

/** A fresh world for each write about bank files, by its path. */
export const bankFileWorlds = (app: () => TestApp): Record<string, () => Promise<World>> => ({
  '/v1/operator/bank_file/payout_account/set': async () => {
    const member = await makeStaff(app(), 'finance');
    const input = { market: 'CNY', ...PAYOUT_ACCOUNT };
    return { member, options: { staffToken: member.token }, input, other: { ...input, holder_name: 'Other Ltd' } };
  },
  '/v1/operator/bank_file/add': async () => {
    const { member, options } = await waiting(app());
    return { member, options, input: EXECUTION, other: { ...EXECUTION, execution_date: '2999-01-02' } };
  },
  '/v1/operator/bank_file/pay': async () => {
    const { member, options, file_no } = await filed(app());
    return { member, options, input: { file_no }, other: { file_no: 'BF0' } };
  },
  '/v1/operator/bank_file/order/return': async () => {
    const { member, options, file_no, order_no } = await filed(app());
    dataOf(await member.call(bankFilePay, { file_no, google_code: await member.code() }));
    const input = { file_no, order_no, outcome: 'returned', reason: 'closed' };
    return { member, options, input, other: { ...input, reason: 'other' } };
  },
  '/v1/operator/bank_file/call_off': async () => {
    const { member, options, order_no, owner_id } = await waiting(app());
    const input = { owner_id, order_no, reason: 'The account was stolen' };
    return { member, options, input, other: { ...input, reason: 'other' } };
  },
});
