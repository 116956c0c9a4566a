import type { Column } from '@purser/ui/data-table-types';
import { DataTable } from '@purser/ui/data-table';
import { Money } from '@purser/ui/money';
import { PageHead } from '@purser/ui/page-head';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { CHAINS, PageLink, SWEEPS } from '../../shared/page-link.tsx';
import { useAllowed } from '../../shared/session.ts';
import { type NetworkRow, overview, type TokenRow } from './api.ts';
import { State } from './columns.tsx';
import styles from './market.module.css';
import { NetworkForm } from './network-form.tsx';
import { useT, type T } from './texts.ts';
import { TokenForm } from './token-form.tsx';

/** What is being changed; `new` adds one. */
type Changing = { readonly network: string } | { readonly token: string } | undefined;
const NEW = 'new';

/** Chains, and the coins on them: stored for what will use them. */
export default function NetworksPage() {
  const t = useT();
  const mayChange = useAllowed()('market.change');
  const query = useQuery(overview);
  const [changing, setChanging] = useState<Changing>();
  const [name, setName] = useState<Changing>();
  const open = (next: NonNullable<Changing>) => (): void => {
    setName(next);
    setChanging(next);
  };
  const close = (): void => setChanging(undefined);
  const networks = query.data?.networks;
  const tokens = networks && tokensOf(networks);
  const [networkName, tokenName] = name && 'network' in name ? [name.network, undefined] : [undefined, name?.token];
  const isOpen = changing !== undefined;
  const change = (what: NonNullable<Changing>) =>
    mayChange && (
      <Button size="small" onClick={open(what)}>
        {t('market.networkChange')}
      </Button>
    );
  const changeNetwork = ({ network }: NetworkRow) => change({ network });
  const changeToken = (row: TokenRow) => change({ token: keyOf(row) });
  return (
    <>
      <PageHead
        title={t('menu.networks')}
        hint={t('market.networksHint')}
        actions={
          <>
            <PageLink page={CHAINS} />
            <PageLink page={SWEEPS} />
            {mayChange && (
              <>
                <Button onClick={open({ network: NEW })}>{t('market.networkAdd')}</Button>
                <Button type="primary" onClick={open({ token: NEW })} disabled={!networks || networks.length === 0}>
                  {t('market.tokenAdd')}
                </Button>
              </>
            )}
          </>
        }
      />
      <DataTable<NetworkRow>
        label={t('market.networks')}
        columns={networkColumns(t)}
        rowKey={(row) => row.network}
        query={{ ...query, data: networks && whole(networks) }}
        empty={{ title: t('market.noNetworks'), hint: t('market.noNetworksHint') }}
        rowActions={changeNetwork}
      />
      <div className={styles.second}>
        <h2>{t('market.tokens')}</h2>
        <DataTable<TokenRow>
          label={t('market.tokens')}
          columns={tokenColumns(t)}
          rowKey={keyOf}
          query={{ ...query, data: tokens && whole(tokens) }}
          empty={{ title: t('market.networksEmpty'), hint: t('market.networksEmptyHint') }}
          rowActions={changeToken}
        />
      </div>
      {networkName !== undefined && (
        <NetworkForm key={networkName} network={networks?.find(({ network }) => network === networkName)} open={isOpen} onClose={close} />
      )}
      {tokenName !== undefined && query.data && (
        <TokenForm
          key={tokenName}
          token={tokens?.find((token) => keyOf(token) === tokenName)}
          coins={query.data.coins.map(({ coin_name }) => coin_name)}
          networks={query.data.networks.map(({ network }) => network)}
          open={isOpen}
          onClose={close}
        />
      )}
    </>
  );
}

function tokensOf(networks: readonly NetworkRow[]): TokenRow[] {
  return networks.flatMap(({ network, is_on, coins }) => coins.map((coin) => ({ ...coin, network, network_is_on: is_on })));
}

function keyOf({ coin_name, network }: TokenRow): string {
  return `${coin_name} ${network}`;
}

function whole<Row>(list: readonly Row[]) {
  return { list, total: list.length, total_is_exact: true };
}

function networkColumns(t: T): Column<NetworkRow>[] {
  return [
    { key: 'network', title: t('market.network'), always: true, render: (row) => <strong>{row.network}</strong> },
    { key: 'state', title: t('market.state'), phone: 'status', render: (row) => <State on={row.is_on} t={t} /> },
    { key: 'kind', title: t('market.kind'), phone: 'amount', render: (row) => t(`market.kind.${row.kind}`) },
    {
      key: 'endpoints',
      title: t('market.endpoints'),
      render: (row) => <span className={styles.long}>{row.endpoints.join(', ') || t('market.endpointsNone')}</span>,
    },
  ];
}

function tokenColumns(t: T): Column<TokenRow>[] {
  return [
    { key: 'network', title: t('market.network'), always: true, render: (row) => <strong>{`${row.coin_name} · ${row.network}`}</strong> },
    { key: 'state', title: t('market.state'), phone: 'status', render: (row) => <State on={row.is_on && row.network_is_on} t={t} /> },
    {
      key: 'contract',
      title: t('market.contract'),
      render: (row) => <span className={styles.long}>{row.contract_address}</span>,
      copy: (row) => row.contract_address,
    },
    {
      key: 'deposit_address',
      title: t('market.depositAddress'),
      render: (row) => <span className={styles.long}>{row.deposit_address || t('market.depositAddressNone')}</span>,
      copy: (row) => row.deposit_address || null,
    },
    {
      key: 'network_fee',
      title: t('market.networkFee'),
      align: 'end',
      render: (row) => <Money amount={row.network_fee} coin={row.coin_name} />,
    },
    { key: 'token_decimals', title: t('market.tokenDecimals'), align: 'end', render: (row) => row.token_decimals },
    { key: 'confirmations', title: t('market.confirmations'), align: 'end', render: (row) => row.confirmations },
  ];
}
