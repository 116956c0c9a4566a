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

interface MenuListProps {
  /** Told when an entry was chosen: the drawer closes. */
  readonly onChosen?: () => void;
}

export function MenuList({ onChosen }: MenuListProps) {
  const t = useT();
  return (
    <nav aria-label={t('shell.menu')}>
      <ul className={styles['menu']}>
        {MENU.map((item) => (
          <li key={item.id}>
            {item.menu_type === 'group' ? <Group item={item} onChosen={onChosen} /> : <Entry item={item} onChosen={onChosen} />}
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface ItemProps extends MenuListProps {
  readonly item: MenuItem;
}

function Entry({ item, onChosen }: ItemProps) {
  const t = useT();
  return (
    <Link
      to={item.path}
      onClick={onChosen}
      className={styles['entry'] ?? ''}
      activeOptions={{ includeSearch: false }}
      activeProps={{ className: styles['current'] ?? '' }}
    >
      {ICONS[item.meta.icon]}
      {t(item.lang)}
    </Link>
  );
}

function Group({ item, onChosen }: ItemProps) {
  const t = useT();
  return (
    <>
      <p className={styles['group']} id={`menu-${item.id}`}>
        {t(item.lang)}
      </p>
      <ul className={styles['menu']} aria-labelledby={`menu-${item.id}`}>
        {item.children.map((child) => (
          <li key={child.id}>
            <Entry item={child} onChosen={onChosen} />
          </li>
        ))}
      </ul>
    </>
  );
}
