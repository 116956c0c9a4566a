import type { T } from './i18n.tsx';
import { PATHS } from './paths.ts';

/** A menu item as the specification lists its fields. */
export interface MenuItem {
  readonly id: number;
  readonly name: string;
  /** Empty for a group. */
  readonly path: string;
  readonly menu_type: 'group' | 'page';
  readonly meta: { readonly icon: MenuIcon };
  /** The catalogue's key of its name. */
  readonly lang: Parameters<T>[0] & `menu.${string}`;
  readonly children: readonly MenuItem[];
}

export type MenuIcon = 'dashboard' | 'orders' | 'assets' | 'transfer' | 'flow' | 'system' | 'api';

function page(id: number, name: string, path: string, icon: MenuIcon, lang: MenuItem['lang']): MenuItem {
  return { id, name, path, menu_type: 'page', meta: { icon }, lang, children: [] };
}

/** The built-in menu. */
export const MENU: readonly MenuItem[] = [
  page(1, 'dashboard', PATHS.dashboard, 'dashboard', 'menu.dashboard'),
  page(2, 'recharge-record', PATHS.orders, 'orders', 'menu.orders'),
  page(3, 'assets', PATHS.assets, 'assets', 'menu.assets'),
  page(4, 'transfer', PATHS.transfer, 'transfer', 'menu.transfer'),
  page(5, 'fund-flow', PATHS.fundFlow, 'flow', 'menu.fundFlow'),
  {
    id: 6,
    name: 'system',
    path: '',
    menu_type: 'group',
    meta: { icon: 'system' },
    lang: 'menu.system',
    children: [page(7, 'api-management', PATHS.apiManagement, 'api', 'menu.apiManagement')],
  },
];
