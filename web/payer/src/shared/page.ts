import type { ComponentType } from 'react';
import type { Language } from '@purser/contract/language';
import type { PageOf, PayerPageDeclaration } from '@purser/contract/payer-pages';
import type { PayerTranslate } from './texts.ts';

/** How a declared page looks. */
export interface PageView<Declaration extends PayerPageDeclaration> {
  readonly Component: ComponentType<{ page: PageOf<Declaration> }>;
  title(page: PageOf<Declaration>, t: PayerTranslate, language: Language): string;
  /** Without JavaScript the page asks again by itself: the value of its refresh, or null where it is typed into. */
  refresh?(page: PageOf<Declaration>): string | null;
}
