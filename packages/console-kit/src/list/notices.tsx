import { Button } from 'antd';
import { formatNumber } from '../format.ts';
import { useT } from '../i18n.tsx';
import styles from './list.module.css';

interface NoticesProps {
  readonly list: {
    readonly newer: { readonly count: number; readonly exact: boolean } | undefined;
    readonly changed: boolean;
    readonly showNewer: () => void;
    readonly showChanged: () => void;
  };
}

/** What has happened meanwhile, where showing it at once would move the rows under the reader's eyes. */
export function Notices({ list }: NoticesProps) {
  const t = useT();
  const { newer, changed } = list;
  const count = newer && formatNumber(newer.count);
  return (
    <output className={styles.notices}>
      {newer && count !== undefined && (
        <span className={styles.notice}>
          {newer.exact ? t('list.newRows', { count }) : t('list.newRowsMany', { count })}
          <Button size="small" type="link" onClick={list.showNewer}>
            {t('list.showNew')}
          </Button>
        </span>
      )}
      {changed && (
        <span className={styles.notice}>
          {t('list.changed')}
          <Button size="small" type="link" onClick={list.showChanged}>
            {t('list.showChanged')}
          </Button>
        </span>
      )}
    </output>
  );
}
