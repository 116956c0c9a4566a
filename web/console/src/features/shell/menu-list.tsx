import {
  ApiOutlined,
  DashboardOutlined,
  ProfileOutlined,
  SettingOutlined,
  SwapOutlined,
  UnorderedListOutlined,
  WalletOutlined,
} from '@ant-design/icons';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MENU, type MenuIcon, type MenuItem } from '../../shared/menu.ts';
import { useT } from '../../shared/i18n.tsx';
import styles from './shell.module.css';

const ICONS: Record<MenuIcon, ReactNode> = {
  dashboard: <DashboardOutlined aria-hidden />,
  orders: <ProfileOutlined aria-hidden />,
  assets: <WalletOutlined aria-hidden />,
  transfer: <SwapOutlined aria-hidden />,
  flow: <UnorderedListOutlined aria-hidden />,
  system: <SettingOutlined aria-hidden />,
  api: <ApiOutlined aria-hidden />,
};

export function MenuList() {
  const t = useT();
  return (
    <nav aria-label={t('shell.menu')}>
      <ul className={styles['menu']}>
        {MENU.map((item) => (
          <li key={item.id}>{item.menu_type === 'group' ? <Group item={item} /> : <Entry item={item} />}</li>
        ))}
      </ul>
    </nav>
  );
}

function Entry({ item }: { readonly item: MenuItem }) {
  const t = useT();
  return (
    <Link
      to={item.path}
      className={styles['entry'] ?? ''}
      activeOptions={{ includeSearch: false }}
      activeProps={{ className: styles['current'] ?? '' }}
    >
      {ICONS[item.meta.icon]}
      {t(item.lang)}
    </Link>
  );
}

function Group({ item }: { readonly item: MenuItem }) {
  const t = useT();
  return (
    <>
      <p className={styles['group']} id={`menu-${item.id}`}>
        {t(item.lang)}
      </p>
      <ul className={styles['menu']} aria-labelledby={`menu-${item.id}`}>
        {item.children.map((child) => (
          <li key={child.id}>
            <Entry item={child} />
          </li>
        ))}
      </ul>
    </>
  );
}
