import { LANGUAGE_TAGS } from '@purser/contract/language';
import { Bones } from '@purser/ui/bones';
import { formatInstant } from '@purser/ui/instant-text';
import { RichTextView } from '@purser/ui/rich-text';
import { ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode, type ToggleEvent } from 'react';
import { announcementList, announcementText, markAnnouncementsRead, pageAddress } from './content-api.ts';
import styles from './content.module.css';
import { useI18n, useT } from './texts.ts';

/** What the provider announces. Each opens in its place, as those for merchants alone have no public page. */
export default function Announcements() {
  const t = useT();
  const query = useQuery(announcementList);
  const { error, isError, isFetching, refetch } = query;
  const data = query.data?.list;
  useEffect(() => {
    const unread = data?.filter(({ is_new }) => is_new).map(({ slug }) => slug) ?? [];
    if (unread.length === 0) return;
    markAnnouncementsRead(unread).catch(() => {
      // The count stays as it is; nothing else depends on it.
    });
  }, [data]);
  return (
    <section className={styles.announcements} aria-labelledby="announcements-title">
      <h2 id="announcements-title">{t('announcements.title')}</h2>
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!data && !isError && <Bones lines={2} />}
      {data?.length === 0 && <p className={styles.none}>{t('announcements.none')}</p>}
      <ul>
        {data?.map(({ slug, title, published_at, is_new }) => (
          <li key={slug} data-new={is_new}>
            <Announcement slug={slug}>
              <span>
                {is_new && <span className="visually-hidden">{t('news.new')}: </span>}
                {title}
              </span>
              <time dateTime={published_at}>{formatInstant(published_at)}</time>
            </Announcement>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Announcement({ slug, children }: { readonly slug: string; readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const onToggle = (event: ToggleEvent<HTMLDetailsElement>): void => {
    // React hands it on to the popover around, which would take it for its own.
    event.stopPropagation();
    setOpen(event.currentTarget.open);
  };
  return (
    <details onToggle={onToggle}>
      <summary>{children}</summary>
      {open && <AnnouncementText slug={slug} />}
    </details>
  );
}

function AnnouncementText({ slug }: { readonly slug: string }) {
  const { t, language } = useI18n();
  const { data, error, isError, isFetching, refetch } = useQuery(announcementText(slug));
  const body = useRef<HTMLDivElement>(null);
  const isShown = data !== undefined;
  useEffect(() => {
    if (isShown) body.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  if (!data) return isError ? <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} /> : <Bones lines={2} />;
  return (
    <div ref={body} className={styles.body}>
      <RichTextView text={data.body} lang={LANGUAGE_TAGS[data.language]} />
      {data.is_public && (
        <a className={styles.page} href={pageAddress('announcement', slug, language)} target="_blank" rel="noreferrer">
          {t('announcements.openPage')}
        </a>
      )}
    </div>
  );
}
