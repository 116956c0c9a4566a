import { hydrateRoot } from 'react-dom/client';
import type { PayerPage, Theme } from '@purser/contract/payer-pages';
import { translator } from '@purser/i18n/catalogue';
import { App, viewOf } from './app.tsx';
import { browserActions } from './shared/api.ts';
import type { Reader } from './shared/context.tsx';
import { leaveWithSession } from './shared/coming-back.ts';
import { REACT_IS_THERE } from './shared/resting.ts';
import { type PayerTranslate, textsOf } from './shared/texts.ts';
import { giveBackTyped } from './shared/typed-kept.ts';

/** Brings the server's page to life with the very data it was rendered from. */
async function start() {
  const root = document.getElementById('root');
  const script = document.getElementById('data');
  if (!root || !script) return;
  const { page, theme, ...reader } = JSON.parse(script.textContent) as Reader & { page: PayerPage; theme: Theme };
  const { language } = reader;
  const [texts, view] = await Promise.all([textsOf(language, page.page), viewOf(page.page)]);
  // Each language has every text that the page says, so none has to fall back on English.
  const t = translator(texts, texts) as unknown as PayerTranslate;
  const actions = browserActions(language, {
    lost: t('connection_lost'),
    away: t('server_away'),
    noPasskey: t('passkey_not_used'),
  });
  const { path, user_id: userId, page_key: pageKey } = page;
  // Fields that only a script shows are there a moment later.
  addEventListener(REACT_IS_THERE, () => queueMicrotask(giveBackTyped), { once: true });
  hydrateRoot(root, <App page={page} context={{ t, ...reader, theme, path, userId, pageKey, actions }} view={view} />);
  // The checkout looks itself.
  if (userId !== undefined && page.page !== 'pay') leaveWithSession(userId, actions);
}

void start();
