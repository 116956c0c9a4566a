import { DataTable } from '@purser/ui/data-table';
import type { ListPosition, ListQuery } from '@purser/ui/data-table-types';
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
import { ReceiveDialog } from './receive-dialog.tsx';

/** In the address: the coin to receive, or `1` for none in particular, while the dialog is open. */
const RECEIVE = 'receive';

export default function AssetsPage() {
  const t = useT();
  const columns = useMemo(() => assetColumns(t), [t]);
  const [receive, setReceive] = useSearchParam(RECEIVE);
  const navigate = useNavigate();

  return (
    <>
      <PageHead title={t('menu.assets')} hint={t('assets.hint')} />
      <DataTable
        id="assets"
        label={t('assets.table')}
        columns={columns}
        rowKey={(row) => row.coin_name}
        query={useWholeList()}
        position={WHOLE}
        empty={{ title: t('assets.emptyTitle'), hint: t('assets.emptyHint') }}
        rowActions={({ coin_name: coin }) => (
          <>
            <Button
              size="small"
              aria-label={t('assets.transferCoin', { coin })}
              onClick={() => void navigate({ to: PATHS.transfer, search: { send: coin } } as never)}
            >
              {t('assets.transfer')}
            </Button>{' '}
            <Button size="small" aria-label={t('assets.receiveCoin', { coin })} onClick={() => setReceive(coin)}>
              {t('assets.receive')}
            </Button>
          </>
        )}
      />
      <ReceiveDialog coin={receive} onChoose={setReceive} onClose={() => setReceive(undefined)} />
    </>
  );
}

/** A merchant's coins are few: the list comes whole, so there is nothing to page and `total` stays silent. */
function useWholeList(): ListQuery<Asset> {
  const { data, isPending, isFetching, isError, refetch } = useQuery(assets);
  return { data: data && { list: data.list, total: 0, total_is_exact: true }, isPending, isFetching, isError, refetch };
}

const WHOLE: ListPosition = {
  page: 1,
  pageSize: 1,
  sortBy: undefined,
  sortOrder: 'desc',
  filtered: false,
  setPage: () => undefined,
  setSort: () => undefined,
  clearFilters: () => undefined,
};
