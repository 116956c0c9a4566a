import { lazyPart } from '@purser/ui/lazy-part';
import {
  ApiOutlined,
  BankOutlined,
  MoneyCollectOutlined,
  ImportOutlined,
  ThunderboltOutlined,
  AuditOutlined,
  CloudUploadOutlined,
  DashboardOutlined,
  DiffOutlined,
  FileProtectOutlined,
  HistoryOutlined,
  ExportOutlined,
  ProfileOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  SwapOutlined,
  UnorderedListOutlined,
  UserOutlined,
  WalletOutlined,
} from '@ant-design/icons';
import type { MemberPermission } from '@purser/contract/member';
import type { MenuEntry, MenuGroup } from '@purser/console-kit/menu-list';
import { type ReactNode, Suspense } from 'react';
import type { T } from '../../shared/i18n.tsx';
import { entryAbove, MENU, type MenuIcon, type MenuItem, permissionOf } from '../../shared/menu.ts';
import { PATHS } from '../../shared/paths.ts';

const ICONS: Record<MenuIcon, ReactNode> = {
  bank: <BankOutlined aria-hidden />,
  fiat: <MoneyCollectOutlined aria-hidden />,
  dashboard: <DashboardOutlined aria-hidden />,
  orders: <ProfileOutlined aria-hidden />,
  adjustments: <DiffOutlined aria-hidden />,
  withdrawals: <ExportOutlined aria-hidden />,
  assets: <WalletOutlined aria-hidden />,
  transfer: <SwapOutlined aria-hidden />,
  flow: <UnorderedListOutlined aria-hidden />,
  usdtOut: <CloudUploadOutlined aria-hidden />,
  submissions: <AuditOutlined aria-hidden />,
  quick: <ThunderboltOutlined aria-hidden />,
  recharge: <ImportOutlined aria-hidden />,
  system: <SettingOutlined aria-hidden />,
  logins: <HistoryOutlined aria-hidden />,
  whiteList: <FileProtectOutlined aria-hidden />,
  account: <UserOutlined aria-hidden />,
  api: <ApiOutlined aria-hidden />,
  quota: <SafetyCertificateOutlined aria-hidden />,
};

/** They come after the page: what waits is no part of any. */
const WaitingWithdrawals = lazyPart(
  () => import('./waiting-withdrawals.tsx'),
  () => null,
);

/** What stands behind an entry's name. */
const BADGES: Readonly<Record<string, ReactNode>> = {
  [PATHS.userWithdrawals]: (
    <Suspense>
      <WaitingWithdrawals />
    </Suspense>
  ),
};

interface Shown {
  readonly quickRecharge: boolean;
  readonly may: (permission: MemberPermission | undefined) => boolean;
}

/**
 * The built-in menu in its order: pages that stand alone are together between groups. Quick recharges are for those alone who may recharge so, and
 * some pages not for every role of a team.
 */
export function menuGroups(t: T, { quickRecharge, may }: Shown): MenuGroup[] {
  return runsOf(MENU).map(([first, ...others]) => {
    const isGroup = first.menu_type === 'group';
    const items = isGroup ? first.children : [first, ...others];
    const entries = items
      .filter(({ path }) => (quickRecharge || path !== PATHS.quickRecharge) && may(permissionOf(path)))
      .map((item) => entryOf(item, t));
    return { id: first.name, name: isGroup ? t(first.lang) : undefined, entries };
  });
}

type Run = [MenuItem, ...MenuItem[]];

/** A group by itself, pages with those beside them. */
function runsOf(menu: readonly MenuItem[]): Run[] {
  return menu.reduce<Run[]>((runs, item) => {
    const last = runs.at(-1);
    if (item.menu_type === 'page' && last?.[0].menu_type === 'page') last.push(item);
    else runs.push([item]);
    return runs;
  }, []);
}

function entryOf({ path, lang, meta }: MenuItem, t: T): MenuEntry {
  return { path, name: t(lang), icon: ICONS[meta.icon], badge: BADGES[path], isAbove: (pathname) => entryAbove(pathname) === path };
}
