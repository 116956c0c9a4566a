import { keysOf } from '@purser/console-kit/act-key';
import { client } from '@purser/console-kit/client';
import { callQuery, refresh } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import {
  type webhookDeliveryQuery,
  webhookEndpointPing,
  webhookEndpointPreview,
  webhookEndpointQuery,
  webhookRedeliver,
  webhookSettings,
} from '@purser/contract/features/webhook';

export type Integration = OutputOf<typeof webhookSettings>;
export type Endpoint = OutputOf<typeof webhookEndpointQuery>['list'][number];
export type Delivery = OutputOf<typeof webhookDeliveryQuery>['list'][number];
export type SignedRequest = OutputOf<typeof webhookEndpointPreview>;
export type PingResult = OutputOf<typeof webhookEndpointPing>;

export const integration = callQuery(webhookSettings, {}, ['webhooks']);
export const endpoints = callQuery(webhookEndpointQuery, {}, ['webhooks']);

export function preview(endpoint_id: number): Promise<SignedRequest> {
  return client.request(webhookEndpointPreview, { endpoint_id });
}

export async function ping(endpoint_id: number): Promise<PingResult> {
  const result = await keysOf(webhookEndpointPing).attempt(String(endpoint_id), (idempotencyKey) =>
    client.request(webhookEndpointPing, { endpoint_id }, { idempotencyKey }),
  );
  refresh(['webhooks']);
  return result;
}

export async function redeliver(delivery_id: string): Promise<void> {
  await keysOf(webhookRedeliver).attempt(delivery_id, (idempotencyKey) =>
    client.request(webhookRedeliver, { delivery_id }, { idempotencyKey }),
  );
  refresh(['webhooks']);
}
