import { renderToString } from 'react-dom/server';
import { LANGUAGE_TAGS, type Language } from '@purser/contract/language';
import { PAYER_PAGES, type PayerPage, type PayerPageName, type PayerRenderer, type RenderOptions } from '@purser/contract/payer-pages';
import { translator } from '@purser/i18n/catalogue';
import { en } from '@purser/i18n/payer/en';
import { otherPages } from '@purser/i18n/payer/other-pages/en';
import { otherPages as otherPagesVi } from '@purser/i18n/payer/other-pages/vi';
import { otherPages as otherPagesZhHans } from '@purser/i18n/payer/other-pages/zh-hans';
import { otherPages as otherPagesZhHant } from '@purser/i18n/payer/other-pages/zh-hant';
import { vi } from '@purser/i18n/payer/vi';
import { zhHans } from '@purser/i18n/payer/zh-hans';
import { zhHant } from '@purser/i18n/payer/zh-hant';
import { App, viewOf, type AnyView } from './app.tsx';
import { fieldLabelIn } from './field-labels.ts';
import { PAGES } from './pages.ts';
import type { FoundPage } from './shared/page.ts';

export { areaCodes } from './shared/area-codes.ts';
export { qrPng } from './shared/qr-png.ts';
export { qrShape } from './shared/qr.ts';

const ENGLISH = { ...en, ...otherPages };
const TEXTS = {
  zh_Hans: { ...zhHans, ...otherPagesZhHans },
  zh_Hant: { ...zhHant, ...otherPagesZhHant },
  en: ENGLISH,
  vi: { ...vi, ...otherPagesVi },
} as const;
const NAMES = Object.keys(PAGES) as PayerPageName[];
/** The server has them all. */
const VIEWS = new Map<PayerPageName, AnyView>(await Promise.all(NAMES.map(async (name) => [name, await viewOf(name)] as const)));

/** Pages without scripts. */
const STILL: ReadonlySet<PayerPageName> = new Set(
  PAYER_PAGES.flatMap((page): PayerPageName[] => ('still' in page && page.still ? [page.name] : [])),
);

/** Where the wallet may be installed. */
const IN_THE_APP: ReadonlySet<PayerPageName> = new Set(['wallet', 'wallet-login', 'scan']);

export const pagesWithScripts = NAMES.filter((name) => !STILL.has(name));

/** What a page calls a field of its forms. */
export const fieldLabel: PayerRenderer['fieldLabel'] = (page, field, language) => fieldLabelIn(TEXTS, page, field, language);

/** The whole document of a payer's page. */
export function render(page: PayerPage, options: RenderOptions): string {
  const { language, wholeCoins, theme, nonce, assets } = options;
  const view = VIEWS.get(page.page);
  if (!view) throw new Error(`there is no page ${page.page}`);
  const t = translator(ENGLISH, TEXTS[language]);
  const { path, user_id: userId, page_key: pageKey } = page;
  const context = { t, language, wholeCoins, theme, path, userId, pageKey, actions: null };
  const body = focusedAtFirstError(renderToString(<App page={page} context={context} view={view} />));
  const title = view.title(page, t, { language, wholeCoins });
  const refresh = view.refresh?.(page);
  const found = view.found?.(page, t) ?? null;
  const isStill = STILL.has(page.page);
  const rests = view.rests?.(page) ?? false;
  const { time_left, minutes_seconds } = TEXTS[language];
  return [
    '<!doctype html>',
    `<html lang="${LANGUAGE_TAGS[language]}"${theme ? ` data-theme="${theme}"` : ''}>`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">',
    `<title>${escapeHtml(isRefusal(page, body) ? t('title_of_refusal', { title }) : title)}</title>`,
    ...(found
      ? foundTags(found, options)
      : [`<meta name="description" content="${escapeHtml(t('secured'))}">`, '<meta name="robots" content="noindex">']),
    '<meta name="referrer" content="same-origin"><meta name="format-detection" content="telephone=no">',
    '<meta name="theme-color" content="#f2f4f8" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#0c111c" media="(prefers-color-scheme: dark)">',
    `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">`,
    ...(IN_THE_APP.has(page.page) ? ['<link rel="manifest" href="/wallet/app.webmanifest" crossorigin="use-credentials">'] : []),
    // A page that rests is whole in its first answer.
    ...(rests
      ? [`<style nonce="${nonce}">${assets.resting.style}</style>`]
      : assets.styles.map((style) => `<link rel="stylesheet" href="${style}">`)),
    ...(isStill || rests ? [] : [assets.script, ...assets.preloads].map((script) => `<link rel="modulepreload" href="${script}">`)),
    refresh ? `<noscript><meta http-equiv="refresh" content="${escapeHtml(refresh)}"></noscript>` : '',
    '</head><body>',
    `<div id="root">${body}</div>`,
    ...(isStill
      ? []
      : [
          `<script type="application/json" id="data">${jsonForHtml({ page, language, wholeCoins, theme, ...(rests && { texts: { time_left, minutes_seconds } }) })}</script>`,
          rests
            ? `<script nonce="${nonce}" data-react="${assets.script}" data-preloads="${assets.preloads.join(' ')}">${assets.resting.script}</script>`
            : `<script type="module" nonce="${nonce}" src="${assets.script}"></script>`,
        ]),
    '</body></html>',
  ].join('');
}

const INVALID = ' aria-invalid="true"';

/** Where something typed was refused one goes on at the first of it, also without scripts. */
function focusedAtFirstError(body: string): string {
  return body.includes(INVALID) ? body.replaceAll(/ autofocus=""/gi, '').replace(INVALID, `${INVALID} autofocus=""`) : body;
}

/** Whether it tells what was refused: a screen reader says the title first, and nothing else of a page that was made anew by itself. */
function isRefusal({ page, problem }: PayerPage, body: string): boolean {
  return page !== 'failure' && (problem !== null || body.includes(INVALID));
}

/** What a search engine reads: the page's one address, and the same page in each language that it was written in. */
function foundTags({ path, description, languages }: FoundPage, { language, origin }: RenderOptions): string[] {
  const address = (of: Language): string => escapeHtml(`${origin}${path}?lang=${of}`);
  const written = languages.includes(language) ? language : 'en';
  return [
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<link rel="canonical" href="${address(written)}">`,
    ...languages.map((other) => `<link rel="alternate" hreflang="${LANGUAGE_TAGS[other]}" href="${address(other)}">`),
    `<link rel="alternate" hreflang="x-default" href="${escapeHtml(origin + path)}">`,
    `<meta property="og:description" content="${escapeHtml(description)}"><meta property="og:url" content="${address(written)}">`,
  ];
}

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="7" fill="#1b56e0"/><path d="M8.2 18V6.5h4.6a3.6 3.6 0 0 1 0 7.2H8.2" fill="none" stroke="#fff" stroke-width="2.3" stroke-linecap="round" stroke-linejoin="round"/></svg>';

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** JSON inside a script element: no "<" may begin a tag there. */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
