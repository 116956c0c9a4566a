import { DEFAULT_REQUEST_LANGUAGE } from '@purser/contract/language';
import { Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { I18nContext, type I18n } from './i18n.tsx';
import { featureTextsOf, loadWithTexts } from './page-texts.tsx';

it('a page that has come with its texts is shown at once, and its dates are whole', async () => {
  const english = { 'some.text': 'Since {time}' } as const;
  const chunk = async () => english;
  const { texts, useT } = featureTextsOf()<typeof english>({ en: chunk, vi: chunk, zh_Hans: chunk, zh_Hant: chunk });
  const Page = () => useT()('some.text', { time: '2026-11-28' });
  const { default: Shown } = await loadWithTexts(async () => ({ default: Page }), texts);
  const i18n = {
    t: (key: string) => key,
    language: DEFAULT_REQUEST_LANGUAGE,
    tag: 'en',
    chooseLanguage: async () => {},
  } as unknown as I18n;
  const markup = renderToStaticMarkup(
    <I18nContext value={i18n}>
      <Suspense fallback="nothing yet">
        <Shown />
      </Suspense>
    </I18nContext>,
  );
  expect(markup).toContain('Since 2026-\u206011-\u206028');
});
