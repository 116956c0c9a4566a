import type { announcementsPage, PageOf } from '@purser/contract/payer-pages';
import { LANGUAGES } from '@purser/contract/language';
import { usePage } from '../../shared/context.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import styles from './content.module.css';
import { HelpSearch } from './help-search.tsx';
import { Day } from './prose.tsx';

/** What the provider has announced, newest first. */
function Announcements({ page: { list, number, has_more } }: { page: PageOf<typeof announcementsPage> }) {
  const { t } = usePage();
  return (
    <Shell width="reading">
      <h1 className={styles.title}>{t('announcements_title')}</h1>
      <HelpSearch />
      {list.length === 0 ? (
        <p className={styles.quiet}>{t('announcements_empty')}</p>
      ) : (
        <Card>
          <ul className={styles.links}>
            {list.map(({ slug, title, summary, published_at }) => (
              <li key={slug}>
                <p className={styles.quiet}>
                  <Day instant={published_at} />
                </p>
                <a href={`/announcements/${slug}`}>{title}</a>
                <p>{summary}</p>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {(number > 1 || has_more) && (
        <nav className={styles.pages} aria-label={t('announcements_title')}>
          {number > 1 ? <a href={`/announcements?page=${number - 1}`}>{t('previous_page')}</a> : <span />}
          {has_more && <a href={`/announcements?page=${number + 1}`}>{t('next_page')}</a>}
        </nav>
      )}
    </Shell>
  );
}

export const announcements: PageView<typeof announcementsPage> = {
  Component: Announcements,
  title: (_page, t) => t('announcements_title'),
  found: ({ number }, t) => (number === 1 ? { path: '/announcements', description: t('announcements_lead'), languages: LANGUAGES } : null),
};
