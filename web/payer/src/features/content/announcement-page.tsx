import type { announcementPage, PageOf } from '@purser/contract/payer-pages';
import { usePage } from '../../shared/context.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import styles from './content.module.css';
import { Day, NothingHere, OtherLanguage, Prose } from './prose.tsx';

function Announcement({ page: { announcement } }: { page: PageOf<typeof announcementPage> }) {
  const { t } = usePage();
  return (
    <Shell width="reading">
      <nav className={styles.trail} aria-label={t('you_are_here')}>
        <a href="/announcements">{t('announcements_title')}</a>
      </nav>
      <Card>
        {announcement ? (
          <article className={styles.article}>
            <p className={styles.quiet}>
              <Day instant={announcement.published_at} />
            </p>
            <h1>{announcement.title}</h1>
            <OtherLanguage language={announcement.language} />
            <Prose html={announcement.html} language={announcement.language} />
          </article>
        ) : (
          <NothingHere
            title={t('announcement_unknown_title')}
            hint={t('content_unknown_text')}
            href="/announcements"
            go={t('announcements_all')}
          />
        )}
      </Card>
    </Shell>
  );
}

export const announcement: PageView<typeof announcementPage> = {
  Component: Announcement,
  title: ({ announcement: text }, t) => (text ? `${text.title} · ${t('announcements_title')}` : t('announcement_unknown_title')),
  found: ({ announcement: text }) => text && { path: `/announcements/${text.slug}`, description: text.summary, languages: text.languages },
};
