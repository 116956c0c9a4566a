import { joined } from '@purser/console-kit/format';
import { quietQuery } from '@purser/console-kit/query';
import { chainNetworkState } from '@purser/contract/features/chain-network';
import { chainReserveState } from '@purser/contract/features/chain-reserve';
import { formatInstant } from '@purser/ui/instant-text';
import { PageHead } from '@purser/ui/page-head';
import { ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import styles from './chains.module.css';
import { NetworkCard } from './network-card.tsx';
import { SignerCard } from './signer-card.tsx';
import { useT } from './texts.ts';

/** Asked again by themselves while somebody looks. */
const AGAIN = { staleTime: 0, refetchInterval: 10_000, refetchOnWindowFocus: true } as const;
const stateNow = { ...quietQuery(chainNetworkState, {}, ['system', 'market']), ...AGAIN } as const;
const signerNow = { ...quietQuery(chainReserveState, {}, ['system', 'market', 'review']), ...AGAIN } as const;

/** How the chains of connected networks are watched. */
export default function ChainsPage() {
  const t = useT();
  const { data, error, isError, isFetching, refetch } = useQuery(stateNow);
  const signer = useQuery(signerNow);
  const watched = data?.list.filter(({ state }) => state !== 'off') ?? [];
  const off = data?.list.filter(({ state }) => state === 'off') ?? [];
  return (
    <>
      <PageHead title={t('menu.chains')} hint={t('chains.hint')} />
      {data ? (
        <>
          {isError && <output className={styles.note}>{formatInstant(data.answered_at)}</output>}
          <div className={styles.cards}>
            {watched.map((network) => (
              <NetworkCard key={network.network} network={network} now={data.answered_at} />
            ))}
            {signer.data?.list.map((network) => (
              <SignerCard key={network.network} network={network} now={data.answered_at} />
            ))}
          </div>
          {watched.length === 0 && <p className={styles.note}>{t('chains.none')}</p>}
          {off.length > 0 && (
            <p className={styles.off}>
              {t('chains.off', {
                networks: joined(
                  off.map(({ network }) => network),
                  t,
                ),
              })}
            </p>
          )}
        </>
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      )}
    </>
  );
}
