import type { Permission } from '@purser/contract/staff';
import type { OperatorPageGroup } from '../shared/page.ts';
import { PAGES } from './pages.tsx';

/** The groups with the pages that these permissions open, without empty ones. */
export function permittedGroups(permissions: readonly Permission[]): OperatorPageGroup[] {
  return PAGES.map((group) => ({ ...group, pages: group.pages.filter(({ permission }) => permissions.includes(permission)) })).filter(
    ({ pages }) => pages.length > 0,
  );
}
