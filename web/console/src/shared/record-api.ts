import type { OutputOf } from '@purser/contract/call';
import { assetFlowQuery } from '@purser/contract/features/fund-flow';
import { webhookDeliveryQuery } from '@purser/contract/features/webhook';
import { callQuery, type Topic } from '@purser/console-kit/query';

export type Delivery = OutputOf<typeof webhookDeliveryQuery>['list'][number];

/** More than a record ever has: an event is delivered once, and again only when somebody asks for it. */
const ALL = { page: 1, page_size: 100, sort_order: 'asc' } as const;

/** What a record did to the merchant's balance. `topic` says that records of its kind have changed. */
export const entriesOf = (serialNumber: string, topic: Topic) =>
  callQuery(assetFlowQuery, { serial_number: serialNumber, ...ALL }, ['balances', topic]);

/** How the merchant's system was told of a record. */
export const deliveriesOf = (serialNumber: string, topic: Topic) =>
  callQuery(webhookDeliveryQuery, { serial_number: serialNumber, ...ALL }, ['webhooks', topic]);
