import { statementDetail, statementExport, statementMonths } from '@purser/contract/features/statement';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { listMonths, sendStatement, statementOf } from './service.ts';

export function statementRoutes(platform: Platform): Route[] {
  return [
    merchantRoute(statementMonths, (input, { merchantId }) => listMonths(platform, merchantId, input)),
    merchantRoute(statementDetail, (input, { merchantId }) => statementOf(platform, merchantId, input)),
    merchantRoute(statementExport, (input, context) => sendStatement(platform, input, context)),
  ];
}
