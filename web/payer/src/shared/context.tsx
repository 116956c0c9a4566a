import { createContext, use, type ReactNode } from 'react';
import type { AmountReader } from '@purser/contract/amount-text';
import type { Theme } from '@purser/contract/payer-pages';
import type { PayerActions } from './actions.ts';
import type { PayerTranslate } from './texts.ts';

/** For whom amounts are written. */
export type Reader = AmountReader;

/** What every part of a page may need: the language, the look, and (in the browser only) the calls. */
export interface PageContext extends Reader {
  readonly t: PayerTranslate;
  readonly theme: Theme;
  readonly path: string;
  /** Whose account the page shows; absent for a stranger. */
  readonly userId: number | undefined;
  readonly pageKey: string | undefined;
  /** Null while the server renders: everything must also work by links and plain forms. */
  readonly actions: PayerActions | null;
}

const Context = createContext<PageContext | null>(null);

export function PageProvider({ value, children }: { value: PageContext; children: ReactNode }) {
  return <Context value={value}>{children}</Context>;
}

export function usePage(): PageContext {
  const page = use(Context);
  if (!page) throw new Error('rendered outside a page');
  return page;
}
