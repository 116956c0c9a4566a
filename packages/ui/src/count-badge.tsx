import { useKitTexts } from './texts.tsx';
import styles from './count-badge.module.css';

export const BADGE_MAXIMUM = 99;

export interface CountBadgeProps {
  readonly count: number;
  /** Above it the badge says "99+". */
  readonly max?: number;
  /** What it counts: what is new, on the corner of something; or what waits, at the end of a line. */
  readonly what?: 'unread' | 'waiting';
}

/** A count on the corner of what it stands beside, or at the end of a line; nothing at zero. */
export function CountBadge({ count, max = BADGE_MAXIMUM, what = 'unread' }: CountBadgeProps) {
  const { t } = useKitTexts();
  if (count <= 0) return null;
  const shown = count > max ? `${max}+` : String(count);
  return (
    <span className={`${styles.badge} ${what === 'waiting' ? styles.inLine : styles.onCorner}`}>
      <span aria-hidden="true">{shown}</span>
      <span className="visually-hidden">{t(what === 'waiting' ? 'kit.waitingMany' : 'kit.unreadMany', { count: shown })}</span>
    </span>
  );
}
