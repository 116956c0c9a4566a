import { Button } from 'antd';
import type { AdjustmentRecord } from './api.ts';
import { isKept, useEnding } from './ending.tsx';
import { useT } from './texts.ts';
import styles from './adjustment.module.css';
import { May } from '../../shared/may.tsx';

interface EndButtonsProps {
  readonly row: AdjustmentRecord;
  readonly small?: boolean;
}

/** What one can do with an adjustment that is kept pending. */
export function EndButtons({ row, small = false }: EndButtonsProps) {
  const t = useT();
  const { release, takeBack } = useEnding();
  if (!isKept(row)) return null;
  const size = small ? 'small' : 'middle';
  return (
    <May permission="money.move">
      <span className={small ? styles.rowActs : styles.acts}>
        <Button type="primary" size={size} onClick={() => release(row)}>
          {t('adjustment.release')}
        </Button>
        <Button danger size={size} onClick={() => takeBack(row)}>
          {t('adjustment.takeBack')}
        </Button>
      </span>
    </May>
  );
}
