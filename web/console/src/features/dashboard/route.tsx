import type { MenuRoute } from '../../shared/menu-route.ts';
import { PATHS } from '../../shared/paths.ts';

export const dashboardRoute: MenuRoute = { path: PATHS.dashboard, page: () => import('./page.tsx') };
