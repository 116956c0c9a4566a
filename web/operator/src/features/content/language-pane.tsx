import { lazyPart } from '@purser/ui/lazy-part';
import { LONGEST_TITLE } from '@purser/contract/content';
import { LANGUAGE_NAMES, LANGUAGE_TAGS, type Language } from '@purser/contract/language';
import { RichTextView } from '@purser/ui/rich-text';
import { StatusTag } from '@purser/ui/status-tag';
import { Button, Input, Skeleton } from 'antd';
import { Suspense, useState } from 'react';
import styles from './content.module.css';
import { useT } from './texts.ts';
import { type DraftState, isHalf, type Words } from './use-draft.ts';

const RichEditor = lazyPart(() => import('./rich-editor.tsx'));

const BLANK: Words = { title: '', body: { type: 'doc', content: [{ type: 'paragraph' }] } };

interface LanguagePaneProps {
  readonly language: Language;
  readonly words: Words | undefined;
  readonly readOnly: boolean;
  readonly draft: DraftState;
  /** What is now written, for the preview. */
  readonly onChange: (words: Words) => void;
}

/** One language of a text: its title, its words, and whether they follow the others. */
export function LanguagePane({ language, words, readOnly, draft, onChange }: LanguagePaneProps) {
  const t = useT();
  const [now, setNow] = useState(words ?? BLANK);
  const name = LANGUAGE_NAMES[language];
  const change = (more: Partial<Words>): void => {
    const next = { ...now, ...more };
    setNow(next);
    onChange(next);
    // Half of a text is saved once the other half is there.
    if (!isHalf(next)) draft.change({ texts: { [language]: next } });
  };
  const isOutdated = draft.outdated.includes(language);
  return (
    <section className={styles.pane} aria-label={name}>
      <div className={styles.paneHead}>
        <h2>{name}</h2>
        {words === undefined && now.title === '' && <StatusTag tone="neutral">{t('content.missing')}</StatusTag>}
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
