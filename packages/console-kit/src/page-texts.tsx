import { DEFAULT_REQUEST_LANGUAGE, type Language } from '@purser/contract/language';
import type { Catalogue, TranslationOf } from '@purser/i18n/catalogue';
import { use, useMemo, type ComponentType, type ReactNode } from 'react';
import { I18nContext, useI18n, useT, type I18n, type KitCatalogue } from './i18n.tsx';
import { storedLanguage } from './storage.ts';
import { fillUnbroken } from './unbroken-dates.ts';

/** A page's own texts: one language at a time, a chunk each. The same promise for the same language. */
export type LoadPageTexts = (language: Language) => Promise<Catalogue>;

/** Keeps what was fetched, as React's `use` needs it. */
function pageTexts(chunks: Readonly<Record<Language, () => Promise<Catalogue>>>): LoadPageTexts {
  const asked = new Map<Language, Promise<Catalogue>>();
  return (language) => {
    const known = asked.get(language) ?? chunks[language]();
    asked.set(language, known);
    // What did not come is asked for again when it is next needed.
    known.catch(() => asked.delete(language));
    return known;
  };
}

/**
 * How an app's features declare their own texts: `texts` for the list of pages, and the translator that knows them beside `Base`, which is
 * what every page of the app says.
 */
export function featureTextsOf<Base extends KitCatalogue>() {
  return <Own extends Catalogue>(chunks: Readonly<Record<Language, () => Promise<TranslationOf<Own>>>>) => ({
    texts: pageTexts(chunks),
    useT: useT<Base & Own>,
    useI18n: useI18n<Base & Own>,
  });
}

/** A page together with its texts: they are fetched at once, and again when the language is changed. */
export async function loadWithTexts<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  texts: LoadPageTexts,
) {
  const [{ default: Page }] = await Promise.all([load(), arrival(texts(storedLanguage() ?? DEFAULT_REQUEST_LANGUAGE))]);
  return {
    default: (props: Props) => (
      <WithTexts texts={texts}>
        <Page {...props} />
      </WithTexts>
    ),
  };
}

const arrived = new WeakMap<Promise<Catalogue>, Catalogue>();

async function arrival(asked: Promise<Catalogue>): Promise<void> {
  arrived.set(asked, await asked);
}

/** What is below says the page's own texts too. */
function WithTexts({ texts, children }: { readonly texts: LoadPageTexts; readonly children: ReactNode }) {
  const outer = useI18n();
  const asked = texts(outer.language);
  // React asks a promise that it has not seen before later than now, and shows nothing for a third of a second.
  const own = arrived.get(asked) ?? use(asked);
  const i18n = useMemo<I18n>(() => {
    const t = (key: string, values?: Record<string, string | number>): string =>
      own[key] === undefined ? (outer.t as typeof t)(key, values) : fillUnbroken(own[key], values);
    return { ...outer, t };
  }, [outer, own]);
  return <I18nContext value={i18n}>{children}</I18nContext>;
}
