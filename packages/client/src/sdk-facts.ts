import { openBalanceQuery, openRateQuery, openUserQuery } from '@purser/contract/features/open-look-up';
import { openOrderClose, openOrderCreate, openOrderQuery } from '@purser/contract/features/open-order';
import { openWithdrawalCancel, openWithdrawalCreate, openWithdrawalQuery } from '@purser/contract/features/open-withdrawal';
import { openRefundCreate, openRefundQuery } from '@purser/contract/features/refund';
import { SUCCESS_CODES } from '@purser/contract/success-codes';

/**
 * What the SDK takes from the contract as values. The build evaluates this module and puts plain data in its place:
 * the published package carries no schemas and no texts.
 */
export const facts = {
  orders: { create: openOrderCreate.path, query: openOrderQuery.path, close: openOrderClose.path },
  withdrawals: { create: openWithdrawalCreate.path, query: openWithdrawalQuery.path, cancel: openWithdrawalCancel.path },
  refunds: { create: openRefundCreate.path, query: openRefundQuery.path },
  lookUps: { user: openUserQuery.path, balances: openBalanceQuery.path, rate: openRateQuery.path },
  successCodes: SUCCESS_CODES,
};
