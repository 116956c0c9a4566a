import type { Language } from '@purser/contract/language';
import type { ConfigProviderProps } from 'antd';

type Locale = NonNullable<ConfigProviderProps['locale']>;

/** antd's own words, one language at a time. */
const LOCALES: Record<Language, () => Promise<{ default: Locale }>> = {
  zh_Hans: () => import('antd/locale/zh_CN'),
  zh_Hant: () => import('antd/locale/zh_TW'),
  en: () => import('antd/locale/en_US'),
  vi: () => import('antd/locale/vi_VN'),
};

const loaded = new Map<Language, Promise<Locale>>();

/** The same promise for the same language, as React's `use` needs it. */
export function antdLocale(language: Language): Promise<Locale> {
  let locale = loaded.get(language);
  if (!locale) {
    locale = LOCALES[language]().then((module) => module.default);
    loaded.set(language, locale);
  }
  return locale;
}
