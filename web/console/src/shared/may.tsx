import { type MemberPermission, memberMay } from '@purser/contract/member';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ownAccount } from './account.ts';
import { permissionOf } from './menu.ts';

/** Whether it is known by now who is logged in, or that it cannot be known. */
export function useKnownRole(): boolean {
  return !useQuery(ownAccount).isPending;
}

/** Whether the role of whoever is logged in allows something. A merchant without a team may do everything, and until it is known nothing is hidden. */
export function useMay(): (permission: MemberPermission | undefined) => boolean {
  const { data } = useQuery(ownAccount);
  const role = data?.own?.member?.role ?? 'owner';
  return (permission) => permission === undefined || memberMay(role, permission);
}

/** The same once the role is known: for what is asked for, or opened, without anybody pressing anything. */
export function useKnownMay(): (permission: MemberPermission | undefined) => boolean {
  const may = useMay();
  const isKnown = useKnownRole();
  return (permission) => permission === undefined || (isKnown && may(permission));
}

interface MayProps {
  readonly permission: MemberPermission;
  readonly children: ReactNode;
  /** What stands in its place for the others. */
  readonly otherwise?: ReactNode;
}

/** What only some roles are offered; the server refuses the others whatever is shown. */
export function May({ permission, children, otherwise = null }: MayProps) {
  return useMay()(permission) ? children : otherwise;
}

/** A form that the page's address may open, for those whose role allows it: it waits until the role is known. */
export function MayForm({ permission, children }: Pick<MayProps, 'permission' | 'children'>) {
  return useKnownMay()(permission) ? children : null;
}

interface MayOpenProps {
  /** The path of a page. */
  readonly to: string;
  /** What leads there. */
  readonly children: ReactNode;
  /** What stands in its place for those whose role may not open the page. */
  readonly otherwise?: ReactNode;
}

/** What leads to a page, for those whose role may open it. */
export function MayOpen({ to, children, otherwise = null }: MayOpenProps) {
  return useMay()(permissionOf(to)) ? children : otherwise;
}
