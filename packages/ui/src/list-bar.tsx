import type { ReactNode } from 'react';
import { useKitTexts } from './texts.tsx';
import styles from './list-bar.module.css';

export interface ListBarProps {
  readonly search?: ReactNode;
  /** The filters' chips. */
  readonly children: ReactNode;
  /** How many filters are set. */
  readonly active: number;
  readonly onClear: () => void;
  /** What one does with the list as a whole: export, columns. */
  readonly tools?: ReactNode;
}

/** The row above a list: what to search for, what narrows it, and its tools. On a phone the chips are a line that scrolls. */
export function ListBar({ search, children, active, onClear, tools }: ListBarProps) {
  const { t } = useKitTexts();
  return (
    <div className={styles['bar']}>
      <search className={styles['filters']}>
        {search}
        <div className={styles['chips']}>
          {children}
          {active > 0 && (
            <button type="button" className={styles['reset']} onClick={onClear}>
              {t('kit.filtersReset')}
            </button>
          )}
        </div>
      </search>
      {tools !== undefined && <div className={styles['tools']}>{tools}</div>}
    </div>
  );
}
