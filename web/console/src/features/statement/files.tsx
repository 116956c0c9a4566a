import { STATEMENT_FORMATS, statementExport } from '@purser/contract/features/statement';
import { timeZoneName } from '@purser/ui/time-zone';
import { Button } from 'antd';
import { useDownload } from '../../shared/use-download.ts';
import type { StatementMonth } from './api.ts';
import styles from './statement.module.css';
import { useT } from './texts.ts';

/** A month's files. */
export function StatementFiles({ month: { coin_name, month } }: { readonly month: Pick<StatementMonth, 'coin_name' | 'month'> }) {
  const t = useT();
  const { running, start } = useDownload(statementExport);
  return (
    <span className={styles.files}>
      {STATEMENT_FORMATS.map((format) => {
        const name = `statement_${coin_name}_${month}.${format}`;
        return (
          <Button
            key={format}
            size="small"
            aria-label={t(`statement.${format}Of`, { month })}
            loading={running === name}
            disabled={running !== undefined && running !== name}
            onClick={() => start(name, { coin_name, month, format, time_zone: timeZoneName() })}
          >
            {t(`statement.${format}`)}
          </Button>
        );
      })}
    </span>
  );
}
