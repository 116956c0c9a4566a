import { hydrateRoot } from 'react-dom/client';
import { translator } from '@purser/i18n/catalogue';
import type { Language } from '@purser/contract/language';
import type { Theme } from '@purser/contract/payer-pages';
import { App, type AppData } from './app.tsx';
import { browserActions } from './shared/api.ts';
import { TEXTS } from './shared/texts.ts';

/** Brings the server's page to life with the very data it was rendered from. */
async function start() {
  const root = document.getElementById('root');
  const script = document.getElementById('data');
  if (!root || !script) return;
  const { language, theme, ...data } = JSON.parse(script.textContent ?? '') as AppData & { language: Language; theme: Theme };
  const texts = await TEXTS[language]();
  const t = translator(texts as never, texts as never) as unknown as Parameters<typeof App>[0]['context']['t'];
  const actions = browserActions(language, t('connection_lost'));
  hydrateRoot(root, <App data={data} context={{ t, language, theme, path: data.page.path, actions }} />);
}

void start();
