import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect, type AnyRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { FIXED_PATHS, PATHS } from '../shared/paths.ts';
import { BootSkeleton } from '../shared/boot-skeleton.tsx';
import { readStored, store } from '../shared/storage.ts';
import { MENU } from '../shared/menu.ts';
import { MENU_ROUTES } from './menu-routes.ts';
import { ToastRegion } from '@purser/ui/toast-region';
import { PageCrashed } from './page-crashed.tsx';

/** Whether the menu's routes are part of the router's tree; they become so once per session. */
let menuRegistered = false;

const rootRoute = createRootRoute({
  component: () => (
    <>
      <Suspense fallback={<BootSkeleton />}>
        <Outlet />
      </Suspense>
      <ToastRegion />
    </>
  ),
  errorComponent: PageCrashed,
  notFoundComponent: lazyRouteComponent(() => import('./not-found.tsx')),
  beforeLoad: ({ location }) => {
    if (menuRegistered || FIXED_PATHS.includes(location.pathname)) return;
    registerMenu();
    throw redirect({ href: location.href, replace: true });
  },
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.login,
  component: lazyRouteComponent(() => import('../features/login/page.tsx')),
});

const restrictedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.restricted,
  component: lazyRouteComponent(() => import('../features/restricted/page.tsx')),
});

/** The layout around every page of the menu; whoever has no token logs in first. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(() => import('../features/shell/page.tsx')),
  errorComponent: PageCrashed,
  beforeLoad: ({ location }) => {
    if (readStored('token') !== undefined) return;
    const wanted = FIXED_PATHS.includes(location.pathname) ? {} : { from: location.href };
    throw redirect({ to: PATHS.login, search: wanted as never, replace: true });
  },
});

const homeRoutes = [PATHS.home, PATHS.homeAlias].map((path) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    beforeLoad: () => {
      throw redirect({ to: PATHS.dashboard, replace: true });
    },
  }),
);

function menuPages(): AnyRoute[] {
  return MENU_ROUTES.map(({ path, page }) =>
    createRoute({ getParentRoute: () => shellRoute, path, component: lazyRouteComponent(page), errorComponent: PageCrashed }),
  );
}

/** `addChildren` changes the route it is called on: the tree grows in place. */
function grow(pages: readonly AnyRoute[]): AnyRoute {
  return rootRoute.addChildren([loginRoute, restrictedRoute, shellRoute.addChildren([...homeRoutes, ...pages])]);
}

/** Search parameters are plain texts: each list reads them by its call's own schema. */
function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined && value !== '') query.set(name, String(value));
  return query.size > 0 ? `?${query}` : '';
}

export const router = createRouter({
  routeTree: grow([]),
  caseSensitive: true,
  defaultPreload: 'intent',
  parseSearch,
  stringifySearch,
  defaultPendingMs: 300,
  scrollRestoration: true,
});

function registerMenu(): void {
  menuRegistered = true;
  store('menus', JSON.stringify(MENU));
  grow(menuPages());
  // The tree is the object that the router holds already, so that an update would not look at it again.
  router.setRoutes(router.buildRouteTree());
}
