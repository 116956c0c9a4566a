import { client } from '@purser/console-kit/client';
import { operatorFilePreview } from '@purser/contract/features/file';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import styles from './identity.module.css';
import { useT } from './texts.ts';

interface PhotographProps {
  readonly fileId: string;
  readonly name: string;
}

/** A photograph; where it did not come, it is asked for again. */
export function Photograph({ fileId, name }: PhotographProps) {
  const t = useT();
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const again = (): void => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return (
    <figure className={styles.photograph}>
      {failed ? (
        <Button onClick={again}>{t('identity.photographAgain')}</Button>
      ) : (
        <Picture key={attempt} fileId={fileId} name={name} onFailed={() => setFailed(true)} />
      )}
      <figcaption>{name}</figcaption>
    </figure>
  );
}

/** Fetched by a call that notes who looked, and kept no longer than it is shown. */
function Picture({ fileId, name, onFailed }: PhotographProps & { readonly onFailed: () => void }) {
  const [address, setAddress] = useState<string>();
  const failed = useEffectEvent(onFailed);
  useEffect(() => {
    const stop = new AbortController();
    let made: string | undefined;
    const load = async (): Promise<void> => {
      const response = await client.file(operatorFilePreview, { file_id: fileId }, { signal: stop.signal, quiet: true });
      const content = await response.blob();
      if (stop.signal.aborted) return;
      made = URL.createObjectURL(content);
      setAddress(made);
    };
    load().catch(() => {
      if (!stop.signal.aborted) failed();
    });
    return () => {
      stop.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [fileId]);
  if (address === undefined) return <span className={styles.loading} />;
  return (
    <a href={address} target="_blank" rel="noreferrer">
      <img src={address} alt={name} />
    </a>
  );
}
