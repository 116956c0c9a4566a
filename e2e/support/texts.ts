import { LANGUAGE_TAGS, type Language, type StoredLanguage } from '@purser/contract/language';
import { translator } from '@purser/i18n/catalogue';
import { en as payerEn } from '@purser/i18n/payer/en';
import { otherPages } from '@purser/i18n/payer/other-pages/en';
import { otherPages as otherPagesVi } from '@purser/i18n/payer/other-pages/vi';
import { otherPages as otherPagesZhHans } from '@purser/i18n/payer/other-pages/zh-hans';
import { otherPages as otherPagesZhHant } from '@purser/i18n/payer/other-pages/zh-hant';
import { vi as payerVi } from '@purser/i18n/payer/vi';
import { zhHans as payerZhHans } from '@purser/i18n/payer/zh-hans';
import { zhHant as payerZhHant } from '@purser/i18n/payer/zh-hant';
import { everyText } from '@purser/i18n/testing/every-text';
import { fillText } from '@purser/contract/text';

const payerEnglish = { ...payerEn, ...otherPages };

export interface SpokenLanguage {
  readonly language: Language;
  /** The console's own code, as local storage keeps it. */
  readonly stored: StoredLanguage;
  /** The browser's locale. */
  readonly locale: string;
  /** Throws for a key that the console does not have. */
  readonly console: (key: string, values?: Record<string, string | number>) => string;
  readonly payer: ReturnType<typeof translator<typeof payerEnglish>>;
}

async function spoken(
  language: Language,
  stored: StoredLanguage,
  payerTexts: Parameters<typeof translator<typeof payerEnglish>>[1],
): Promise<SpokenLanguage> {
  const texts = await everyText('console', language);
  return {
    language,
    stored,
    locale: LANGUAGE_TAGS[language],
    console: (key, values) => {
      const text = texts[key];
      if (text === undefined) throw new Error(`the console has no text ${key}`);
      return fillText(text, values);
    },
    payer: translator(payerEnglish, payerTexts),
  };
}

/** Tests find what they look for by its text in the language that the page is in. */
export const SPOKEN: readonly SpokenLanguage[] = [
  await spoken('zh_Hans', 'zh-cn', { ...payerZhHans, ...otherPagesZhHans }),
  await spoken('zh_Hant', 'zh-hant-cn', { ...payerZhHant, ...otherPagesZhHant }),
  await spoken('en', 'us', payerEnglish),
  await spoken('vi', 'vi', { ...payerVi, ...otherPagesVi }),
];

export const ENGLISH = SPOKEN[2] as SpokenLanguage;
export const VIETNAMESE = SPOKEN[3] as SpokenLanguage;
