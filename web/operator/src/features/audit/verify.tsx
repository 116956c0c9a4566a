import { client } from '@purser/console-kit/client';
import { formatNumber } from '@purser/console-kit/format';
import type { OutputOf } from '@purser/contract/call';
import { auditVerify } from '@purser/contract/features/audit';
import { formatInstant } from '@purser/ui/instant-text';
import { Button } from 'antd';
import { useState } from 'react';
import styles from './audit.module.css';
import { useT } from './texts.ts';

type Result = OutputOf<typeof auditVerify>;

/** Computes the log's chains anew and says what was found. */
export function Verify() {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result>();
  const verify = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setResult(undefined);
    try {
      setResult(await client.request(auditVerify, {}));
    } catch {
      // The user has been told why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <span className={styles.verify}>
      <output>{result && <Found result={result} />}</output>
      {/* The icon of a button that loads stays on its way out where the answer comes at once. */}
      <Button aria-busy={busy} onClick={() => void verify()}>
        {busy ? t('audit.verifying') : t('audit.verify')}
      </Button>
    </span>
  );
}

function Found({ result }: { readonly result: Result }) {
  const t = useT();
  const { breaks } = result;
  if (breaks.length > 0) {
    return (
      <span className={styles.broken}>
        {t('audit.broken', { breaks: breaks.length })}: {breaks.map(({ where, found }) => `${where}: ${found}`).join('; ')}
      </span>
    );
  }
  const values = { entries: formatNumber(result.entries), time: formatInstant(result.create_time) };
  return <span className={styles.intact}>{t(result.complete ? 'audit.intact' : 'audit.intactSoFar', values)}</span>;
}
