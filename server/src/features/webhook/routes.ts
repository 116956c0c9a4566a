import {
  webhookDeliveryExport,
  webhookPing,
  webhookRedeliver,
  webhookRotateSecret,
  webhookSettings,
  webhookUpdate,
} from '@purser/contract/features/webhook';
import type { Platform } from '../../platform/platform.ts';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import { deliveryLog, deliveryLogFile } from './delivery-log.ts';
import { Webhooks } from './service.ts';

export function webhookRoutes(platform: Platform): Route[] {
  const webhooks = new Webhooks(platform);
  return [
    merchantRoute(webhookSettings, (_input, context) => webhooks.settings(context)),
    merchantRoute(webhookUpdate, (input, context) => webhooks.update(input, context)),
    merchantRoute(webhookRotateSecret, (input, context) => webhooks.rotateSecret(input, context)),
    merchantRoute(webhookPing, (_input, context) => webhooks.ping(context)),
    listRoute(platform, deliveryLog),
    exportRoute(platform, webhookDeliveryExport, deliveryLog, deliveryLogFile),
    merchantRoute(webhookRedeliver, (input, context) => webhooks.redeliver(input.delivery_id, context)),
  ];
}
