import * as calls from '@purser/contract/features/chain-deposit';
import { chainNetworkState } from '@purser/contract/features/chain-network';
import { arrivingDeposits } from '../../domain/arriving-deposits.ts';
import { chainStandings } from '../../domain/chain-standing.ts';
import { readAsStaff } from '../../platform/commands/staff-acts.ts';
import { merchantRoute, type Route, staffRoute } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { type DepositCredit, HeldDeposits } from './deciding.ts';
import { deposits, depositsFile } from './list.ts';

export function chainDepositRoutes(platform: Platform, by: DepositCredit): Route[] {
  const { db, settings } = platform;
  const held = new HeldDeposits(platform, by);
  return [
    merchantRoute(calls.chargeArriving, async (_input, { merchantId }) => {
      const list = await db.scoped(merchantId, (tx) => arrivingDeposits(tx, merchantId));
      if (list.some((deposit) => deposit.held === null)) settings.testChain?.wake();
      return { list };
    }),
    listRoute(platform, deposits),
    exportRoute(platform, calls.chainDepositExport, deposits, depositsFile),
    staffRoute(calls.chainDepositNetworks, () =>
      readAsStaff(platform, async (tx) => ({ list: await tx.selectFrom('network').select('network').orderBy('added_at').execute() })),
    ),
    staffRoute(chainNetworkState, async () => ({
      answered_at: platform.clock.now().toISOString(),
      list: await readAsStaff(platform, chainStandings),
    })),
    staffRoute(calls.chainDepositDetail, (input) => held.detail(input)),
    staffRoute(calls.chainDepositCredit, (input, context) => held.credit(input, context)),
    staffRoute(calls.chainDepositSetAside, (input, context) => held.setAside(input, context)),
  ];
}
