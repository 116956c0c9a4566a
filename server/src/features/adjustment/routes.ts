import * as calls from '@purser/contract/features/adjustment';
import type { Platform } from '../../platform/platform.ts';
import { merchantRoute, payerRoute, type Route } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import { adjustments, adjustmentsFile } from './list.ts';
import { ReceivedAdjustments } from './received.ts';
import { Adjustments } from './service.ts';

export function adjustmentRoutes(platform: Platform, received = new ReceivedAdjustments(platform)): Route[] {
  const service = new Adjustments(platform);
  return [
    listRoute(platform, adjustments),
    exportRoute(platform, calls.adjustmentExport, adjustments, adjustmentsFile),
    merchantRoute(calls.adjustmentUser, (input, context) => service.user(input, context)),
    merchantRoute(calls.adjustmentAdd, (input, context) => service.add(input, context)),
    merchantRoute(calls.adjustmentDetail, (input, context) => service.detail(input, context)),
    merchantRoute(calls.adjustmentRelease, (input, context) => service.release(input, context)),
    merchantRoute(calls.adjustmentTakeBack, (input, context) => service.takeBack(input, context)),
    listRoute(platform, received.list),
    payerRoute(calls.walletAdjustmentDetail, ({ serial_number }, { userId }) => received.detail(serial_number, userId)),
    payerRoute(calls.walletAdjustmentAccept, (input, context) => received.accept(input, context)),
    payerRoute(calls.walletAdjustmentAppeal, (input, context) => received.appeal(input, context)),
  ];
}
