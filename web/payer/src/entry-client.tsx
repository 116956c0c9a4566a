import { hydrateRoot } from 'react-dom/client';
import type { Language } from '@purser/contract/language';
import type { PayerPage, Theme } from '@purser/contract/payer-pages';
import { translator } from '@purser/i18n/catalogue';
import { App, type AppData, type Components } from './app.tsx';
import { CheckoutPage } from './features/checkout/page.tsx';
import { browserActions } from './shared/api.ts';
import { Failure } from './shared/failure.tsx';
import { TEXTS, type PayerTranslate } from './shared/texts.ts';

const wallet = () => import('./features/wallet/pages.ts');

const COMPONENTS: { readonly [Kind in PayerPage['page']]: () => Components[Kind] | Promise<Components[Kind]> } = {
  pay: () => CheckoutPage,
  wallet: async () => (await wallet()).Wallet,
  'wallet-login': async () => (await wallet()).WalletLogin,
  'payment-password': async () => (await wallet()).PaymentPassword,
  failure: () => Failure,
};

/** Brings the server's page to life with the very data it was rendered from. */
async function start() {
  const root = document.getElementById('root');
  const script = document.getElementById('data');
  if (!root || !script) return;
  const { language, theme, ...data } = JSON.parse(script.textContent) as AppData & { language: Language; theme: Theme };
  const [texts, component] = await Promise.all([TEXTS[language](), COMPONENTS[data.page.page]()]);
  // Each language has every text, so none has to fall back on English.
  const t = translator(texts, texts) as unknown as PayerTranslate;
  const actions = browserActions(language, t('connection_lost'));
  hydrateRoot(root, <App data={data} context={{ t, language, theme, path: data.page.path, actions }} component={component} />);
}

void start();
