import type { PayerPage } from '@purser/contract/payer-pages';
import { CheckoutPage } from './features/checkout/page.tsx';
import { WalletLogin } from './features/wallet/login-page.tsx';
import { PaymentPassword } from './features/wallet/payment-password-page.tsx';
import { Wallet } from './features/wallet/wallet-page.tsx';
import { PageProvider, type PageContext } from './shared/context.tsx';
import { Failure } from './shared/failure.tsx';
import type { QrShape } from './shared/qr.ts';
import './shared/tokens.css';

/** What the server rendered and the browser takes over: the page, and the code drawn once on the server. */
export interface AppData {
  readonly page: PayerPage;
  readonly qr: QrShape | null;
}

export function App({ data, context }: { data: AppData; context: PageContext }) {
  return (
    <PageProvider value={context}>
      <Page {...data} />
    </PageProvider>
  );
}

function Page({ page, qr }: AppData) {
  switch (page.page) {
    case 'pay':
      return <CheckoutPage page={page} qr={qr} />;
    case 'wallet-login':
      return <WalletLogin page={page} />;
    case 'wallet':
      return <Wallet page={page} />;
    case 'payment-password':
      return <PaymentPassword page={page} />;
    case 'failure':
      return <Failure page={page} />;
  }
}
