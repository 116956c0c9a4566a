import type { ComponentType } from 'react';

/** A page of the menu: its path and the chunk it lives in. Each feature declares one in its route.tsx. */
export interface MenuRoute {
  readonly path: string;
  readonly page: () => Promise<{ readonly default: ComponentType }>;
}
