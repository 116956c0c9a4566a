import type { MenuRoute } from '../../shared/menu-route.ts';
import { PATHS } from '../../shared/paths.ts';

export const rechargeRecordRoute: MenuRoute = { path: PATHS.rechargeRecord, page: () => import('./page.tsx') };
