import { hydrateRoot } from 'react-dom/client';
import type { Language } from '@purser/contract/language';
import type { PayerPage, Theme } from '@purser/contract/payer-pages';
import { translator } from '@purser/i18n/catalogue';
import { App, viewOf } from './app.tsx';
import { browserActions } from './shared/api.ts';
import { TEXTS, type PayerTranslate } from './shared/texts.ts';

/** Brings the server's page to life with the very data it was rendered from. */
async function start() {
  const root = document.getElementById('root');
  const script = document.getElementById('data');
  if (!root || !script) return;
  const { page, language, theme } = JSON.parse(script.textContent) as { page: PayerPage; language: Language; theme: Theme };
  const [texts, view] = await Promise.all([TEXTS[language](), viewOf(page.page)]);
  // Each language has every text, so none has to fall back on English.
  const t = translator(texts, texts) as unknown as PayerTranslate;
  const actions = browserActions(language, t('connection_lost'));
  hydrateRoot(root, <App page={page} context={{ t, language, theme, path: page.path, actions }} view={view} />);
}

void start();
