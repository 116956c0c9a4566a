import type { Page } from '@playwright/test';

/** A page that is looked at. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  /** The page's heading: where it is known, the page is gone to within the app, as by its menu. */
  readonly title?: string;
  /** Brings it into the state that is looked at. */
  readonly act?: (page: Page) => Promise<void>;
}
