import { contentPath, isStanding } from '@purser/contract/content';
import type { ContentLink, FoundText } from '@purser/contract/content-shown';
import type { helpPage, PageOf } from '@purser/contract/payer-pages';
import { LANGUAGES } from '@purser/contract/language';
import { usePage } from '../../shared/context.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import styles from './content.module.css';
import { HELP_SEARCH, HelpSearch } from './help-search.tsx';

type HelpPage = PageOf<typeof helpPage>;

/** The help center: what there is to read, by what it is about, and what was looked for. */
function Help({ page }: { page: HelpPage }) {
  const { t } = usePage();
  return (
    <Shell width="wide" keeps={HELP_SEARCH}>
      <div className={styles.hero}>
        <h1>{t('help_title')}</h1>
        <p>{t('help_lead')}</p>
        <HelpSearch question={page.question} />
      </div>
      {page.found ? <Found page={page} found={page.found} /> : <Categories page={page} />}
    </Shell>
  );
}

function Found({ page, found }: { page: HelpPage; found: readonly FoundText[] }) {
  const { t } = usePage();
  return (
    <Card>
      <h2 className={styles.part}>
        {found.length === 0
          ? t('help_nothing_found', { question: page.question })
          : t('help_found', { count: found.length, question: page.question })}
      </h2>
      {found.length === 0 ? <p className={styles.quiet}>{t('help_nothing_hint')}</p> : <FoundTexts found={found} />}
      <a className={styles.onward} href="/help">
        {t('help_all')}
      </a>
    </Card>
  );
}

/** Texts of every kind, each with what it is. */
function FoundTexts({ found }: { found: readonly FoundText[] }) {
  const { t } = usePage();
  return (
    <ul className={styles.links}>
      {found.map(({ kind, slug, title, summary }) => (
        <li key={contentPath(kind, slug)}>
          <p className={styles.quiet}>{isStanding(kind) ? t(kind) : t(`content_${kind}`)}</p>
          <a href={contentPath(kind, slug)}>{title}</a>
          <p>{summary}</p>
        </li>
      ))}
    </ul>
  );
}

function Categories({ page }: { page: HelpPage }) {
  const { t } = usePage();
  if (page.categories.length === 0) return <p className={styles.quiet}>{t('help_empty')}</p>;
  return (
    <div className={styles.categories}>
      {page.categories.map(({ category, articles }) => (
        <section key={category} id={category} className={styles.category} aria-labelledby={`${category}-title`}>
          <h2 id={`${category}-title`} className={styles.part}>
            {t(`help_${category}`)}
          </h2>
          <Articles articles={articles} />
        </section>
      ))}
    </div>
  );
}

function Articles({ articles }: { articles: readonly ContentLink[] }) {
  return (
    <ul className={styles.links}>
      {articles.map(({ slug, title, summary }) => (
        <li key={slug}>
          <a href={`/help/${slug}`}>{title}</a>
          <p>{summary}</p>
        </li>
      ))}
    </ul>
  );
}

export const help: PageView<typeof helpPage> = {
  Component: Help,
  title: (_page, t) => t('help_title'),
  found: (page, t) => (page.found ? null : { path: '/help', description: t('help_lead'), languages: LANGUAGES }),
};
