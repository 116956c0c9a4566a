import { SendOutlined } from '@ant-design/icons';
import { ErrorState } from '@purser/ui/states';
import { useKitTexts } from '@purser/ui/texts';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { Modal } from '@purser/ui/modal';
import { useState } from 'react';
import { type Endpoint, ping, type PingResult, preview, type SignedRequest } from './api.ts';
import { CodeBlock } from './code-block.tsx';
import { useT, type T } from './texts.ts';
import styles from './cut-in.module.css';
import { May } from '../../shared/may.tsx';

/** A test event for one endpoint: the signed request as it would be sent, and once it was sent, what came back. */
export function Tester({ endpoint, onClose }: { readonly endpoint: Endpoint; readonly onClose: () => void }) {
  const t = useT();
  const { t: kit } = useKitTexts();
  const { endpoint_id } = endpoint;
  const shown = useQuery({
    queryKey: ['webhook-preview', endpoint_id],
    queryFn: () => preview(endpoint_id),
    staleTime: Infinity,
    gcTime: 0,
  });
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<PingResult>();
  const request = result?.request ?? shown.data;

  const send = async (): Promise<void> => {
    setBusy(true);
    setResult(undefined);
    try {
      setResult(await ping(endpoint_id));
    } catch {
      // The user has been told why.
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      width={720}
      title={t('cutIn.testTitle')}
      onCancel={onClose}
      footer={
        <div className={styles.buttons}>
          <May permission="integration.change">
            <Button type="primary" icon={<SendOutlined aria-hidden />} loading={busy} onClick={() => void send()}>
              {busy ? t('cutIn.pinging') : t('cutIn.ping')}
            </Button>
          </May>
          <Button onClick={onClose}>{kit('kit.close')}</Button>
        </div>
      }
    >
      <div className={styles.tester}>
        <output>
          {result && <span className={result.delivered ? styles.delivered : styles.undelivered}>{resultText(result, t)}</span>}
        </output>
        {result?.answer !== undefined && result.answer !== null && (
          <section aria-label={t('cutIn.answer')}>
            <h3>{t('cutIn.answer')}</h3>
            {result.answer === '' ? (
              <p className={styles.hint}>{t('cutIn.answerEmpty')}</p>
            ) : (
              <CodeBlock text={result.answer} what={t('cutIn.answer')} />
            )}
          </section>
        )}
        <section aria-label={t('cutIn.request')}>
          <h3>{t('cutIn.request')}</h3>
          <p className={styles.hint}>{result?.request ? t('cutIn.testSent') : t('cutIn.testLead')}</p>
          {request ? (
            <CodeBlock text={requestText(request)} what={t('cutIn.request')} />
          ) : shown.isError ? (
            <ErrorState error={shown.error} onRetry={() => void shown.refetch()} busy={shown.isFetching} />
          ) : (
            <Skeleton active title={false} paragraph={{ rows: 6 }} />
          )}
        </section>
      </div>
    </Modal>
  );
}

function requestText({ method, address, headers, body }: SignedRequest): string {
  return [`${method} ${address}`, ...headers.map(({ name, value }) => `${name}: ${value}`), '', body].join('\n');
}

function resultText({ delivered, http_status: status, duration_ms: ms, problem }: PingResult, t: T): string {
  if (status === null) return t('cutIn.pingFailed', { ms, problem: problem ?? '' });
  return delivered ? t('cutIn.pingDelivered', { status, ms }) : t('cutIn.pingFailedStatus', { status, ms });
}
