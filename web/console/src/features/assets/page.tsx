import { DataTable } from '@purser/ui/data-table';
import type { ListQuery } from '@purser/ui/data-table-types';
import { PageHead } from '@purser/ui/page-head';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useT } from './texts.ts';
import { coins } from '../../shared/coins.ts';
import { PATHS } from '../../shared/paths.ts';
import { useSearchParam } from '@purser/console-kit/search-param';
import { CoinActions } from './actions.tsx';
import { assets, type Asset } from './api.ts';
import { assetColumns, termsColumns } from './columns.tsx';
import styles from './assets.module.css';
import { ReceiveDialog } from './receive-dialog.tsx';

/** In the address: the coin to receive, or `1` for none in particular, while the dialog is open. */
const RECEIVE = 'receive';

export default function AssetsPage() {
  const t = useT();
  const columns = useMemo(() => assetColumns(t), [t]);
  const balances = useWholeList();
  const [receive, setReceive] = useSearchParam(RECEIVE);
  const actions = (row: Asset) => <CoinActions asset={row} />;

  return (
    <>
      <PageHead title={t('menu.assets')} hint={t('assets.hint')} />
      <DataTable
        label={t('assets.table')}
        columns={columns}
        rowKey={(row) => row.coin_name}
        query={balances}
        empty={{ title: t('assets.emptyTitle'), hint: t('assets.emptyHint') }}
        rowActions={actions}
      />
      {balances.data && <Terms />}
      {balances.data && <Statements />}
      {balances.data && <Liabilities />}
      <ReceiveDialog coin={receive} onChoose={setReceive} onClose={() => setReceive(undefined)} />
    </>
  );
}

/** What the merchant pays, and between which limits. */
function Terms() {
  const t = useT();
  const columns = useMemo(() => termsColumns(t), [t]);
  const { data, isFetching, isError, error, refetch } = useQuery(coins);
  return (
    <div className={styles.terms}>
      <h2>{t('assets.terms')}</h2>
      <p className={styles.hint}>{t('assets.termsHint')}</p>
      <DataTable
        label={t('assets.terms')}
        columns={columns}
        rowKey={(row) => row.coin_name}
        query={{ data: data && { list: data.list, total: data.list.length, total_is_exact: true }, isFetching, isError, error, refetch }}
        empty={{ title: t('assets.emptyTitle'), hint: t('assets.emptyHint') }}
      />
    </div>
  );
}

/** The way to a month of each coin as a whole. */
function Statements() {
  const t = useT();
  return (
    <div className={styles.terms}>
      <h2>{t('assets.statements')}</h2>
      <p className={styles.hint}>{t('assets.statementsHint')}</p>
      <Link to={PATHS.statements} className={styles.way ?? ''}>
        {t('assets.statementsSee')}
      </Link>
    </div>
  );
}

/** The way to what proves that these balances are counted in what the provider owes. */
function Liabilities() {
  const t = useT();
  return (
    <div className={styles.terms}>
      <h2>{t('assets.liabilities')}</h2>
      <p className={styles.hint}>{t('assets.liabilitiesHint')}</p>
      <Link to={PATHS.liabilities} className={styles.way ?? ''}>
        {t('assets.liabilitiesSee')}
      </Link>
    </div>
  );
}

/** A merchant's coins are few: the list comes whole, so there is nothing to page. */
function useWholeList(): ListQuery<Asset> {
  const { data, isFetching, isError, error, refetch } = useQuery(assets);
  return { data: data && { list: data.list, total: data.list.length, total_is_exact: true }, isFetching, isError, error, refetch };
}
