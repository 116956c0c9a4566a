import type { InputOf, OutputOf } from '@purser/contract/call';
import type { OutcomeName } from '@purser/contract/errors';
import type { openOrderClose, openOrderCreate, openOrderQuery } from '@purser/contract/features/open-order';
import type { WebhookBody } from '@purser/contract/features/webhook';

/**
 * The SDK's types, derived from the contract. The published package has the same types written out
 * (build/types.ts), so that a merchant needs neither the contract nor zod.
 */
export type CreateOrder = InputOf<typeof openOrderCreate>;
export type WhichOrder = InputOf<typeof openOrderQuery> & InputOf<typeof openOrderClose>;
export type { WebhookBody };
export type Order = OutputOf<typeof openOrderCreate>;
export type PurserOutcome = OutcomeName;
