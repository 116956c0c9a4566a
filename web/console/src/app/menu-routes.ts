import type { ComponentType } from 'react';
import { PATHS } from '../shared/paths.ts';

/** A page of the menu: its path and the chunk it lives in. */
interface MenuRoute {
  readonly path: string;
  readonly page: () => Promise<{ readonly default: ComponentType }>;
}

/** The pages behind the menu. */
export const MENU_ROUTES: readonly MenuRoute[] = [
  { path: PATHS.dashboard, page: () => import('../features/dashboard/page.tsx') },
  { path: PATHS.orders, page: () => import('../features/order/list-page.tsx') },
  { path: PATHS.order, page: () => import('../features/order/page.tsx') },
  { path: PATHS.assets, page: () => import('../features/assets/page.tsx') },
  { path: PATHS.transfer, page: () => import('../features/transfer/page.tsx') },
  { path: PATHS.transferReceipt, page: () => import('../features/transfer/receipt-page.tsx') },
  { path: PATHS.fundFlow, page: () => import('../features/fund-flow/page.tsx') },
  { path: PATHS.apiManagement, page: () => import('../features/api-management/page.tsx') },
];
