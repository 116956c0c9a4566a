import { usePage } from '../../shared/context.tsx';
import styles from './content.module.css';

/** The form's id. */
export const HELP_SEARCH = 'help-search';

/** Searches all that the provider has published: a form that needs no script. */
export function HelpSearch({ question = '' }: { question?: string }) {
  const { t } = usePage();
  return (
    <search>
      <form id={HELP_SEARCH} method="get" action="/help" className={styles.search}>
        <input type="search" name="q" defaultValue={question} aria-label={t('help_search')} placeholder={t('help_search')} maxLength={80} />
        <button>{t('help_search_go')}</button>
      </form>
    </search>
  );
}
