import styles from './status-tag.module.css';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

export interface StatusTagProps {
  readonly tone: Tone;
  /** The word; colour alone never says it. */
  readonly children: string;
}

export function StatusTag({ tone, children }: StatusTagProps) {
  return <span className={`${styles.tag} ${styles[tone]}`}>{children}</span>;
}
