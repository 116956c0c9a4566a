import { chargeRecordQuery } from '@purser/contract/features/recharge-record';
import type { Platform } from '../../platform/platform.ts';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import { queryRecords } from './service.ts';

export function rechargeRecordRoutes({ db }: Platform): Route[] {
  return [merchantRoute(chargeRecordQuery, (input, { merchantId }) => queryRecords(db, merchantId, input))];
}
