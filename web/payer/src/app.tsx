import type { PayerPageDeclaration } from '@purser/contract/payer-page';
import type { PayerPage, PayerPageName } from '@purser/contract/payer-pages';
import { PAGES } from './pages.ts';
import { PageProvider, type PageContext } from './shared/context.tsx';
import type { PageView } from './shared/page.ts';
import './shared/tokens.css';

/** The view of any page: whoever has one got it by the name of the page that they give it. */
export type AnyView = PageView<PayerPageDeclaration<string, PayerPage>>;

/** Whether a page is a file of its own, and no part of the first script. */
export function isOfItsOwn(name: PayerPageName): boolean {
  return typeof PAGES[name] === 'function';
}

export async function viewOf(name: PayerPageName): Promise<AnyView> {
  const view = PAGES[name];
  return (typeof view === 'function' ? await view() : view) as AnyView;
}

/** What the server renders and the browser takes over. */
export function App({ page, context, view: { Component } }: { page: PayerPage; context: PageContext; view: AnyView }) {
  return (
    <PageProvider value={context}>
      <Component page={page} />
    </PageProvider>
  );
}
