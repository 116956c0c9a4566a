import { SendOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useT, type T } from '../../shared/i18n.tsx';
import { ping, type PingResult } from './api.ts';
import styles from './api-management.module.css';

/** Sends a test event now and says how the endpoint answered. */
export function Ping({ disabled }: { readonly disabled: boolean }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<PingResult>();

  const send = async (): Promise<void> => {
    setBusy(true);
    setResult(undefined);
    try {
      setResult(await ping());
    } catch {
      // The user has been told why.
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Button icon={<SendOutlined />} disabled={disabled} loading={busy} onClick={() => void send()}>
        {busy ? t('apiManagement.pinging') : t('apiManagement.ping')}
      </Button>
      <output className={styles['ping']}>
        {result && <span className={result.delivered ? styles['delivered'] : styles['undelivered']}>{resultText(result, t)}</span>}
      </output>
    </>
  );
}

function resultText({ delivered, http_status: status, duration_ms: ms, problem }: PingResult, t: T): string {
  if (status === null) return t('apiManagement.pingFailed', { ms, problem: problem ?? '' });
  return delivered ? t('apiManagement.pingDelivered', { status, ms }) : t('apiManagement.pingFailedStatus', { status, ms });
}
