import { formatNumber } from '@purser/console-kit/format';
import { answeredAs } from '@purser/console-kit/query';
import { useSearchParam } from '@purser/console-kit/search-param';
import { useFocusBack } from '@purser/console-kit/use-focus-back';
import { DataTable } from '@purser/ui/data-table';
import type { Column } from '@purser/ui/data-table-types';
import { Money } from '@purser/ui/money';
import { PageHead } from '@purser/ui/page-head';
import { Segmented } from '@purser/ui/segmented';
import { StatusTag } from '@purser/ui/status-tag';
import { PHONE, useMedia } from '@purser/ui/use-media';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { Button } from 'antd';
import { Drawer } from '@purser/ui/drawer';
import { useEffect, useMemo } from 'react';
import { PATHS } from '../../shared/paths.ts';
import { monthsOf, type StatementMonth, whole } from './api.ts';
import { StatementFiles } from './files.tsx';
import { Preview } from './preview.tsx';
import styles from './statement.module.css';
import { type T, useT } from './texts.ts';

/** In the address: the coin whose months are shown, and the month that is looked at. */
const COIN = 'coin';
const MONTH = 'open';

/** Statements of account: the months of a coin, with a look at each and its files. */
export default function StatementsPage() {
  const t = useT();
  const [chosen, choose, put] = useSearchParam(COIN);
  const [opened, open] = useSearchParam(MONTH);
  const columns = useMemo(() => columnsOf(t), [t]);
  const months = useInfiniteQuery(monthsOf(chosen));
  const { data, isFetching, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = months;
  const first = data?.pages[0];
  const list = data?.pages.flatMap((page) => page.list);
  // What was chosen is shown as chosen at once, before its months are there.
  const coin = first?.coins.find((code) => code === chosen) ?? first?.coin_name ?? undefined;
  const router = useRouter();
  // Another coin may have most entries by and by: the one that was answered is asked for from then on. An address that leads elsewhere gets none.
  useEffect(() => {
    if (chosen !== undefined || coin === undefined || router.latestLocation.pathname !== PATHS.statements) return;
    answeredAs(monthsOf(coin).queryKey, months);
    put(coin);
  }, [chosen, coin, months, put, router]);
  return (
    <div className={styles.page}>
      <Link to={PATHS.fundFlow} className={styles.up ?? ''}>
        ← {t('menu.fundFlow')}
      </Link>
      <PageHead title={t('statement.title')} hint={t('statement.hint')} />
      {first && first.coins.length > 1 && coin !== undefined && (
        <Segmented
          label={t('field.coin')}
          value={coin}
          options={first.coins.map((code) => ({ value: code, label: code }))}
          onChange={choose}
        />
      )}
      <DataTable
        label={t('statement.table')}
        columns={columns}
        rowKey={(row) => row.month}
        query={{ data: list && { list, total: list.length, total_is_exact: !hasNextPage }, isFetching, isError, error, refetch }}
        empty={{ title: t('statement.emptyTitle'), hint: t('statement.emptyHint') }}
        onOpen={({ month }) => open(month)}
        {...(opened !== undefined && { opened })}
        rowActions={files}
      />
      {hasNextPage && (
        <Button className={styles.older ?? ''} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('statement.older')}
        </Button>
      )}
      {first && <p className={styles.hint}>{t('statement.zone', { zone: first.time_zone })}</p>}
      <PreviewDrawer month={opened} coin={coin} onClose={() => open(undefined)} />
    </div>
  );
}

function files(month: StatementMonth) {
  return <StatementFiles month={month} />;
}

interface PreviewDrawerProps {
  readonly month: string | undefined;
  readonly coin: string | undefined;
  readonly onClose: () => void;
}

function PreviewDrawer({ month, coin, onClose }: PreviewDrawerProps) {
  const t = useT();
  const phone = useMedia(PHONE);
  useFocusBack(month !== undefined);
  return (
    <Drawer
      open={month !== undefined}
      onClose={onClose}
      title={month !== undefined && t('statement.previewOf', { month })}
      size={phone ? '100%' : 520}
      destroyOnHidden
      focusable={{ focusTriggerAfterClose: false }}
    >
      {month !== undefined && coin !== undefined && <Preview month={{ coin_name: coin, month }} />}
    </Drawer>
  );
}

function columnsOf(t: T): Column<StatementMonth>[] {
  const money = (key: 'opening' | 'closing', title: string): Column<StatementMonth> => ({
    key,
    title,
    align: 'end',
    render: (row) => <Money amount={whole(row[key])} coin={row.coin_name} />,
  });
  return [
    { key: 'month', title: t('statement.month'), always: true, render: (row) => <strong>{row.month}</strong> },
    {
      key: 'is_complete',
      title: t('statement.state'),
      phone: 'status',
      render: (row) => (
        <StatusTag tone={row.is_complete ? 'success' : 'neutral'}>
          {t(row.is_complete ? 'statement.complete' : 'statement.unfinished')}
        </StatusTag>
      ),
    },
    { key: 'entries', title: t('statement.entries'), align: 'end', render: (row) => formatNumber(row.entries) },
    money('opening', t('statement.opening')),
    { ...money('closing', t('statement.closing')), phone: 'amount' },
  ];
}
