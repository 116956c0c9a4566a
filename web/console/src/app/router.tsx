import { PageCrashed } from '@purser/console-kit/page-crashed';
import { loadWithTexts } from '@purser/console-kit/page-texts';
import { ROOT_ROUTE, ROUTING } from '@purser/console-kit/routing';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect, type AnyRoute } from '@tanstack/react-router';
import { FIXED_PATHS, PATHS } from '../shared/paths.ts';
import { texts as setUpTexts } from '../features/set-up/texts.ts';
import { readStored, store } from '../shared/storage.ts';
import type { MenuRoute } from './menu-routes.ts';

/** The pages behind the menu come once somebody is logged in, who asks for them before anything else. */
const loadMenu = () => Promise.all([import('./menu-routes.ts'), import('../shared/menu.ts')]);
if (readStored('token') !== undefined) void loadMenu();

/** Whether the menu's routes are part of the router's tree; they become so once per session. */
let menuRegistered = false;

const rootRoute = createRootRoute({
  ...ROOT_ROUTE,
  notFoundComponent: lazyRouteComponent(() => import('./not-found.tsx')),
  beforeLoad: async ({ location }) => {
    if (FIXED_PATHS.includes(location.pathname)) return;
    const [{ MENU_ROUTES }, { MENU }] = await loadMenu();
    // A session that ended took its menu along; the next one has it from its first page on.
    if (!menuRegistered || readStored('menus') === undefined) store('menus', JSON.stringify(MENU));
    if (menuRegistered) return;
    registerMenu(MENU_ROUTES);
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

const setUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.setUp,
  component: lazyRouteComponent(() => loadWithTexts(() => import('../features/set-up/page.tsx'), setUpTexts)),
  errorComponent: PageCrashed,
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

function pagesOf(routes: readonly MenuRoute[]): AnyRoute[] {
  return routes.map(({ path, page, texts }) =>
    createRoute({
      getParentRoute: () => shellRoute,
      path,
      component: lazyRouteComponent(() => loadWithTexts(page, texts)),
      errorComponent: PageCrashed,
    }),
  );
}

/** `addChildren` changes the route it is called on: the tree grows in place. */
function grow(pages: readonly AnyRoute[]): AnyRoute {
  return rootRoute.addChildren([loginRoute, restrictedRoute, setUpRoute, shellRoute.addChildren([...homeRoutes, ...pages])]);
}

export const router = createRouter({
  routeTree: grow([]),
  ...ROUTING,
});

function registerMenu(routes: readonly MenuRoute[]): void {
  menuRegistered = true;
  grow(pagesOf(routes));
  // The tree is the object that the router holds already, so that an update would not look at it again.
  router.setRoutes(router.buildRouteTree());
}
