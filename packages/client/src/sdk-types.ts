import type { InputOf, OutputOf } from '@purser/contract/call';
import type { OutcomeName } from '@purser/contract/errors';
import type { openBalanceQuery, openRateQuery, openUserQuery } from '@purser/contract/features/open-look-up';
import type { openOrderClose, openOrderCreate, openOrderQuery } from '@purser/contract/features/open-order';
import type { openWithdrawalCancel, openWithdrawalCreate, openWithdrawalQuery } from '@purser/contract/features/open-withdrawal';
import type { openRefundCreate, openRefundQuery } from '@purser/contract/features/refund';
import type { WebhookBody } from '@purser/contract/features/webhook';

/**
 * The SDK's types, derived from the contract. The published package has the same types written out
 * (build/types.ts), so that a merchant needs neither the contract nor zod.
 */
export type CreateOrder = InputOf<typeof openOrderCreate>;
export type WhichOrder = InputOf<typeof openOrderQuery> & InputOf<typeof openOrderClose>;
export type { WebhookBody };
export type Order = OutputOf<typeof openOrderCreate>;
export type CreateWithdrawal = InputOf<typeof openWithdrawalCreate>;
export type WhichWithdrawal = InputOf<typeof openWithdrawalQuery> & InputOf<typeof openWithdrawalCancel>;
export type Withdrawal = OutputOf<typeof openWithdrawalCreate>;
export type CreateRefund = InputOf<typeof openRefundCreate>;
export type WhichRefund = InputOf<typeof openRefundQuery>;
export type Refund = OutputOf<typeof openRefundCreate>;
export type WhichUser = InputOf<typeof openUserQuery>;
export type User = OutputOf<typeof openUserQuery>;
export type WhichBalances = InputOf<typeof openBalanceQuery>;
export type Balances = OutputOf<typeof openBalanceQuery>;
export type WhichRate = InputOf<typeof openRateQuery>;
export type Rate = OutputOf<typeof openRateQuery>;
export type PurserOutcome = OutcomeName;
