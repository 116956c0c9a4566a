import { useState } from 'react';
import { useAlive } from './alive.ts';
import button from './button.module.css';
import { usePage } from './context.tsx';
import styles from './copy-button.module.css';

/** Copies a text that stands beside it. Without a script there is none: the text can be marked. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { t } = usePage();
  const alive = useAlive();
  const [done, setDone] = useState<'copied' | 'copy_failed'>();
  if (!alive) return null;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setDone('copied');
    } catch {
      setDone('copy_failed');
    }
  };
  return (
    <span className={styles.copy}>
      <button type="button" className={button.link} onClick={() => void copy()} aria-label={t('copy_named', { what })}>
        {t('copy')}
      </button>
      <output>{done && t(done)}</output>
    </span>
  );
}
