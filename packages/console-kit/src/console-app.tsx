import { pickPageLanguage, type Language } from '@purser/contract/language';
import type { Translate } from '@purser/i18n/catalogue';
import { KitTextsProvider, type KitTexts as KitTextsOfApp } from '@purser/ui/texts';
import { RouterProvider, type AnyRouter } from '@tanstack/react-router';
import { startTransition, useMemo, useState } from 'react';
import { provideFailureText } from './client.ts';
import { I18nContext, tagOf, type I18n, type KitCatalogue, type KitTexts } from './i18n.tsx';
import { fillUnbroken } from './unbroken-dates.ts';
import { storedLanguage, storeLanguage } from './storage.ts';
import { whyFailed } from './why-failed.ts';

/** Fetches an app's texts in one language. */
export type LoadTexts = (language: Language) => Promise<KitTexts>;

export interface Spoken {
  readonly language: Language;
  readonly texts: KitTexts;
}

/** The language to begin with: the stored one, else the browser's; it is stored, as every request names it. */
export async function firstLanguage(loadTexts: LoadTexts): Promise<Spoken> {
  const language = storedLanguage() ?? pickPageLanguage(navigator.languages.join(','));
  storeLanguage(language);
  return speak(language, loadTexts);
}

/** Loads the page to begin with and, where it leads to another one, that. What index.html shows stays until then: before, the router shows nothing. */
export async function firstPage(router: AnyRouter): Promise<void> {
  for (let asked; asked !== router.latestLocation.href;) {
    asked = router.latestLocation.href;
    await router.load();
  }
}

async function speak(language: Language, loadTexts: LoadTexts): Promise<Spoken> {
  const texts = await loadTexts(language);
  document.documentElement.lang = tagOf(language);
  return { language, texts };
}

export interface ConsoleAppProps {
  readonly first: Spoken;
  readonly loadTexts: LoadTexts;
  readonly router: AnyRouter;
}

/** A console: its pages, with a language and a way to change it. */
export function ConsoleApp({ first, loadTexts, router }: ConsoleAppProps) {
  const [spoken, setSpoken] = useState(first);
  const i18n = useMemo<I18n>(() => {
    const { language, texts } = spoken;
    const t = ((key, values) => fillUnbroken(texts[key] || key, values)) as Translate<KitCatalogue>;
    provideFailureText((failure) => t(`failure.${failure}`));
    return {
      t,
      language,
      tag: tagOf(language),
      chooseLanguage: async (next) => {
        storeLanguage(next);
        const nextSpoken = await speak(next, loadTexts);
        startTransition(() => setSpoken(nextSpoken));
      },
    };
  }, [spoken, loadTexts]);
  const kit = useMemo<KitTextsOfApp>(() => ({ t: i18n.t, whyFailed: (error) => whyFailed(error, i18n.t) }), [i18n]);

  return (
    <I18nContext value={i18n}>
      <KitTextsProvider value={kit}>
        <RouterProvider router={router} />
      </KitTextsProvider>
    </I18nContext>
  );
}
