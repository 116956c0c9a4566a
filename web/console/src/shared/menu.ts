import type { MemberPermission } from '@purser/contract/member';
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

/** Pages that are reached through an entry's page, and belong to it. */
const WITHIN: Readonly<Record<string, string>> = {
  [PATHS.order]: PATHS.orders,
  [PATHS.refunds]: PATHS.orders,
  [PATHS.transferReceipt]: PATHS.transfer,
  [PATHS.statements]: PATHS.fundFlow,
  [PATHS.liabilities]: PATHS.assets,
  [PATHS.receive]: PATHS.assets,
  [PATHS.poster]: PATHS.assets,
  [PATHS.verification]: PATHS.accountSecurity,
  [PATHS.ownAudit]: PATHS.accountSecurity,
  [PATHS.team]: PATHS.accountSecurity,
  [PATHS.cutIn]: PATHS.apiManagement,
};

/** The path of the entry to which a page belongs that has none of its own. */
export function entryAbove(pathname: string): string | undefined {
  const found = Object.entries(WITHIN).find(([path]) => pathname.startsWith(path.replace(/\$.*$/, '')));
  return found?.[1];
}

/** What a page wants of a member of a team, where not every role may see it. */
const WANTED: Readonly<Record<string, MemberPermission>> = {
  [PATHS.whiteList]: 'access.read',
  [PATHS.ownAudit]: 'access.read',
  [PATHS.team]: 'team.read',
  [PATHS.verification]: 'account.read',
  [PATHS.apiManagement]: 'integration.read',
  [PATHS.cutIn]: 'integration.read',
};

export function permissionOf(pathname: string): MemberPermission | undefined {
  return WANTED[pathname];
}

export type MenuIcon =
  | 'dashboard'
  | 'bank'
  | 'fiat'
  | 'orders'
  | 'adjustments'
  | 'withdrawals'
  | 'assets'
  | 'transfer'
  | 'flow'
  | 'usdtOut'
  | 'submissions'
  | 'quick'
  | 'recharge'
  | 'system'
  | 'logins'
  | 'whiteList'
  | 'account'
  | 'api'
  | 'quota';

function page(id: number, name: string, path: string, icon: MenuIcon, lang: MenuItem['lang']): MenuItem {
  return { id, name, path, menu_type: 'page', meta: { icon }, lang, children: [] };
}

function group(id: number, name: string, icon: MenuIcon, lang: MenuItem['lang'], children: readonly MenuItem[]): MenuItem {
  return { id, name, path: '', menu_type: 'group', meta: { icon }, lang, children };
}

/** The built-in menu, in the specification's order; what it does not name stands beside what it belongs to. */
export const MENU: readonly MenuItem[] = [
  page(1, 'dashboard', PATHS.dashboard, 'dashboard', 'menu.dashboard'),
  page(8, 'payment-method', PATHS.paymentMethod, 'bank', 'menu.paymentMethod'),
  page(4, 'transfer', PATHS.transfer, 'transfer', 'menu.transfer'),
  page(2, 'recharge-record', PATHS.orders, 'orders', 'menu.orders'),
  page(30, 'adjustment', PATHS.adjustments, 'adjustments', 'menu.adjustments'),
  page(20, 'user-withdrawal', PATHS.userWithdrawals, 'withdrawals', 'menu.userWithdrawals'),
  page(3, 'assets', PATHS.assets, 'assets', 'menu.assets'),
  page(5, 'fund-flow', PATHS.fundFlow, 'flow', 'menu.fundFlow'),
  group(23, 'usdt-recharge', 'recharge', 'menu.usdtRecharge', [
    page(24, 'quick-recharge', PATHS.quickRecharge, 'quick', 'menu.quickRecharge'),
    page(25, 'manual-recharge', PATHS.usdtRecharge, 'recharge', 'menu.manualRecharge'),
  ]),
  page(71, 'usdt-withdrawal', PATHS.usdtWithdrawals, 'usdtOut', 'menu.usdtWithdrawals'),
  page(26, 'fiat-withdrawal', PATHS.fiatWithdrawal, 'fiat', 'menu.fiatWithdrawal'),
  page(21, 'submission', PATHS.submissions, 'submissions', 'menu.submissions'),
  group(6, 'system', 'system', 'menu.system', [
    page(31, 'login-record', PATHS.loginRecords, 'logins', 'menu.loginRecords'),
    page(32, 'white-list', PATHS.whiteList, 'whiteList', 'menu.whiteList'),
    page(33, 'account-security', PATHS.accountSecurity, 'account', 'menu.accountSecurity'),
    page(7, 'api-management', PATHS.apiManagement, 'api', 'menu.apiManagement'),
    page(22, 'withdrawal-quota', PATHS.withdrawalQuota, 'quota', 'menu.withdrawalQuota'),
  ]),
];
