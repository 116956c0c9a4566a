import { Link } from '@tanstack/react-router';
import type { Permission } from '@purser/contract/staff';
import { type PlainKey, useT } from './i18n.ts';
import styles from './page-link.module.css';
import { useAllowed } from './session.ts';

/** A page of the menu as it is named from another one. */
export interface NamedPage {
  readonly path: string;
  readonly title: PlainKey & `menu.${string}`;
  readonly permission: Permission;
}

export const CHAINS: NamedPage = { path: '/chains', title: 'menu.chains', permission: 'system.read' };
export const PAYOUTS: NamedPage = { path: '/payouts', title: 'menu.payouts', permission: 'review.read' };
export const SWEEPS: NamedPage = { path: '/sweeps', title: 'menu.sweeps', permission: 'review.read' };

/** Leads to it, for those whose role may open it. */
export function PageLink({ page: { path, title, permission } }: { readonly page: NamedPage }) {
  const t = useT();
  if (!useAllowed()(permission)) return null;
  return (
    <Link className={styles.link ?? ''} to={path}>
      {t(title)}
    </Link>
  );
}
