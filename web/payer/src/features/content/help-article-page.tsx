import type { helpArticlePage, PageOf } from '@purser/contract/payer-pages';
import { usePage } from '../../shared/context.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import styles from './content.module.css';
import { HelpSearch } from './help-search.tsx';
import { Day, NothingHere, OtherLanguage, Prose } from './prose.tsx';

/** One article of the help center. */
function HelpArticle({ page: { article, category, others } }: { page: PageOf<typeof helpArticlePage> }) {
  const { t } = usePage();
  return (
    <Shell width="reading">
      <nav className={styles.trail} aria-label={t('you_are_here')}>
        <a href="/help">{t('help_title')}</a>
        {category && <a href={`/help#${category}`}>{t(`help_${category}`)}</a>}
      </nav>
      <Card>
        {article ? (
          <article className={styles.article}>
            <h1>{article.title}</h1>
            <OtherLanguage language={article.language} />
            <Prose html={article.html} language={article.language} />
            <p className={styles.quiet}>
              {t('content_updated')} <Day instant={article.updated_at} />
            </p>
          </article>
        ) : (
          <NothingHere title={t('help_unknown_title')} hint={t('content_unknown_text')} href="/help" go={t('help_all')} />
        )}
      </Card>
      {others.length > 0 && (
        <nav className={styles.others} aria-labelledby="others">
          <h2 id="others" className={styles.part}>
            {t('help_others')}
          </h2>
          <ul className={styles.plain}>
            {others.map(({ slug, title }) => (
              <li key={slug}>
                <a href={`/help/${slug}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <HelpSearch />
    </Shell>
  );
}

export const helpArticle: PageView<typeof helpArticlePage> = {
  Component: HelpArticle,
  title: ({ article }, t) => (article ? `${article.title} · ${t('help_title')}` : t('help_unknown_title')),
  found: ({ article }) => article && { path: `/help/${article.slug}`, description: article.summary, languages: article.languages },
};
