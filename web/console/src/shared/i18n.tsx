import type { Translate, TranslationOf } from '@purser/i18n/catalogue';
import type { Placeholders } from '@purser/contract/text';
import type { en } from '@purser/i18n/console/en';
import { LANGUAGE_TAGS, type Language } from '@purser/contract/language';
import { createContext, useContext } from 'react';

export type ConsoleCatalogue = TranslationOf<typeof en>;
export type T = Translate<typeof en>;
/** The keys of texts that need no values. */
export type PlainKey = { [Key in keyof typeof en]: [Placeholders<(typeof en)[Key]>] extends [never] ? Key : never }[keyof typeof en];

export interface I18n {
  readonly t: T;
  readonly language: Language;
  /** BCP 47, for `lang` and Intl. */
  readonly tag: string;
  readonly chooseLanguage: (language: Language) => Promise<void>;
}

const Context = createContext<I18n | undefined>(undefined);
export const I18nContext = Context.Provider;

export function useI18n(): I18n {
  const i18n = useContext(Context);
  if (!i18n) throw new Error('no language above this component');
  return i18n;
}

export function useT(): T {
  return useI18n().t;
}

/** Only the language in use travels: each catalogue is a chunk of its own. */
const CATALOGUES: Record<Language, () => Promise<ConsoleCatalogue>> = {
  zh_Hans: async () => (await import('@purser/i18n/console/zh-hans')).zhHans,
  zh_Hant: async () => (await import('@purser/i18n/console/zh-hant')).zhHant,
  en: async () => (await import('@purser/i18n/console/en')).en,
  vi: async () => (await import('@purser/i18n/console/vi')).vi,
};

export function loadCatalogue(language: Language): Promise<ConsoleCatalogue> {
  return CATALOGUES[language]();
}

export function tagOf(language: Language): string {
  return LANGUAGE_TAGS[language];
}
