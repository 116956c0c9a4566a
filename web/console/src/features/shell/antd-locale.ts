import type { Language } from '@purser/contract/language';
import type { ConfigProviderProps } from 'antd';
import dayjs from 'dayjs';

type Locale = NonNullable<ConfigProviderProps['locale']>;

/** antd's and dayjs's own words, one language at a time. */
const LOCALES: Record<Language, () => Promise<Locale>> = {
  async zh_Hans() {
    const [{ default: antd }] = await Promise.all([import('antd/locale/zh_CN'), import('dayjs/locale/zh-cn')]);
    dayjs.locale('zh-cn');
    return antd;
  },
  async zh_Hant() {
    const [{ default: antd }] = await Promise.all([import('antd/locale/zh_TW'), import('dayjs/locale/zh-tw')]);
    dayjs.locale('zh-tw');
    return antd;
  },
  async en() {
    const { default: antd } = await import('antd/locale/en_US');
    dayjs.locale('en');
    return antd;
  },
  async vi() {
    const [{ default: antd }] = await Promise.all([import('antd/locale/vi_VN'), import('dayjs/locale/vi')]);
    dayjs.locale('vi');
    return antd;
  },
};

const loaded = new Map<Language, Promise<Locale>>();

/** The same promise for the same language, as React's `use` needs it. */
export function antdLocale(language: Language): Promise<Locale> {
  let locale = loaded.get(language);
  if (!locale) {
    locale = LOCALES[language]();
    loaded.set(language, locale);
  }
  return locale;
}
