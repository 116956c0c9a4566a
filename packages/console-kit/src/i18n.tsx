import { LANGUAGE_TAGS, type Language } from '@purser/contract/language';
import type { Placeholders } from '@purser/contract/text';
import type { Catalogue, Translate, TranslationOf } from '@purser/i18n/catalogue';
import type { fields } from '@purser/i18n/console/fields/en';
import type { frame } from '@purser/i18n/console/frame/en';
import type { kit } from '@purser/i18n/console/kit/en';
import type { list } from '@purser/i18n/console/list/en';
import { createContext, useContext } from 'react';

/** What the kit itself says. An app's catalogue holds it beside the app's own texts. */
export type KitCatalogue = typeof fields & typeof frame & typeof kit & typeof list;
export type KitTexts = TranslationOf<KitCatalogue>;

/** The keys of texts that need no values. */
export type PlainKey<Texts extends Catalogue> = {
  [Key in keyof Texts & string]: [Placeholders<Texts[Key]>] extends [never] ? Key : never;
}[keyof Texts & string];

export interface I18n<Texts extends Catalogue = KitCatalogue> {
  readonly t: Translate<Texts>;
  readonly language: Language;
  /** BCP 47, for `lang` and Intl. */
  readonly tag: string;
  readonly chooseLanguage: (language: Language) => Promise<void>;
}

const Context = createContext<I18n | undefined>(undefined);
export const I18nContext = Context.Provider;

/** The language on show. An app asks with its own catalogue, which is the one that it provides: `useI18n<typeof en>`. */
export function useI18n<Texts extends KitCatalogue = KitCatalogue>(): I18n<Texts> {
  const i18n = useContext(Context);
  if (!i18n) throw new Error('no language above this component');
  return i18n as unknown as I18n<Texts>;
}

export function useT<Texts extends KitCatalogue = KitCatalogue>(): Translate<Texts> {
  return useI18n<Texts>().t;
}

type PlainT<Texts extends KitCatalogue> = (key: PlainKey<Texts> | PlainKey<KitCatalogue>) => string;

/** A translator for keys that are given as values: none of them needs more than the key. */
export function plainly<Texts extends KitCatalogue>(t: Translate<Texts>): PlainT<Texts> {
  return t as unknown as PlainT<Texts>;
}

export function tagOf(language: Language): string {
  return LANGUAGE_TAGS[language];
}
