import { Card } from '@purser/console-kit/card';
import { host } from '@purser/console-kit/client';
import { Segmented } from '@purser/ui/segmented';
import { ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useState } from 'react';
import { CodeBlock } from './code-block.tsx';
import { SDK_ARCHIVE } from './sdk-archive.ts';
import { SAMPLE_NAMES, type SampleName, sampleOf } from './samples.ts';
import { useT } from './texts.ts';
import styles from './cut-in.module.css';

/** Programs that the merchant's engineers copy. */
export function SamplesCard() {
  const t = useT();
  const [name, setName] = useState<SampleName>('curl');
  const query = useQuery({
    queryKey: ['integration-sample', name],
    queryFn: async () => {
      const address = new URL(await host.current(), location.origin).href.replace(/\/$/, '');
      return { address, text: await sampleOf(name, address) };
    },
    staleTime: Infinity,
  });
  return (
    <Card title={t('cutIn.samplesTitle')} hint={t('cutIn.samplesHint')}>
      <div className={styles.samples}>
        <a className={styles.guide} href="/sdk/integrate.md" download>
          {t('cutIn.guide')}
        </a>
        <Segmented<SampleName>
          label={t('cutIn.samplesChoice')}
          value={name}
          options={SAMPLE_NAMES.map((value) => ({ value, label: value }))}
          onChange={setName}
        />
        {query.data !== undefined ? (
          <>
            {name === 'TypeScript' && <SdkArchive address={query.data.address} />}
            <CodeBlock key={name} text={query.data.text} what={t('cutIn.sample', { name })} />
          </>
        ) : query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 10 }} />
        )}
      </div>
    </Card>
  );
}

/** Where the sample's package comes from, and how it is known to be that one. */
function SdkArchive({ address }: { readonly address: string }) {
  const t = useT();
  return (
    <>
      <p className={styles.sdk}>{t('cutIn.sdkHint')}</p>
      <CodeBlock text={`npm install ${address}${SDK_ARCHIVE.path}`} what={t('cutIn.sdkInstall')} />
      <p className={styles.sdk}>
        {t('cutIn.sdkIntegrity')} <code>{SDK_ARCHIVE.integrity}</code>
      </p>
    </>
  );
}
