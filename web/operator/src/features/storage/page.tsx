import { Card } from '@purser/console-kit/card';
import { formatNumber } from '@purser/console-kit/format';
import type { OutputOf } from '@purser/contract/call';
import type { storageGet } from '@purser/contract/features/storage';
import { Fact, Facts } from '@purser/ui/facts';
import { PageHead } from '@purser/ui/page-head';
import { ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useAllowed } from '../../shared/session.ts';
import { place } from './api.ts';
import { StorageTest } from './storage-test.tsx';
import { useT } from './texts.ts';

const GIB = 2 ** 30;

/** Where files are kept, and a test of it. */
export default function StoragePage() {
  const t = useT();
  const tests = useAllowed()('system.change');
  const { data, error, isError, isFetching, refetch } = useQuery(place);
  return (
    <>
      <PageHead title={t('menu.storage')} hint={t('storage.hint')} />
      {data ? (
        <Card title={t(`storage.kind.${data.kind}`)} hint={t('storage.set')}>
          <Facts>
            <Fact label={t('storage.place')}>{data.place}</Fact>
            {data.host !== null && <Fact label={t('storage.host')}>{data.host}</Fact>}
            {data.kind === 'folder' && <Fact label={t('storage.space')}>{spaceText(data, t)}</Fact>}
          </Facts>
          {tests && <StorageTest />}
        </Card>
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton active />
      )}
    </>
  );
}

function spaceText({ free_bytes, total_bytes }: OutputOf<typeof storageGet>, t: ReturnType<typeof useT>): string {
  if (free_bytes === null || total_bytes === null) return t('storage.spaceUnknown');
  const [free, total] = [free_bytes, total_bytes].map((bytes) => formatNumber(Math.floor(bytes / GIB)));
  return t('storage.spaceValue', { free: free ?? '', total: total ?? '' });
}
