import { usePage } from '../../shared/context.tsx';
import styles from './content.module.css';

/** Searches all that the provider has published: a form that needs no script. */
export function HelpSearch({ question = '' }: { question?: string }) {
  const { t } = usePage();
  return (
    <search>
      <form method="get" action="/help" className={styles.search}>
        <input type="search" name="q" defaultValue={question} aria-label={t('help_search')} placeholder={t('help_search')} maxLength={80} />
        <button>{t('help_search_go')}</button>
      </form>
    </search>
  );
}
