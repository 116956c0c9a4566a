import { chargeArriving } from '@purser/contract/features/chain-deposit';
import { arrivingDeposits } from '../../domain/arriving-deposits.ts';
import { merchantRoute, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';

export function chainDepositRoutes({ db, settings: { testChain } }: Platform): Route[] {
  return [
    merchantRoute(chargeArriving, async (_input, { merchantId }) => {
      const list = await db.scoped(merchantId, (tx) => arrivingDeposits(tx, merchantId));
      if (list.some(({ held }) => held === null)) testChain?.wake();
      return { list };
    }),
  ];
}
