import {
  liabilityStatementQuery,
  merchantLiabilityProof,
  staffLiabilityExport,
  staffLiabilityMake,
  walletLiabilityProof,
} from '@purser/contract/features/liabilities';
import { merchantRoute, payerRoute, publicRoute, type Route, staffRoute } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { statements, statementsFile } from './list.ts';
import { askForStatement } from './make.ts';
import { proofsOf } from './proof.ts';
import { KEPT_STATEMENTS, newestStatements, toWire } from './statement.ts';

export function liabilityRoutes(platform: Platform): Route[] {
  return [
    publicRoute(liabilityStatementQuery, async () => ({
      list: (await newestStatements(platform.db.system, KEPT_STATEMENTS)).map(toWire),
    })),
    merchantRoute(merchantLiabilityProof, ({ statement_id }, { merchantId }) => proofsOf(platform, merchantId, statement_id)),
    payerRoute(walletLiabilityProof, ({ statement_id }, { userId }) => proofsOf(platform, userId, statement_id)),
    listRoute(platform, statements),
    exportRoute(platform, staffLiabilityExport, statements, statementsFile),
    staffRoute(staffLiabilityMake, (input, context) => askForStatement(platform, input, context)),
  ];
}
