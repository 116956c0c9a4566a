import { Card } from '@purser/console-kit/card';
import { host } from '@purser/console-kit/client';
import { Segmented } from '@purser/ui/segmented';
import { ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useState } from 'react';
import { CodeBlock } from './code-block.tsx';
import { SAMPLE_NAMES, type SampleName, sampleOf } from './samples.ts';
import { useT } from './texts.ts';
import styles from './cut-in.module.css';

/** Programs that the merchant's engineers copy. */
export function SamplesCard() {
  const t = useT();
  const [name, setName] = useState<SampleName>('curl');
  const query = useQuery({
    queryKey: ['integration-sample', name],
    queryFn: async () => sampleOf(name, new URL(await host.current(), location.origin).href.replace(/\/$/, '')),
    staleTime: Infinity,
  });
  return (
    <Card title={t('cutIn.samplesTitle')} hint={t('cutIn.samplesHint')}>
      <div className={styles.samples}>
        <Segmented<SampleName>
          label={t('cutIn.samplesChoice')}
          value={name}
          options={SAMPLE_NAMES.map((value) => ({ value, label: value }))}
          onChange={setName}
        />
        {query.data !== undefined ? (
          <CodeBlock key={name} text={query.data} what={t('cutIn.sample', { name })} />
        ) : query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 10 }} />
        )}
      </div>
    </Card>
  );
}
