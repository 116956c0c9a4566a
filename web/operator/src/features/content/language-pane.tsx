import { lazyPart } from '@purser/ui/lazy-part';
import { LONGEST_TITLE } from '@purser/contract/content';
import { LANGUAGE_NAMES, LANGUAGE_TAGS, type Language } from '@purser/contract/language';
import { RichTextView } from '@purser/ui/rich-text';
import { StatusTag } from '@purser/ui/status-tag';
import { Button, Input, Skeleton } from 'antd';
import { Suspense } from 'react';
import styles from './content.module.css';
import { useT } from './texts.ts';
import type { DraftState, Words } from './use-draft.ts';

const RichEditor = lazyPart(() => import('./rich-editor.tsx'));

const BLANK: Words = { title: '', body: { type: 'doc', content: [{ type: 'paragraph' }] } };

interface LanguagePaneProps {
  readonly language: Language;
  readonly readOnly: boolean;
  readonly draft: DraftState;
}

/** One language of a text: its title, its words, and whether they follow the others. */
export function LanguagePane({ language, readOnly, draft }: LanguagePaneProps) {
  const t = useT();
  const now = draft.words[language] ?? BLANK;
  const name = LANGUAGE_NAMES[language];
  const change = (more: Partial<Words>): void => draft.write(language, { ...now, ...more });
  const isOutdated = draft.outdated.includes(language);
  return (
    <section className={styles.pane} aria-label={name}>
      <div className={styles.paneHead}>
        <h2>{name}</h2>
        {draft.missing.includes(language) && <StatusTag tone="neutral">{t('content.missing')}</StatusTag>}
        {isOutdated && <StatusTag tone="warning">{t('content.outdated')}</StatusTag>}
        {isOutdated && !readOnly && (
          <Button type="link" onClick={() => draft.change({ still_right: [language] })}>
            {t('content.stillRight')}
          </Button>
        )}
      </div>
      <Input
        aria-label={t('content.titleIn', { language: name })}
        placeholder={t('content.title')}
        lang={LANGUAGE_TAGS[language]}
        value={now.title}
        maxLength={LONGEST_TITLE}
        readOnly={readOnly}
        onChange={({ target }) => change({ title: target.value })}
      />
      {readOnly ? (
        <RichTextView text={now.body} lang={LANGUAGE_TAGS[language]} />
      ) : (
        <Suspense fallback={<Skeleton active />}>
          <RichEditor
            label={t('content.textIn', { language: name })}
            lang={LANGUAGE_TAGS[language]}
            text={now.body}
            onChange={(body) => change({ body })}
          />
        </Suspense>
      )}
    </section>
  );
}
