import { contentPath } from '@purser/contract/content';
import type { legalPage, PageOf } from '@purser/contract/payer-pages';
import { usePage } from '../../shared/context.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import styles from './content.module.css';
import { HelpSearch } from './help-search.tsx';
import { Day, NothingHere, OtherLanguage, Prose } from './prose.tsx';

type LegalPage = PageOf<typeof legalPage>;

/** A legal text in the version in force, or in an earlier one, with the way to all of them. */
function Legal({ page: { kind, text, versions } }: { page: LegalPage }) {
  const { t } = usePage();
  const latest = versions[0]?.version;
  const path = kind ? contentPath(kind, '') : '/help';
  return (
    <Shell width="reading">
      <Card>
        {text ? (
          <article className={styles.article}>
            <h1>{text.title}</h1>
            <p className={styles.quiet}>
              {t('legal_version', { version: text.version })} · {t('legal_in_force_from')} <Day instant={text.updated_at} />
            </p>
            {text.version !== latest && (
              <Notice kind="advice">
                {t('legal_earlier')} <a href={path}>{t('legal_read_current')}</a>
              </Notice>
            )}
            <OtherLanguage language={text.language} />
            <Prose html={text.html} language={text.language} />
          </article>
        ) : (
          <NothingHere title={t('legal_unknown_title')} hint={t('legal_unknown_text')} href="/help" go={t('help_all')} />
        )}
      </Card>
      {versions.length > 1 && (
        <details className={styles.versions}>
          <summary>{t('legal_versions')}</summary>
          <ul className={styles.plain}>
            {versions.map(({ version, published_at }) => (
              <li key={version}>
                <a
                  href={version === latest ? path : `${path}?version=${version}`}
                  aria-current={version === text?.version ? 'page' : undefined}
                >
                  {t('legal_version', { version })}
                </a>{' '}
                · <Day instant={published_at} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <HelpSearch />
    </Shell>
  );
}

export const legal: PageView<typeof legalPage> = {
  Component: Legal,
  title: ({ text }, t) => text?.title ?? t('legal_unknown_title'),
  found: ({ kind, text, versions }) =>
    kind && text && text.version === versions[0]?.version
      ? { path: contentPath(kind, ''), description: text.summary, languages: text.languages }
      : null,
};
