import { KitTextsProvider } from '@purser/ui/texts';
import { pickLanguage, type Language } from '@purser/contract/language';
import { translator } from '@purser/i18n/catalogue';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, useMemo, useState } from 'react';
import { I18nContext, loadCatalogue, tagOf, type ConsoleCatalogue, type I18n, type T } from '../shared/i18n.tsx';
import { provideSurroundings } from '../shared/client.ts';
import { FIXED_PATHS, PATHS } from '../shared/paths.ts';
import { queryClient } from '../shared/query.ts';
import { readStored, storedLanguage, storeLanguage } from '../shared/storage.ts';
import { router } from './router.tsx';

export interface Spoken {
  readonly language: Language;
  readonly texts: ConsoleCatalogue;
}

/** The language to begin with: the stored one, else the browser's; it is stored, as every request names it. */
export async function firstLanguage(): Promise<Spoken> {
  const language = storedLanguage() ?? pickLanguage(undefined, navigator.languages.join(','));
  storeLanguage(language);
  return speak(language);
}

async function speak(language: Language): Promise<Spoken> {
  const texts = await loadCatalogue(language);
  document.documentElement.lang = tagOf(language);
  return { language, texts };
}

export function App({ first }: { readonly first: Spoken }) {
  const [spoken, setSpoken] = useState(first);
  const i18n = useMemo<I18n>(() => {
    const { language, texts } = spoken;
    const t = translator(texts, texts) as T;
    provideSurroundings({
      goTo: leaveFor,
      noAnswerText: (reason) =>
        t(reason === 'timeout' ? 'failure.timeout' : reason === 'network' ? 'failure.network' : 'failure.unreadable'),
    });
    return {
      t,
      language,
      tag: tagOf(language),
      chooseLanguage: async (next) => {
        storeLanguage(next);
        const nextSpoken = await speak(next);
        startTransition(() => setSpoken(nextSpoken));
        // What the server words itself (refusals, advice) comes in the new language from now on.
        void queryClient.invalidateQueries();
      },
    };
  }, [spoken]);

  return (
    <I18nContext value={i18n}>
      <KitTextsProvider value={i18n}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </KitTextsProvider>
    </I18nContext>
  );
}

/** Leaves the page one is on; whoever logs in again comes back to it. */
function leaveFor(path: '/Login' | '/Restricted'): void {
  const { pathname, href } = router.state.location;
  if (pathname === path) return;
  // A session that is over is forgotten by now: whoever had it is told so. Maintenance leaves it.
  const ended = readStored('token') === undefined ? { ended: '1' } : {};
  const search = path === PATHS.login && !FIXED_PATHS.includes(pathname) ? { from: href, ...ended } : {};
  void router.navigate({ to: path, search, replace: true } as never);
}
