import type { LiabilityStatement } from '@purser/contract/features/liabilities';
import { LANGUAGES } from '@purser/contract/language';
import type { aboutPage, PageOf } from '@purser/contract/payer-pages';
import { usePage } from '../../shared/context.tsx';
import { useLocalTime } from '../../shared/local-time.tsx';
import { Money } from '../../shared/money.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import styles from './content.module.css';
import { NothingHere, OtherLanguage, Prose } from './prose.tsx';

/** Who the provider is. */
function About({ page: { text, statement } }: { page: PageOf<typeof aboutPage> }) {
  const { t } = usePage();
  return (
    <Shell width="reading">
      <Card>
        {text ? (
          <article className={styles.article}>
            <h1>{text.title}</h1>
            <OtherLanguage language={text.language} />
            <Prose html={text.html} language={text.language} />
          </article>
        ) : statement ? (
          <h1>{t('about_us')}</h1>
        ) : (
          <NothingHere title={t('legal_unknown_title')} hint={t('legal_unknown_text')} href="/help" go={t('help_all')} />
        )}
      </Card>
      {statement && <Liabilities statement={statement} />}
    </Shell>
  );
}

/** What the provider has stated to owe, for everybody to compare with what they have from elsewhere. */
function Liabilities({ statement }: { statement: LiabilityStatement }) {
  const { t } = usePage();
  return (
    <Card>
      <section className={styles.article} aria-labelledby="liabilities">
        <h2 className={styles.part} id="liabilities">
          {t('liabilities_about')}
        </h2>
        <p className={styles.quiet}>{t('liabilities_about_lead')}</p>
        <p className={styles.quiet}>{t('liabilities_as_of', { time: useLocalTime(statement.made_at) })}</p>
        {statement.coins.map(({ coin_name, sum, count, root }) => (
          <dl className={styles.stated} key={coin_name}>
            <div>
              <dt>{t('liabilities_sum')}</dt>
              <dd>
                <strong>
                  <Money amount={sum} coin={coin_name} />
                </strong>
              </dd>
            </div>
            <div>
              <dt>{t('liabilities_count')}</dt>
              <dd>{count}</dd>
            </div>
            <div>
              <dt>{t('liabilities_root')}</dt>
              <dd className={styles.root}>{root}</dd>
            </div>
          </dl>
        ))}
      </section>
    </Card>
  );
}

export const about: PageView<typeof aboutPage> = {
  Component: About,
  title: ({ text }, t) => text?.title ?? t('about_us'),
  found: ({ text, statement }, t) => {
    if (text) return { path: '/about', description: text.summary, languages: text.languages };
    return statement && { path: '/about', description: t('liabilities_about_lead'), languages: LANGUAGES };
  },
};
