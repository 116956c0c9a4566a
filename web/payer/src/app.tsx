import { useEffect } from 'react';
import type { PayerPageDeclaration } from '@purser/contract/payer-page';
import type { PayerPage, PayerPageName } from '@purser/contract/payer-pages';
import { PAGES } from './pages.ts';
import { PageProvider, type PageContext } from './shared/context.tsx';
import type { PageView } from './shared/page.ts';
import { REACT_IS_THERE } from './shared/resting.ts';
import './shared/tokens.css';

/** The view of any page: whoever has one got it by the name of the page that they give it. */
export type AnyView = PageView<PayerPageDeclaration<string, PayerPage>>;

export async function viewOf(name: PayerPageName): Promise<AnyView> {
  return (await PAGES[name]()) as AnyView;
}

/** What the server renders and the browser takes over. */
export function App({ page, context, view: { Component } }: { page: PayerPage; context: PageContext; view: AnyView }) {
  useEffect(() => void dispatchEvent(new Event(REACT_IS_THERE)), []);
  return (
    <PageProvider value={context}>
      <Component page={page} />
    </PageProvider>
  );
}
