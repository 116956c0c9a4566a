import type { content } from '@purser/i18n/console/content/en';
import type { news } from '@purser/i18n/console/news/en';
import { featureTexts } from '../../shared/feature-texts.ts';

async function both<Content, News>(ofContent: Promise<{ content: Content }>, ofNews: Promise<{ news: News }>) {
  const [{ content }, { news }] = await Promise.all([ofContent, ofNews]);
  return { ...content, ...news };
}

/** Of what the shell shows on demand; what it always says is in the app's catalogue. */
export const { texts, useT, useI18n } = featureTexts<typeof content & typeof news>({
  zh_Hans: () => both(import('@purser/i18n/console/content/zh-hans'), import('@purser/i18n/console/news/zh-hans')),
  zh_Hant: () => both(import('@purser/i18n/console/content/zh-hant'), import('@purser/i18n/console/news/zh-hant')),
  en: () => both(import('@purser/i18n/console/content/en'), import('@purser/i18n/console/news/en')),
  vi: () => both(import('@purser/i18n/console/content/vi'), import('@purser/i18n/console/news/vi')),
});
