import type { MenuRoute } from '../../shared/menu-route.ts';
import { PATHS } from '../../shared/paths.ts';

export const fundFlowRoute: MenuRoute = { path: PATHS.fundFlow, page: () => import('./page.tsx') };
