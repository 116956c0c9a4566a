import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './frame.module.css';
import { useT } from './i18n.tsx';

export interface MenuEntry {
  readonly path: string;
  /** What is shown of it: the filters of a list. */
  readonly search?: Readonly<Record<string, string>> | undefined;
  readonly name: string;
  readonly icon: ReactNode;
  /** Behind the name: how much waits there. */
  readonly badge?: ReactNode;
  /** Whether it leads to the page at a path that has no entry of its own. */
  readonly isAbove?: (pathname: string) => boolean;
}

export interface MenuGroup {
  /** Names the group in the page; unique in the menu. */
  readonly id: string;
  /** Undefined for entries that stand alone. */
  readonly name: string | undefined;
  readonly entries: readonly MenuEntry[];
}

interface MenuListProps {
  readonly groups: readonly MenuGroup[];
  /** Told when an entry was chosen: the drawer closes. */
  readonly onChosen?: () => void;
}

export function MenuList({ groups, onChosen }: MenuListProps) {
  const t = useT();
  return (
    <nav aria-label={t('shell.menu')}>
      {groups.map(({ id, name, entries }) => (
        <section key={id}>
          {name !== undefined && (
            <p className={styles.group} id={`menu-${id}`}>
              {name}
            </p>
          )}
          <ul className={styles.menu} aria-labelledby={name === undefined ? undefined : `menu-${id}`}>
            {entries.map((entry) => (
              <li key={entry.path}>
                <Entry entry={entry} onChosen={onChosen} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function Entry({ entry, onChosen }: Pick<MenuListProps, 'onChosen'> & { readonly entry: MenuEntry }) {
  const above = useLocation({ select: ({ pathname }) => entry.isAbove?.(pathname) ?? false });
  return (
    <Link
      to={entry.path}
      search={entry.search as never}
      onClick={onChosen}
      className={`${styles.entry} ${above ? styles.current : ''}`}
      aria-current={above ? 'true' : undefined}
      activeOptions={{ includeSearch: false }}
      activeProps={{ className: styles.current ?? '' }}
    >
      {entry.icon}
      {entry.name}
      {entry.badge}
    </Link>
  );
}
