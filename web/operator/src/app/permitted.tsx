import type { Permission } from '@purser/contract/staff';
import type { ReactNode } from 'react';
import { useAllowed } from '../shared/session.ts';
import { NotAllowed } from './not-found-pages.tsx';

/** A page, or why there is none: the address is known, and the role may not use it. */
export function Permitted({ permission, children }: { readonly permission: Permission; readonly children: ReactNode }) {
  const isAllowed = useAllowed();
  return isAllowed(permission) ? children : <NotAllowed />;
}
