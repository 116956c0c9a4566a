import type { MenuRoute } from '../../shared/menu-route.ts';
import { PATHS } from '../../shared/paths.ts';

export const transferRoute: MenuRoute = { path: PATHS.transfer, page: () => import('./page.tsx') };
