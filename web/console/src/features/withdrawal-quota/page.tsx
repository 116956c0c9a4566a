import { useSearchParam } from '@purser/console-kit/search-param';
import { DataTable } from '@purser/ui/data-table';
import { formatInstant } from '@purser/ui/instant-text';
import { PageHead } from '@purser/ui/page-head';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo } from 'react';
import { ownAccount } from '../../shared/account.ts';
import { coins } from '../../shared/coins.ts';
import { quotas, type Quota } from './api.ts';
import { quotaColumns } from './columns.tsx';
import { QuotaForm } from './quota-form.tsx';
import { useT } from './texts.ts';
import styles from './withdrawal-quota.module.css';
import { May, MayForm } from '../../shared/may.tsx';

/** In the address: the coin whose quota is changed. */
const COIN = 'coin';

/** Up to what withdrawals of each coin are approved without a review. */
export default function WithdrawalQuotaPage() {
  const t = useT();
  const columns = useMemo(() => quotaColumns(t), [t]);
  const { data, isFetching, isError, error, refetch } = useQuery(quotas);
  const zone = useQuery(ownAccount).data?.own?.time_zone;
  const terms = useQuery(coins).data?.list;
  const [coin, setCoin] = useSearchParam(COIN);
  const chosen = data?.list.find(({ coin_name }) => coin_name === coin);
  const decimals = terms?.find(({ coin_name }) => coin_name === coin)?.decimals;
  const actions = (row: Quota) => (
    <May permission="payee.change">
      <Button
        aria-label={t(row.update_time === null ? 'quota.setCoin' : 'quota.changeCoin', { coin: row.coin_name })}
        onClick={() => setCoin(row.coin_name)}
      >
        {t(row.update_time === null ? 'quota.set' : 'quota.change')}
      </Button>
    </May>
  );
  return (
    <>
      <PageHead title={t('menu.withdrawalQuota')} hint={t('quota.hint')} />
      <DataTable
        label={t('quota.table')}
        columns={columns}
        rowKey={(row) => row.coin_name}
        query={{ data: data && { list: data.list, total: data.list.length, total_is_exact: true }, isFetching, isError, error, refetch }}
        empty={{ title: t('assets.emptyTitle'), hint: t('assets.emptyHint') }}
        rowActions={actions}
      />
      <section className={styles.how} aria-labelledby="quota-how">
        <h2 id="quota-how">{t('quota.how')}</h2>
        <ul>
          <li>{t('quota.howSingle')}</li>
          <li>{t('quota.howDay', zone ? { zone, time: '00:00' } : { zone: 'UTC', time: midnightHere() })}</li>
          <li>{t('quota.howOff')}</li>
        </ul>
      </section>
      {chosen && decimals !== undefined && (
        <MayForm permission="payee.change">
          <QuotaForm key={chosen.coin_name} quota={chosen} decimals={decimals} onClose={() => setCoin(undefined)} />
        </MayForm>
      )}
    </>
  );
}

/** The time of day at which a day of UTC begins. */
function midnightHere(): string {
  const today = new Date().toISOString().slice(0, 10);
  return formatInstant(`${today}T00:00:00.000Z`).slice(11, 16);
}
