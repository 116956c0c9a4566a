import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { closeNewestToast, closeToast, shownToasts, subscribeToToasts, TOAST_OFFSET_PX, type Toast, type ToastType } from './toast.ts';
import { useKitTexts } from './texts.tsx';
import styles from './toast-region.module.css';

const MARKS: Record<ToastType, string> = { success: '✓', info: 'i', warning: '!', error: '✕' };

/** Where toasts appear; once per app. */
export function ToastRegion() {
  const { t } = useKitTexts();
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      // One key, one thing: the drawer below stays open for the next press.
      if (event.key === 'Escape' && closeNewestToast()) event.stopPropagation();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);

  return (
    <section
      className={styles.region}
      style={{ top: TOAST_OFFSET_PX, gap: TOAST_OFFSET_PX }}
      aria-label={t('kit.toasts')}
      aria-live="polite"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const { t } = useKitTexts();
  const [paused, setPaused] = useState(false);
  const leftMs = useRef(toast.duration);

  useEffect(() => {
    if (toast.duration === 0 || paused) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => closeToast(toast.id), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= performance.now() - startedAt;
    };
  }, [toast, paused]);

  return (
    <div
      className={`${styles.card} ${styles[toast.type]}`}
      role={toast.type === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
    >
      <span className={styles.mark} aria-hidden="true">
        {MARKS[toast.type]}
      </span>
      <span className={styles.message}>{toast.message}</span>
      {toast.showClose && (
        <button type="button" className={styles.close} onClick={() => closeToast(toast.id)} aria-label={t('kit.close')}>
          ×
        </button>
      )}
    </div>
  );
}
