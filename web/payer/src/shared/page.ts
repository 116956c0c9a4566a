import type { ComponentType } from 'react';
import type { Language } from '@purser/contract/language';
import type { PayerPageDeclaration } from '@purser/contract/payer-page';
import type { PageOf } from '@purser/contract/payer-pages';
import type { Reader } from './context.tsx';
import type { PayerTranslate } from './texts.ts';

/** What search engines and previews are told of a page that anybody may find. */
export interface FoundPage {
  /** Its address without what only says how it is shown. */
  readonly path: string;
  readonly description: string;
  /** The languages that it was written in. */
  readonly languages: readonly Language[];
}

/** How a declared page looks. */
export interface PageView<Declaration extends PayerPageDeclaration> {
  readonly Component: ComponentType<{ page: PageOf<Declaration> }>;
  /** Until the payer begins, the page needs no more than the live script. */
  rests?(page: PageOf<Declaration>): boolean;
  title(page: PageOf<Declaration>, t: PayerTranslate, reader: Reader): string;
  /** Without JavaScript the page asks again by itself: the value of its refresh, or null where it is typed into. */
  refresh?(page: PageOf<Declaration>): string | null;
  /** Left out for a page that search engines are to leave alone; null where there is nothing to find. */
  found?(page: PageOf<Declaration>, t: PayerTranslate): FoundPage | null;
}
