import { apiManagementRoute } from '../features/api-management/route.tsx';
import { assetsRoute } from '../features/assets/route.tsx';
import { dashboardRoute } from '../features/dashboard/route.tsx';
import { fundFlowRoute } from '../features/fund-flow/route.tsx';
import { rechargeRecordRoute } from '../features/recharge-record/route.tsx';
import { transferRoute } from '../features/transfer/route.tsx';
import type { MenuRoute } from '../shared/menu-route.ts';

/** The pages behind the menu. */
export const MENU_ROUTES: readonly MenuRoute[] = [
  dashboardRoute,
  rechargeRecordRoute,
  assetsRoute,
  transferRoute,
  fundFlowRoute,
  apiManagementRoute,
];
