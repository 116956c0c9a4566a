import { useKitTexts } from './texts.tsx';
import styles from './count-badge.module.css';

export const BADGE_MAXIMUM = 99;

export interface CountBadgeProps {
  readonly count: number;
  /** Above it the badge says "99+". */
  readonly max?: number;
}

/** A count on the corner of what it stands beside; nothing at zero. */
export function CountBadge({ count, max = BADGE_MAXIMUM }: CountBadgeProps) {
  const { t } = useKitTexts();
  if (count <= 0) return null;
  const shown = count > max ? `${max}+` : String(count);
  return (
    <span className={styles['badge']}>
      <span aria-hidden="true">{shown}</span>
      <span className="visually-hidden">{t('kit.unreadMany', { count: shown })}</span>
    </span>
  );
}
