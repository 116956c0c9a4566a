import type { MenuRoute } from '../../shared/menu-route.ts';
import { PATHS } from '../../shared/paths.ts';

export const assetsRoute: MenuRoute = { path: PATHS.assets, page: () => import('./page.tsx') };
