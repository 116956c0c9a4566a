import { CallRefused } from '@purser/client/transport';
import { failureText } from '@purser/console-kit/failure-text';
import { mayAsk } from '@purser/console-kit/may-ask';
import { useSearchParam } from '@purser/console-kit/search-param';
import { contentPath } from '@purser/contract/content';
import { contentDetail } from '@purser/contract/features/content-editing';
import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES, type Language } from '@purser/contract/language';
import { formatInstant } from '@purser/ui/instant-text';
import { PageHead } from '@purser/ui/page-head';
import { RichTextView } from '@purser/ui/rich-text';
import { EmptyState, ErrorState } from '@purser/ui/states';
import { StatusTag } from '@purser/ui/status-tag';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Link, useBlocker } from '@tanstack/react-router';
import { Button, Skeleton, Tabs } from 'antd';
import { Drawer } from '@purser/ui/drawer';
import { useState } from 'react';
import { useAllowed } from '../../shared/session.ts';
import { Acts } from './acts.tsx';
import { contentItem, type ContentItem } from './api.ts';
import styles from './content.module.css';
import { LanguagePane } from './language-pane.tsx';
import { TextSettings } from './settings.tsx';
import { useT } from './texts.ts';
import { useDraft } from './use-draft.ts';
import { Versions } from './versions.tsx';
import { namesOf, STATE_TONES } from './words.ts';

/** One text: its four languages, what is published of it, and what can be done with it. */
export default function TextPage() {
  const [id = ''] = useSearchParam('id');
  const isPossible = mayAsk(contentDetail, { content_id: id });
  const { data, error, isError, isFetching, refetch } = useQuery({ ...contentItem(id), ...(!isPossible && { enabled: false }) });
  if (!isPossible || (error instanceof CallRefused && error.outcome === 'content_unknown')) return <NoText />;
  if (!data) return isError ? <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} /> : <Skeleton active />;
  return (
    <OneText
      key={`${data.content_id} ${data.revision} ${data.state} ${data.scheduled_differs}`}
      item={data}
      onReload={() => void refetch()}
    />
  );
}

function NoText() {
  const t = useT();
  return (
    <>
      <PageHead title={t('menu.content')} />
      <EmptyState title={t('list.notFoundTitle')} hint={t('list.notFoundHint')} action={<ToAll />} />
    </>
  );
}

function ToAll() {
  const t = useT();
  return (
    <Link to={'/content' as never} className={styles.back}>
      {t('content.all')}
    </Link>
  );
}

function OneText({ item, onReload }: { readonly item: ContentItem; readonly onReload: () => void }) {
  const t = useT();
  const isAllowed = useAllowed();
  const readOnly = !isAllowed('content.change');
  const draft = useDraft(item);
  const hasHalf = draft.half.length > 0;
  const halfTold = t('content.half', { languages: namesOf(draft.half, t) });
  /** Saves everything before an act, after which the text is shown anew: nothing is done while half of a language would be lost by it. */
  const saveWhole = async (): Promise<boolean> => {
    if (hasHalf) toast.error(halfTold);
    return !hasHalf && (await draft.save());
  };
  const [shown, setShown] = useState<Language>('en');
  const [isPreview, setIsPreview] = useState(false);
  useBlocker({
    // Whoever leaves has everything saved first, and stays where that fails. Half of a text cannot be saved.
    // oxlint-disable-next-line eslint/no-alert -- the browser's own question, the same as when the tab is closed
    shouldBlockFn: async () => !(await draft.save()) || (hasHalf && !confirm(t('content.halfUnsaved'))),
    enableBeforeUnload: () => draft.isUnsaved() || hasHalf,
  });
  const title = item.title || item.slug;
  const preview = draft.missing.includes(shown) ? undefined : draft.words[shown];

  return (
    <>
      <ToAll />
      <PageHead
        title={title}
        hint={`${t(`content.kind.${item.kind}`)} · ${contentPath(item.kind, item.slug)}`}
        actions={
          <>
            {/* Its pictures are shown once it is saved. */}
            <Button onClick={() => void draft.save().then(() => setIsPreview(true))}>{t('content.preview')}</Button>
            {!readOnly && <Acts item={item} draft={draft} onSave={saveWhole} onDone={onReload} />}
          </>
        }
      />
      <p className={styles.standing} aria-live="polite">
        <StatusTag tone={STATE_TONES[item.state]}>{t(`content.state.${item.state}`)}</StatusTag>
        {item.publish_at && <span>{t('content.dueAt', { time: formatInstant(item.publish_at) })}</span>}
        <span>
          {draft.saving === 'saved' && (hasHalf ? halfTold : t('content.savedAt', { time: formatInstant(draft.saved_at) }))}
          {draft.saving === 'changed' && t('content.unsaved')}
          {draft.saving === 'saving' && t('content.saving')}
          {draft.saving === 'failed' && t('content.saveFailed')}
        </span>
      </p>
      <div aria-live="polite">
        {item.publish_at && draft.scheduled_differs && <p className={styles.differs}>{t('content.scheduledDiffers')}</p>}
      </div>
      {draft.problem !== undefined && (
        <div role="alert" className={styles.problem}>
          {failureText(draft.problem, t)}
          {draft.stale && <Button onClick={onReload}>{t('content.loadTheirs')}</Button>}
        </div>
      )}
      <TextSettings item={item} draft={draft} readOnly={readOnly} />
      <Tabs
        className={styles.tabs}
        activeKey={shown}
        onChange={(key) => setShown(key as Language)}
        items={LANGUAGES.map((one) => ({
          key: one,
          label: `${LANGUAGE_NAMES[one]}${draft.missing.includes(one) ? ` (${t('content.missing')})` : ''}${draft.outdated.includes(one) ? ` (${t('content.outdated')})` : ''}`,
        }))}
      />
      <div className={styles.panes}>
        {LANGUAGES.map((one) => (
          <div key={one} data-shown={one === shown}>
            <LanguagePane language={one} readOnly={readOnly} draft={draft} />
          </div>
        ))}
      </div>
      <Versions item={item} draft={draft} readOnly={readOnly} onSave={saveWhole} onRestored={onReload} />
      <Drawer open={isPreview} onClose={() => setIsPreview(false)} title={t('content.preview')} size={720} destroyOnHidden>
        <Tabs
          activeKey={shown}
          onChange={(key) => setShown(key as Language)}
          items={LANGUAGES.map((one) => ({ key: one, label: LANGUAGE_NAMES[one] }))}
        />
        {preview ? (
          <article>
            <h1 className={styles.previewTitle}>{preview.title}</h1>
            <RichTextView text={preview.body} lang={LANGUAGE_TAGS[shown]} />
          </article>
        ) : (
          <p>{t('content.fallback')}</p>
        )}
      </Drawer>
    </>
  );
}
