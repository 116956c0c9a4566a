import { toldQuery } from '@purser/console-kit/query';
import { isAgreement } from '@purser/contract/content';
import { contentAcceptances, contentRestore, contentVersionDetail } from '@purser/contract/features/content-editing';
import { LANGUAGE_NAMES, LANGUAGE_TAGS } from '@purser/contract/language';
import { DEFAULT_PAGE_SIZE } from '@purser/contract/list-call';
import { DetailsPart } from '@purser/ui/details';
import { formatInstant } from '@purser/ui/instant-text';
import { Paging } from '@purser/ui/paging';
import { RichTextView } from '@purser/ui/rich-text';
import { toast } from '@purser/ui/toast';
import { PHONE, useMedia } from '@purser/ui/use-media';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { Drawer } from '@purser/ui/drawer';
import { useState } from 'react';
import { actOn, type ContentItem } from './api.ts';
import styles from './content.module.css';
import { useT } from './texts.ts';
import type { DraftState } from './use-draft.ts';

interface VersionsProps {
  readonly item: ContentItem;
  readonly draft: DraftState;
  readonly readOnly: boolean;
  /** Whether everything that was typed is saved, so that an act loses nothing. */
  readonly onSave: () => Promise<boolean>;
  readonly onRestored: () => void;
}

/** What was published, each version as readers saw it, and who accepted it. */
export function Versions({ item, draft, readOnly, onSave, onRestored }: VersionsProps) {
  const t = useT();
  const [opened, setOpened] = useState<number>();
  const restore = async (version: number): Promise<void> => {
    if (!(await onSave())) return;
    await actOn(contentRestore, { content_id: item.content_id, revision: draft.currentRevision(), version });
    toast.success(t('content.restored', { version }));
    setOpened(undefined);
    onRestored();
  };
  if (item.versions.length === 0) return null;
  return (
    <DetailsPart title={t('content.versions')}>
      <ul className={styles.versions}>
        {item.versions.map(({ version, published_at, published_by, note, must_accept }) => (
          <li key={version}>
            <Button type="link" onClick={() => setOpened(version)}>
              {t('content.versionNumber', { version })}
            </Button>
            <span>
              {formatInstant(published_at)} · {published_by}
              {note && ` · ${note}`}
              {must_accept && ` · ${t('content.asksToAccept')}`}
            </span>
          </li>
        ))}
      </ul>
      {isAgreement(item.kind) && <Acceptances content_id={item.content_id} />}
      <Drawer
        open={opened !== undefined}
        onClose={() => setOpened(undefined)}
        size={720}
        title={t('content.versionNumber', { version: opened ?? 0 })}
        extra={!readOnly && opened !== undefined && <Button onClick={() => void restore(opened)}>{t('content.restore')}</Button>}
        destroyOnHidden
      >
        {opened !== undefined && <OneVersion content_id={item.content_id} version={opened} />}
      </Drawer>
    </DetailsPart>
  );
}

function OneVersion({ content_id, version }: { readonly content_id: string; readonly version: number }) {
  const { data } = useQuery(toldQuery(contentVersionDetail, { content_id, version }, []));
  if (!data) return <Skeleton active />;
  return data.texts.map(({ language, title, body }) => (
    <article key={language} className={styles.versionText}>
      <p className={styles.languageName}>{LANGUAGE_NAMES[language]}</p>
      <h2>{title}</h2>
      <RichTextView text={body} lang={LANGUAGE_TAGS[language]} />
    </article>
  ));
}

/** Who accepted an agreement, the latest first. */
function Acceptances({ content_id }: { readonly content_id: string }) {
  const t = useT();
  const phone = useMedia(PHONE);
  const [{ page, pageSize }, go] = useState({ page: 1, pageSize: DEFAULT_PAGE_SIZE });
  const { data } = useQuery(toldQuery(contentAcceptances, { content_id, page, page_size: pageSize }, ['content']));
  if (!data) return null;
  const setPage = (to: number, size: number): void => go({ page: size === pageSize ? to : 1, pageSize: size });
  return (
    <>
      <h3 className={styles.acceptances}>{t('content.acceptances', { count: data.total })}</h3>
      <ul className={styles.versions}>
        {data.list.map(({ owner_id, party, version, ip, accepted_at }) => (
          <li key={`${owner_id} ${version}`}>
            <span>
              {[`${t(`content.party.${party}`)} ${owner_id}`, t('content.versionNumber', { version }), formatInstant(accepted_at), ip]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {data.total > DEFAULT_PAGE_SIZE && <Paging data={data} position={{ page, pageSize, setPage }} phone={phone} />}
    </>
  );
}
