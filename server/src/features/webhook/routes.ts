import {
  webhookDeliveryExport,
  webhookDeliveryQuery,
  webhookEndpointAdd,
  webhookEndpointDelete,
  webhookEndpointPing,
  webhookEndpointPreview,
  webhookEndpointQuery,
  webhookEndpointRotateSecret,
  webhookEndpointUpdate,
  webhookRedeliver,
  webhookSettings,
  webhookUpdate,
} from '@purser/contract/features/webhook';
import type { Platform } from '../../platform/platform.ts';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import { exportRoute } from '../../platform/lists/list-routes.ts';
import { deliveries, deliveryLog, deliveryLogFile } from './delivery-log.ts';
import { Endpoints } from './endpoints.ts';
import { redeliver, settings, updateSettings } from './service.ts';
import { Tester } from './tester.ts';

export function webhookRoutes(platform: Platform): Route[] {
  const endpoints = new Endpoints(platform);
  const tester = new Tester(platform);
  return [
    merchantRoute(webhookSettings, (_input, context) => settings(platform, context)),
    merchantRoute(webhookUpdate, (input, context) => updateSettings(platform, input, context)),
    merchantRoute(webhookEndpointQuery, (_input, context) => endpoints.query(context)),
    merchantRoute(webhookEndpointAdd, (input, context) => endpoints.add(input, context)),
    merchantRoute(webhookEndpointUpdate, (input, context) => endpoints.update(input, context)),
    merchantRoute(webhookEndpointDelete, (input, context) => endpoints.delete(input, context)),
    merchantRoute(webhookEndpointRotateSecret, (input, context) => endpoints.rotateSecret(input, context)),
    merchantRoute(webhookEndpointPreview, (input, context) => tester.preview(input.endpoint_id, context)),
    merchantRoute(webhookEndpointPing, (input, context) => tester.ping(input.endpoint_id, context)),
    merchantRoute(webhookDeliveryQuery, (input, context) => deliveries(platform, input, context)),
    exportRoute(platform, webhookDeliveryExport, deliveryLog, deliveryLogFile),
    merchantRoute(webhookRedeliver, (input, context) => redeliver(platform, input.delivery_id, context)),
  ];
}
