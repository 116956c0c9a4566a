import { joined } from '@purser/console-kit/format';
import { useSearchParam } from '@purser/console-kit/search-param';
import { callQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { ledgerReserves, type RESERVE_STATES } from '@purser/contract/features/ledger';
import { DataTable } from '@purser/ui/data-table';
import type { Column } from '@purser/ui/data-table-types';
import { Details, DetailsHead, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { PageHead } from '@purser/ui/page-head';
import { StatusTag, type Tone } from '@purser/ui/status-tag';
import { PHONE, useMedia } from '@purser/ui/use-media';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Drawer } from '@purser/ui/drawer';
import { useMemo } from 'react';
import { AttestButton } from './attest.tsx';
import styles from './ledger.module.css';
import { useT, type T } from './texts.ts';
import { purposeText } from '../../shared/postings/purpose-text.ts';

type Reserve = OutputOf<typeof ledgerReserves>['list'][number];

const TONES: Record<(typeof RESERVE_STATES)[number], Tone> = { covered: 'success', short: 'danger', unattested: 'warning' };
/** In the address: the coin whose details are open. */
const OPEN = 'open';

/** What is owed in each coin, against what others say that they hold. */
export default function ReservesPage() {
  const t = useT();
  const phone = useMedia(PHONE);
  const { data, isFetching, isError, error, refetch } = useQuery({
    ...callQuery(ledgerReserves, {}, ['ledger', 'coins']),
    refetchInterval: 30_000,
  });
  const [opened, setOpened] = useSearchParam(OPEN);
  const columns = useMemo(() => columnsOf(t), [t]);
  const rows = data?.list ?? [];
  const short = rows.filter(({ state }) => state === 'short').map(({ coin_name }) => coin_name);
  const row = rows.find(({ coin_name }) => coin_name === opened);
  return (
    <>
      <PageHead
        title={t('menu.reserves')}
        hint={t('ledger.reservesHint')}
        actions={
          <>
            <Link to={'/ledger/attestations' as never} className={styles.link}>
              {t('ledger.allAttestations')}
            </Link>
            <AttestButton />
          </>
        }
      />
      {short.length > 0 && (
        <p className={styles.alarm} role="alert">
          {t('ledger.shortAlarm', { coins: joined(short, t) })}
        </p>
      )}
      <DataTable<Reserve>
        label={t('ledger.reserves')}
        columns={columns}
        rowKey={({ coin_name }) => coin_name}
        query={{ data: data && { list: rows, total: rows.length, total_is_exact: true }, isFetching, isError, error, refetch }}
        onOpen={({ coin_name }) => setOpened(coin_name)}
        opened={opened}
        empty={{ title: t('ledger.accountsEmpty'), hint: t('ledger.emptyHint') }}
      />
      <Drawer
        open={row !== undefined}
        onClose={() => setOpened(undefined)}
        title={t('ledger.reserves')}
        size={phone ? '100%' : 520}
        destroyOnHidden
      >
        {row && <ReserveDetails row={row} />}
      </Drawer>
    </>
  );
}

function State({ state, t }: { readonly state: Reserve['state']; readonly t: T }) {
  return <StatusTag tone={TONES[state]}>{t(`ledger.reserve.${state}`)}</StatusTag>;
}

function columnsOf(t: T): Column<Reserve>[] {
  const money = (key: 'owed' | 'held' | 'difference', title: string): Column<Reserve> => ({
    key,
    title,
    align: 'end',
    ...(key === 'owed' && { phone: 'amount' as const }),
    // Where there is no room for all three, it says more than what is held.
    ...(key === 'difference' && { always: true }),
    render: (row) => <Money amount={row[key]} coin={row.coin_name} signed={key === 'difference'} />,
  });
  return [
    { key: 'coin_name', title: t('field.coin'), always: true, render: ({ coin_name }) => <strong>{coin_name}</strong> },
    { key: 'state', title: t('field.status'), phone: 'status', render: ({ state }) => <State state={state} t={t} /> },
    money('owed', t('ledger.owed')),
    money('held', t('ledger.held')),
    money('difference', t('ledger.difference')),
    {
      key: 'as_of',
      title: t('ledger.asOf'),
      phone: 'time',
      render: ({ attestations }) => formatInstant(attestations.map(({ as_of }) => as_of).toSorted()[0] ?? null),
    },
  ];
}

/** One coin: what is owed, the provider's own, where it is, and who said so. */
function ReserveDetails({ row }: { readonly row: Reserve }) {
  const t = useT();
  const { coin_name: coin } = row;
  const placed = (list: Reserve['own']) =>
    list.map(({ purpose, amount }) => (
      <Fact key={purpose} label={purposeText(purpose, t)}>
        <Money amount={amount} coin={coin} />
      </Fact>
    ));
  return (
    <Details>
      <DetailsHead>
        <strong>{coin}</strong>
        <State state={row.state} t={t} />
      </DetailsHead>
      <Facts>
        <Fact label={t('ledger.owed')} strong>
          <Money amount={row.owed} coin={coin} />
        </Fact>
        <Fact label={t('ledger.held')}>
          <Money amount={row.held} coin={coin} />
        </Fact>
        <Fact label={t('ledger.difference')}>
          <Money amount={row.difference} coin={coin} signed />
        </Fact>
      </Facts>
      <DetailsPart title={t('ledger.attestations')}>
        {row.attestations.length === 0 && <p className={styles.note}>{t('ledger.noAttestations')}</p>}
        <Facts>
          {row.attestations.map(({ attestation_id, source, amount, as_of }) => (
            <Fact key={attestation_id} label={`${source}, ${formatInstant(as_of)}`}>
              <Money amount={amount} coin={coin} />
            </Fact>
          ))}
        </Facts>
        <AttestButton coin={coin} />
      </DetailsPart>
      <DetailsPart title={t('ledger.own')}>
        <Facts>{placed(row.own)}</Facts>
      </DetailsPart>
      <DetailsPart title={t('ledger.outside')}>
        <Facts>{placed(row.outside)}</Facts>
      </DetailsPart>
    </Details>
  );
}
