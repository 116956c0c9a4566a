import { PageCrashed } from '@purser/console-kit/page-crashed';
import { loadWithTexts } from '@purser/console-kit/page-texts';
import { ROOT_ROUTE, ROUTING } from '@purser/console-kit/routing';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { texts as setUpTexts } from '../features/set-up/texts.ts';
import { texts as signInTexts } from '../features/sign-in/texts.ts';
import type { OperatorPage } from '../shared/page.ts';
import { PATHS } from '../shared/paths.ts';
import { signedIn } from '../shared/storage.ts';
import { PAGES } from './pages.tsx';
import { Permitted } from './permitted.tsx';

const rootRoute = createRootRoute({
  ...ROOT_ROUTE,
  notFoundComponent: lazyRouteComponent(() => import('./not-found.tsx')),
});

/** Pages without a session. */
const outside = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: PATHS.signIn,
    component: lazyRouteComponent(() => loadWithTexts(() => import('../features/sign-in/page.tsx'), signInTexts)),
    errorComponent: PageCrashed,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: PATHS.setUp,
    component: lazyRouteComponent(() => loadWithTexts(() => import('../features/set-up/page.tsx'), setUpTexts)),
    errorComponent: PageCrashed,
  }),
];

/** The layout around every page of the menu; whoever is not signed in does so first. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(() => import('./shell.tsx')),
  errorComponent: PageCrashed,
  beforeLoad: ({ location }) => {
    if (signedIn.get()) return;
    const wanted = location.pathname === PATHS.home ? {} : { from: location.href };
    throw redirect({ to: PATHS.signIn, search: wanted as never, replace: true });
  },
});

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.home,
  component: lazyRouteComponent(() => import('./home.tsx')),
});

function routesOf({ texts, permission, below = [], ...page }: OperatorPage) {
  return [page, ...below].map(({ path, load }) =>
    createRoute({
      getParentRoute: () => shellRoute,
      path,
      component: lazyRouteComponent(async () => {
        const { default: Page } = await loadWithTexts(load, texts);
        return {
          default: () => (
            <Permitted permission={permission}>
              <Page />
            </Permitted>
          ),
        };
      }),
      errorComponent: PageCrashed,
    }),
  );
}

const pages = PAGES.flatMap((group) => group.pages).flatMap(routesOf);

export const router = createRouter({
  basepath: '/operator',
  routeTree: rootRoute.addChildren([...outside, shellRoute.addChildren([homeRoute, ...pages])]),
  ...ROUTING,
});
