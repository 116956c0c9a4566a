import type { agreementPage, PageOf } from '@purser/contract/payer-pages';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import styles from './content.module.css';
import { ShownPayer } from '../../shared/shown-payer.tsx';
import { Day, OtherLanguage, Prose } from './prose.tsx';

type AgreementPage = PageOf<typeof agreementPage>;

/** Asks a wallet user to accept the agreements in force before the wallet opens. Whoever does not can log out. */
function Agreement({ page }: { page: AgreementPage }) {
  const { t } = usePage();
  const isUpdate = page.agreements.some(({ is_update }) => is_update);
  return (
    <Shell
      width="reading"
      aside={
        <form method="post" action="/wallet/logout">
          <button className={button.link}>{t('log_out')}</button>
        </form>
      }
    >
      <Card>
        <h1 className={styles.title}>{isUpdate ? t('agreement_update_title') : t('agreement_title')}</h1>
        <p className={styles.lead}>{isUpdate ? t('agreement_update_text') : t('agreement_text')}</p>
        {page.problem && <Notice kind="problem">{page.problem.detail}</Notice>}
        {page.agreements.map((agreement) => (
          <section key={agreement.kind} className={styles.agreement} aria-labelledby={agreement.kind}>
            <h2 id={agreement.kind} className={styles.part}>
              {agreement.title}
            </h2>
            <p className={styles.quiet}>
              {t('legal_version', { version: agreement.version })} · <Day instant={agreement.published_at} />
            </p>
            <OtherLanguage language={agreement.language} />
            <Prose html={agreement.html} language={agreement.language} />
          </section>
        ))}
        <form method="post" action="/wallet/agreement" className={styles.accept}>
          <ShownPayer />
          <input type="hidden" name="next" value={page.next} />
          {page.agreements.map(({ kind, version }) => (
            <input key={kind} type="hidden" name={kind} value={version} />
          ))}
          <label className={styles.check}>
            <input type="checkbox" required />
            {t('agreement_read')}
          </label>
          <button className={button.primary}>{t('agreement_accept')}</button>
        </form>
      </Card>
    </Shell>
  );
}

export const agreement: PageView<typeof agreementPage> = {
  Component: Agreement,
  title: ({ agreements }, t) => (agreements.some(({ is_update }) => is_update) ? t('agreement_update_title') : t('agreement_title')),
};
