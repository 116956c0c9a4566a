import { useSearchParam } from '@purser/console-kit/search-param';
import { DataTable } from '@purser/ui/data-table';
import type { Column } from '@purser/ui/data-table-types';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { PageHead } from '@purser/ui/page-head';
import { StatusTag } from '@purser/ui/status-tag';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo } from 'react';
import { May, MayForm } from '../../shared/may.tsx';
import { type CheckoutTerms, checkoutTerms } from './api.ts';
import { limitsOf } from './checkout-limits.ts';
import { CheckoutForm } from './checkout-form.tsx';
import styles from './payment-method.module.css';
import { Tabs } from './tabs.tsx';
import { type T, useT } from './texts.ts';

/** In the address: the coin whose terms are changed. */
const COIN = 'coin';

/** How payers may pay in each coin. */
export default function AtCheckout() {
  const t = useT();
  const columns = useMemo(() => columnsOf(t), [t]);
  const { data, isFetching, isError, error, refetch } = useQuery(checkoutTerms);
  const [coin, setCoin] = useSearchParam(COIN);
  const chosen = data?.list.find(({ coin_name }) => coin_name === coin);
  const actions = ({ coin_name }: CheckoutTerms) => (
    <May permission="payee.change">
      <Button aria-label={t('checkout.changeCoin', { coin: coin_name })} onClick={() => setCoin(coin_name)}>
        {t('method.change')}
      </Button>
    </May>
  );
  return (
    <>
      <PageHead title={t('menu.paymentMethod')} hint={t('checkout.hint')} actions={<Tabs />} compact />
      <DataTable
        label={t('checkout.table')}
        columns={columns}
        rowKey={(row) => row.coin_name}
        query={{ data: data && { list: data.list, total: data.list.length, total_is_exact: true }, isFetching, isError, error, refetch }}
        empty={{ title: t('checkout.emptyTitle'), hint: t('method.noMarket') }}
        rowActions={actions}
      />
      {chosen && (
        <MayForm permission="payee.change">
          <CheckoutForm key={chosen.coin_name} terms={chosen} onClose={() => setCoin(undefined)} />
        </MayForm>
      )}
    </>
  );
}

function columnsOf(t: T): Column<CheckoutTerms>[] {
  const limit = (key: 'minimum' | 'maximum', title: string): Column<CheckoutTerms> => ({
    key,
    title,
    align: 'end',
    render: (row) => <Money amount={limitsOf(row)[key]} coin={row.coin_name} />,
  });
  return [
    {
      key: 'coin_name',
      title: t('field.coin'),
      render: ({ coin_name, market }) => (
        <>
          <strong>{coin_name}</strong> <span className={styles.market}>{market}</span>
        </>
      ),
    },
    {
      key: 'listing',
      title: t('checkout.listing'),
      phone: 'amount',
      render: ({ listing }) => <StatusTag tone={listing === 'on' ? 'success' : 'neutral'}>{t(`checkout.listing.${listing}`)}</StatusTag>,
    },
    { key: 'ways', title: t('checkout.ways'), render: (row) => <Ways terms={row} t={t} /> },
    limit('minimum', t('checkout.minimum')),
    limit('maximum', t('checkout.maximum')),
    {
      key: 'price_type',
      title: t('checkout.priceType'),
      render: ({ price_type }) => (price_type === null ? '–' : t(`checkout.price.${price_type}`)),
    },
    { key: 'update_time', title: t('field.updateTime'), phone: 'time', render: (row) => formatInstant(row.update_time) || '–' },
  ];
}

/** Those that are in effect: depositing USDT needs a rate that floats. */
function Ways({ terms: { ways, price_type }, t }: { readonly terms: CheckoutTerms; readonly t: T }) {
  return (
    <span className={styles.ways}>
      {ways
        .filter((way) => way !== 'usdt' || price_type === 'floating')
        .map((way) => (
          <StatusTag key={way} tone="info">
            {t(`checkout.way.${way}`)}
          </StatusTag>
        ))}
    </span>
  );
}
