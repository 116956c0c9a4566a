import { useQuery } from '@tanstack/react-query';
import { isStanding, STANDING_KINDS } from '@purser/contract/content';
import { contentPages, standingAddress } from './content-api.ts';
import styles from './content.module.css';
import { useI18n } from './texts.ts';

const LINKED = ['help_article', ...STANDING_KINDS] as const;

/** The provider's public pages, those that there are. */
export default function ContentPages() {
  const { t, language } = useI18n();
  const { data } = useQuery(contentPages);
  const kinds = LINKED.filter((kind) => data?.kinds.includes(kind));
  if (kinds.length === 0) return null;
  return (
    <nav aria-label={t('pages.title')}>
      <ul className={styles.pages}>
        {kinds.map((kind) => (
          <li key={kind}>
            <a href={isStanding(kind) ? standingAddress(kind, language) : `/help?lang=${language}`} target="_blank" rel="noreferrer">
              {t(`pages.${kind}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
