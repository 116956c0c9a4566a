import { ToastRegion } from '@purser/ui/toast-region';
import { Outlet } from '@tanstack/react-router';
import { PageCrashed } from './page-crashed.tsx';
import { parseSearch, stringifySearch } from './search-text.ts';

/** The route that is around every page of a console. */
export const ROOT_ROUTE = {
  component: () => (
    <>
      <Outlet />
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
