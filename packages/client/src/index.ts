/** Purser's SDK for merchants' systems: see README.md. */
export { Purser } from './sdk.ts';
export type { PurserOptions } from './sdk.ts';
export { PurserError } from './sdk-error.ts';
export type { LocalFailure, PurserErrorName } from './sdk-error.ts';
export type { CallOptions, Fetch } from './sdk-request.ts';
export type {
  Balances,
  CreateOrder,
  CreateRefund,
  CreateWithdrawal,
  Order,
  PurserOutcome,
  Rate,
  Refund,
  User,
  WebhookBody,
  WhichBalances,
  WhichOrder,
  WhichRate,
  WhichRefund,
  WhichUser,
  WhichWithdrawal,
  Withdrawal,
} from './sdk-types.ts';
export { verifyWebhook, WebhookError } from './webhook.ts';
export type { VerifyOptions, WebhookEvent, WebhookHeaders } from './webhook.ts';
