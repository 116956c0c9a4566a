import type { MenuRoute } from '../../shared/menu-route.ts';
import { PATHS } from '../../shared/paths.ts';

export const apiManagementRoute: MenuRoute = { path: PATHS.apiManagement, page: () => import('./page.tsx') };
