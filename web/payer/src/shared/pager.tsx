import { usePage } from './context.tsx';
import styles from './pager.module.css';

interface PagerProps {
  readonly page: number;
  readonly pages: number;
  /** What is paged through. */
  readonly label: string;
  readonly address: (page: number) => string;
}

/** To the page before and the page after; nothing where everything is on one. */
export function Pager({ page, pages, label, address }: PagerProps) {
  const { t } = usePage();
  if (pages <= 1) return null;
  return (
    <nav className={styles.pager} aria-label={label}>
      {page > 1 ? <a href={address(page - 1)}>{t('previous_page')}</a> : <span />}
      <span>{t('page_of', { page, pages })}</span>
      {page < pages ? <a href={address(page + 1)}>{t('next_page')}</a> : <span />}
    </nav>
  );
}
