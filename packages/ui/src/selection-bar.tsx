import type { ReactNode } from 'react';
import { useKitTexts } from './texts.tsx';
import styles from './selection-bar.module.css';

export interface SelectionBarProps {
  readonly count: number;
  /** How many may be selected for one act. */
  readonly most: number;
  readonly onClear: () => void;
  /** What one can do with them. */
  readonly children: ReactNode;
}

/**
 * How many rows are selected, and what one can do with all of them: at the lower edge of the list, in reach of a thumb. Whoever had the focus in it goes on
 * at the head of the list, at the box that selects all.
 */
export function SelectionBar({ count, most, onClear, children }: SelectionBarProps) {
  const { t } = useKitTexts();
  const isTooMany = count > most;
  return (
    <section className={styles.bar} aria-label={t('kit.selection')} data-selection-bar data-focus-after='input[type="checkbox"]'>
      <output className={isTooMany ? styles.tooMany : undefined}>
        {isTooMany ? t('kit.selectedTooMany', { count, most }) : t('kit.selected', { count })}
      </output>
      <button type="button" className={styles.clear} onClick={onClear}>
        {t('kit.selectNone')}
      </button>
      {!isTooMany && <span className={styles.acts}>{children}</span>}
    </section>
  );
}
