import { DownloadOutlined } from '@ant-design/icons';
import { EXPORT_FORMATS } from '@purser/contract/list-call';
import { Button, Dropdown } from 'antd';
import { formatNumber } from '../../shared/format.ts';
import { useI18n } from '../../shared/i18n.tsx';
import type { FlowFilters } from './api.ts';
import styles from './fund-flow.module.css';
import { useExport, type RunningExport } from './use-export.ts';

/** Exports what the filters show; while the file comes, its progress and a way to stop take the button's place. */
export function ExportButton({ filters }: { readonly filters: FlowFilters }) {
  const { t } = useI18n();
  const { running, start, cancel } = useExport();
  if (running) {
    return (
      <div className={styles['exporting']}>
        <ExportProgress running={running} />
        <Button onClick={cancel}>{t('fundFlow.exportCancel')}</Button>
      </div>
    );
  }
  const names = { csv: t('fundFlow.exportCsv'), xlsx: t('fundFlow.exportXlsx') };
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items: EXPORT_FORMATS.map((format) => ({ key: format, label: names[format], onClick: () => start(format, filters) })) }}
    >
      <Button icon={<DownloadOutlined />} aria-haspopup="menu">
        {t('fundFlow.export')}
      </Button>
    </Dropdown>
  );
}

function ExportProgress({ running }: { readonly running: RunningExport }) {
  const { t, tag } = useI18n();
  const { progress } = running;
  const rows = progress?.rowsExpected;
  const words = progress
    ? t('fundFlow.exportProgress', { rows: rows === undefined ? '…' : formatNumber(rows), size: sizeOf(progress.bytesReceived, tag) })
    : t('fundFlow.exportStarting');
  return (
    <span className={styles['progress']}>
      <span>{words}</span>
      <progress
        aria-label={t('fundFlow.exporting')}
        max={rows || undefined}
        value={rows === undefined ? undefined : progress?.rowsReceived}
      />
    </span>
  );
}

function sizeOf(bytes: number, tag: string): string {
  const [unit, divisor] = bytes < 1_000_000 ? ['KB', 1_000] : ['MB', 1_000_000];
  return `${(bytes / Number(divisor)).toLocaleString(tag, { maximumFractionDigits: 1 })} ${unit}`;
}
