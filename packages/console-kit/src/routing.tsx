import { ToastRegion } from '@purser/ui/toast-region';
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { BootSkeleton } from './boot-skeleton.tsx';
import { PageCrashed } from './page-crashed.tsx';
import { parseSearch, stringifySearch } from './search-text.ts';

/** The route that is around every page of a console. */
export const ROOT_ROUTE = {
  component: () => (
    <>
      <Suspense fallback={<BootSkeleton />}>
        <Outlet />
      </Suspense>
      <ToastRegion />
    </>
  ),
  errorComponent: PageCrashed,
} as const;

/** How a console finds its pages. */
export const ROUTING = {
  caseSensitive: true,
  defaultPreload: 'intent',
  parseSearch,
  stringifySearch,
  defaultPendingMs: 300,
  scrollRestoration: true,
} as const;
