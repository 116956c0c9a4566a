import { LANGUAGE_TAGS, type Language, type StoredLanguage } from '@purser/contract/language';
import { translator } from '@purser/i18n/catalogue';
import { en as consoleEn } from '@purser/i18n/console/en';
import { vi as consoleVi } from '@purser/i18n/console/vi';
import { zhHans as consoleZhHans } from '@purser/i18n/console/zh-hans';
import { zhHant as consoleZhHant } from '@purser/i18n/console/zh-hant';
import { en as payerEn } from '@purser/i18n/payer/en';
import { vi as payerVi } from '@purser/i18n/payer/vi';
import { zhHans as payerZhHans } from '@purser/i18n/payer/zh-hans';
import { zhHant as payerZhHant } from '@purser/i18n/payer/zh-hant';

export interface SpokenLanguage {
  readonly language: Language;
  /** The console's own code, as local storage keeps it. */
  readonly stored: StoredLanguage;
  /** The browser's locale. */
  readonly locale: string;
  readonly console: ReturnType<typeof translator<typeof consoleEn>>;
  readonly payer: ReturnType<typeof translator<typeof payerEn>>;
}

const spoken = (
  language: Language,
  stored: StoredLanguage,
  consoleTexts: Parameters<typeof translator<typeof consoleEn>>[1],
  payerTexts: Parameters<typeof translator<typeof payerEn>>[1],
): SpokenLanguage => ({
  language,
  stored,
  locale: LANGUAGE_TAGS[language],
  console: translator(consoleEn, consoleTexts),
  payer: translator(payerEn, payerTexts),
});

/** Tests find what they look for by its text in the language that the page is in. */
export const SPOKEN: readonly SpokenLanguage[] = [
  spoken('zh_Hans', 'zh-cn', consoleZhHans, payerZhHans),
  spoken('zh_Hant', 'zh-hant-cn', consoleZhHant, payerZhHant),
  spoken('en', 'us', consoleEn, payerEn),
  spoken('vi', 'vi', consoleVi, payerVi),
];

export const ENGLISH = SPOKEN[2] as SpokenLanguage;
export const VIETNAMESE = SPOKEN[3] as SpokenLanguage;
