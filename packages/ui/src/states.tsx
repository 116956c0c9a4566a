import type { ReactNode } from 'react';
import { useKitTexts } from './texts.tsx';
import styles from './states.module.css';

export interface EmptyStateProps {
  readonly title: string;
  /** What to do so that something appears here, where the title does not tell. */
  readonly hint?: string;
  readonly action?: ReactNode;
}

export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <svg viewBox="0 0 48 48" width="48" height="48" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
        <path d="M8 29 14 11h20l6 18v9H8z" />
        <path d="M8 29h10l2 4h8l2-4h10" />
      </svg>
      <p className={styles.title}>{title}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {action}
    </div>
  );
}

export interface ErrorStateProps {
  /** What failed: the app says why in the user's words, where it knows. */
  readonly error?: unknown;
  readonly onRetry: () => void;
  readonly busy?: boolean;
}

export function ErrorState({ error, onRetry, busy = false }: ErrorStateProps) {
  const { t, whyFailed } = useKitTexts();
  const why = whyFailed?.(error);
  return (
    <div className={styles.state} role="alert">
      <svg viewBox="0 0 48 48" width="48" height="48" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
        <circle cx="24" cy="24" r="17" />
        <path d="M24 15v11M24 31v2" strokeLinecap="round" />
      </svg>
      <p className={styles.title}>{t('kit.failedTitle')}</p>
      <p className={styles.hint}>{why?.text ?? t('kit.failedHint')}</p>
      {why?.isFinal !== true && (
        <PlainButton onClick={onRetry} disabled={busy}>
          {busy ? t('kit.loading') : t('kit.retry')}
        </PlainButton>
      )}
    </div>
  );
}

interface PlainButtonProps {
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly children: string;
}

/** A button that needs no antd: the pages before the console use these states too. */
export function PlainButton({ onClick, disabled = false, children }: PlainButtonProps) {
  return (
    <button type="button" className={styles.button} onClick={onClick} disabled={disabled}>
      {children}
    </button>
  );
}
