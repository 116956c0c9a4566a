import { chargeArriving } from '@purser/contract/features/chain-deposit';
import { arrivingDeposits } from '../../domain/arriving-deposits.ts';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';

export function chainDepositRoutes({ db }: Platform): Route[] {
  return [
    merchantRoute(chargeArriving, (_input, { merchantId }) =>
      db.scoped(merchantId, async (tx) => ({ list: await arrivingDeposits(tx, merchantId) })),
    ),
  ];
}
