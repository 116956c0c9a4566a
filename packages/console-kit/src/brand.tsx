import styles from './brand.module.css';

interface BrandProps {
  /** Whose side of Purser this is, where it is not the merchants'. */
  readonly side?: string;
}

/** The name and the mark. */
export function Brand({ side }: BrandProps) {
  return (
    <span className={styles.brand}>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <rect width="32" height="32" rx="8" className={styles.ground} />
        <path
          d="M11 24V8h6.2a5.3 5.3 0 0 1 0 10.6H11"
          fill="none"
          stroke="#fff"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Purser
      {side !== undefined && <span className={styles.side}>{side}</span>}
    </span>
  );
}
