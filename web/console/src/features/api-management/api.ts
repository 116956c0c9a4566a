import type { OutputOf } from '@purser/contract/call';
import { accessKeyDetail } from '@purser/contract/features/access-key';
import { type webhookDeliveryQuery, webhookPing, webhookRedeliver, webhookSettings } from '@purser/contract/features/webhook';
import { client } from '../../shared/client.ts';
import { callQuery, refresh } from '../../shared/query.ts';

export type AccessKey = OutputOf<typeof accessKeyDetail>['list'][number];
export type Integration = OutputOf<typeof webhookSettings>;
export type Delivery = OutputOf<typeof webhookDeliveryQuery>['list'][number];
export type PingResult = OutputOf<typeof webhookPing>;

export const accessKeys = callQuery(accessKeyDetail, {}, ['access_key']);
export const integration = callQuery(webhookSettings, {}, ['webhooks']);

export async function ping(): Promise<PingResult> {
  const result = await client.request(webhookPing, {});
  refresh(['webhooks']);
  return result;
}

export async function redeliver(deliveryId: string): Promise<void> {
  await client.request(webhookRedeliver, { delivery_id: deliveryId });
  refresh(['webhooks']);
}
