import { DownloadOutlined } from '@ant-design/icons';
import { EXPORT_FORMATS, type ExportFormat } from '@purser/contract/list-call';
import { Menu } from '@purser/ui/menu';
import { Button } from 'antd';
import { formatNumber } from '../format.ts';
import { useI18n } from '../i18n.tsx';
import { useOfferedExport } from '../palette/offered-export.ts';
import styles from './list.module.css';
import { useExport, type RunningExport, type WhatToExport } from './use-export.ts';

interface ExportButtonProps extends WhatToExport {
  /** Whether the list goes in another order than its file. */
  readonly sorted: boolean;
}

/** Exports what the filters show, the newest first; while the file comes, its progress and a way to stop take the button's place. */
export function ExportButton({ sorted, ...what }: ExportButtonProps) {
  const { t } = useI18n();
  const { running, start, cancel } = useExport(what);
  useOfferedExport(running ? undefined : start);
  if (running) {
    return (
      <div className={styles.exporting}>
        <ExportProgress running={running} />
        <Button onClick={cancel}>{t('list.exportCancel')}</Button>
      </div>
    );
  }
  const names = { csv: t('list.exportCsv'), xlsx: t('list.exportXlsx') };
  return (
    <Menu
      label={t('list.export')}
      align="end"
      items={EXPORT_FORMATS.map((format) => ({ key: format, label: names[format] }))}
      note={sorted ? t('list.exportNewestFirst') : undefined}
      onChoose={(format) => start(format as ExportFormat)}
      renderButton={(opener) => (
        <Button icon={<DownloadOutlined aria-hidden />} {...opener}>
          {t('list.export')}
        </Button>
      )}
    />
  );
}

function ExportProgress({ running }: { readonly running: RunningExport }) {
  const { t, tag } = useI18n();
  const { progress } = running;
  const rows = progress?.rowsExpected;
  const words = progress
    ? t('list.exportProgress', { rows: rows === undefined ? '…' : formatNumber(rows), size: sizeOf(progress.bytesReceived, tag) })
    : t('list.exportStarting');
  return (
    <span className={styles.progress}>
      <span>{words}</span>
      <progress aria-label={t('list.exporting')} max={rows || undefined} value={rows === undefined ? undefined : progress?.rowsReceived} />
    </span>
  );
}

function sizeOf(bytes: number, tag: string): string {
  const [unit, divisor] = bytes < 1_000_000 ? ['KB', 1_000] : ['MB', 1_000_000];
  return `${(bytes / Number(divisor)).toLocaleString(tag, { maximumFractionDigits: 1 })} ${unit}`;
}
