import { DataTable } from '@purser/ui/data-table';
import type { ListQuery } from '@purser/ui/data-table-types';
import { PageHead } from '@purser/ui/page-head';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useT } from '../../shared/i18n.tsx';
import { PATHS } from '../../shared/paths.ts';
import { useSearchParam } from '../../shared/search-param.ts';
import { assets, type Asset } from './api.ts';
import { assetColumns } from './columns.tsx';
import styles from './assets.module.css';
import { ReceiveDialog } from './receive-dialog.tsx';

/** In the address: the coin to receive, or `1` for none in particular, while the dialog is open. */
const RECEIVE = 'receive';

export default function AssetsPage() {
  const t = useT();
  const columns = useMemo(() => assetColumns(t), [t]);
  const [receive, setReceive] = useSearchParam(RECEIVE);
  const actions = (row: Asset) => <Actions coin={row.coin_name} onReceive={setReceive} />;

  return (
    <>
      <PageHead title={t('menu.assets')} hint={t('assets.hint')} />
      <DataTable
        label={t('assets.table')}
        columns={columns}
        rowKey={(row) => row.coin_name}
        query={useWholeList()}
        empty={{ title: t('assets.emptyTitle'), hint: t('assets.emptyHint') }}
        rowActions={actions}
      />
      <ReceiveDialog coin={receive} onChoose={setReceive} onClose={() => setReceive(undefined)} />
    </>
  );
}

interface ActionsProps {
  readonly coin: string;
  readonly onReceive: (coin: string) => void;
}

function Actions({ coin, onReceive }: ActionsProps) {
  const t = useT();
  const navigate = useNavigate();
  const transfer = (): void => void navigate({ to: PATHS.transfer, search: { send: coin } } as never);
  return (
    <span className={styles['actions']}>
      <Button size="small" aria-label={t('assets.transferCoin', { coin })} onClick={transfer}>
        {t('assets.transfer')}
      </Button>
      <Button size="small" aria-label={t('assets.receiveCoin', { coin })} onClick={() => onReceive(coin)}>
        {t('assets.receive')}
      </Button>
    </span>
  );
}

/** A merchant's coins are few: the list comes whole, so there is nothing to page. */
function useWholeList(): ListQuery<Asset> {
  const { data, isFetching, isError, refetch } = useQuery(assets);
  return { data: data && { list: data.list, total: data.list.length, total_is_exact: true }, isFetching, isError, refetch };
}
