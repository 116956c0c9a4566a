import { type ComponentType, lazy, Suspense } from 'react';

/** A badge that comes with the menu, so that who signs in does not wait for it. Where it does not come, there is none. */
export function lazyBadge(load: () => Promise<ComponentType>): ComponentType {
  const Badge = lazy(async () => ({ default: await load().catch(() => () => null) }));
  return function LazyBadge() {
    return (
      <Suspense fallback={null}>
        <Badge />
      </Suspense>
    );
  };
}
