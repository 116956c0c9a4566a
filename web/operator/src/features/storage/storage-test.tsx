import type { OutputOf } from '@purser/contract/call';
import type { storageTest } from '@purser/contract/features/storage';
import { StatusTag } from '@purser/ui/status-tag';
import { formatNumber } from '@purser/console-kit/format';
import { Button } from 'antd';
import { useState } from 'react';
import { testStorage } from './api.ts';
import styles from './storage.module.css';
import { useT } from './texts.ts';

/** Tests the storage, and says how that went until it is tested again. */
export function StorageTest() {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<OutputOf<typeof storageTest>>();

  const attempt = async (): Promise<void> => {
    setBusy(true);
    setTold(undefined);
    // A request that fails is told of by the client.
    setTold(await testStorage().catch(() => undefined));
    setBusy(false);
  };

  return (
    <div className={styles.test}>
      <Button loading={busy} onClick={() => void attempt()}>
        {t('storage.test')}
      </Button>
      <output>
        {told ? (
          <StatusTag tone={told.problem === null ? 'success' : 'danger'}>
            {told.problem === null ? t('storage.well', { ms: formatNumber(told.duration_ms) }) : t(`storage.problem.${told.problem}`)}
          </StatusTag>
        ) : (
          t('storage.lead')
        )}
      </output>
    </div>
  );
}
