import type { MenuGroup } from '@purser/console-kit/menu-list';
import type { Permission } from '@purser/contract/staff';
import type { T } from '../shared/i18n.ts';
import { permittedGroups } from './permitted-groups.ts';

/** What the role may use; the rest is not shown. */
export function menuOf(permissions: readonly Permission[], t: T): MenuGroup[] {
  return permittedGroups(permissions).map(({ id, title, pages }) => ({
    id,
    name: t(title),
    entries: pages.map(({ path, search, title, icon, badge: Badge, below = [] }) => ({
      path,
      search,
      name: t(title),
      icon,
      badge: Badge && <Badge />,
      isAbove: (pathname: string) => below.some((page) => fits(page.path, pathname)),
    })),
  }));
}

/** Whether an address is of a page's path; where the path says `$id`, the address has anything but a slash. */
function fits(path: string, address: string): boolean {
  const [known, given] = [path, address].map((text) => text.split('/'));
  return known?.length === given?.length && (known ?? []).every((part, index) => part.startsWith('$') || part === given?.[index]);
}
