import type { ComponentType } from 'react';
import type { PayerPage } from '@purser/contract/payer-pages';
import { PageProvider, type PageContext } from './shared/context.tsx';
import type { QrShape } from './shared/qr.ts';
import './shared/tokens.css';

/** What the server rendered and the browser takes over: the page, and the code drawn once on the server. */
export interface AppData {
  readonly page: PayerPage;
  readonly qr: QrShape | null;
}

type PageOf<Kind extends PayerPage['page']> = Extract<PayerPage, { page: Kind }>;

/** The component of each kind of page: the server has them all, the browser loads the one it needs. */
export type Components = { readonly [Kind in PayerPage['page']]: ComponentType<{ page: PageOf<Kind>; qr: QrShape | null }> };

export function App({ data, context, component }: { data: AppData; context: PageContext; component: Components[PayerPage['page']] }) {
  const Page = component as ComponentType<AppData>;
  return (
    <PageProvider value={context}>
      <Page {...data} />
    </PageProvider>
  );
}
