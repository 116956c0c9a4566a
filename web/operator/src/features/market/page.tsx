import { useConfirmedAct } from '@purser/console-kit/confirmed-act';
import { refresh } from '@purser/console-kit/query';
import { marketSwitch } from '@purser/contract/features/market';
import { ColumnChoice, useColumnChoice } from '@purser/ui/column-choice';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { DataTable } from '@purser/ui/data-table';
import { PageHead } from '@purser/ui/page-head';
import { toast } from '@purser/ui/toast';
import { PHONE, useMedia } from '@purser/ui/use-media';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useAllowed } from '../../shared/session.ts';
import { AddForm } from './add-form.tsx';
import { type CoinRow, isOn, overview } from './api.ts';
import { BoundsCard } from './bounds.tsx';
import { ChangeForm } from './change-form.tsx';
import { coinColumns } from './columns.tsx';
import styles from './market.module.css';
import { FeedForm, HeldForm } from './feed-form.tsx';
import { RateForm } from './rate-form.tsx';
import { ReviewBounds } from './review-bounds.tsx';
import { useT, type T } from './texts.ts';

type Act = 'add' | 'change' | 'rate' | 'feed' | 'held';

/** Markets with their tokens, fees, limits and rates. */
export default function MarketsPage() {
  const t = useT();
  const mayChange = useAllowed()('market.change');
  const query = useQuery(overview);
  const [act, setAct] = useState<Act>();
  const [name, setName] = useState<string>();
  const coins = query.data?.coins;
  const coin = coins?.find(({ coin_name }) => coin_name === name);
  const open = (next: Act, row?: CoinRow) => (): void => {
    setName(row?.coin_name);
    setAct(next);
  };
  const close = (): void => setAct(undefined);
  const switching = useSwitch(t);
  const phone = useMedia(PHONE);
  const columns = coinColumns(t);
  const choice = useColumnChoice('operator-markets', columns);
  const acts = (row: CoinRow) =>
    mayChange && (
      <RowActs
        row={row}
        onChange={open('change', row)}
        onRate={open('rate', row)}
        onFeed={open('feed', row)}
        onHeld={open('held', row)}
        onSwitch={() => switching.begin(row)}
      />
    );
  return (
    <>
      <PageHead
        title={t('menu.markets')}
        hint={t('market.hint')}
        actions={
          <>
            {!phone && <ColumnChoice columns={columns} choice={choice} />}
            {mayChange && (
              <Button type="primary" onClick={open('add')}>
                {t('market.add')}
              </Button>
            )}
          </>
        }
      />
      <DataTable<CoinRow>
        label={t('market.table')}
        columns={phone ? columns : columns.filter(({ key }) => choice.isShown(key))}
        columnsChosen={Object.keys(choice.chosen).length > 0}
        rowKey={(row) => row.coin_name}
        query={{ ...query, data: coins && { list: coins, total: coins.length, total_is_exact: true } }}
        empty={{ title: t('market.emptyTitle'), hint: t('market.emptyHint') }}
        rowActions={acts}
      />
      {coins && <ReviewBounds coins={coins} mayChange={mayChange} />}
      {query.data && <BoundsCard bounds={query.data.bounds} mayChange={mayChange} />}
      <AddForm open={act === 'add'} onClose={close} />
      {coin && <ChangeForm key={`change ${coin.coin_name}`} coin={coin} open={act === 'change'} onClose={close} />}
      {coin && <RateForm key={`rate ${coin.coin_name}`} coin={coin} open={act === 'rate'} onClose={close} />}
      {coin && <FeedForm key={`feed ${coin.coin_name}`} coin={coin} open={act === 'feed'} onClose={close} />}
      {coin && <HeldForm key={`held ${coin.coin_name}`} coin={coin} open={act === 'held'} onClose={close} />}
      {switching.dialog}
    </>
  );
}

interface RowActsProps {
  readonly row: CoinRow;
  readonly onChange: () => void;
  readonly onRate: () => void;
  readonly onFeed: () => void;
  readonly onHeld: () => void;
  readonly onSwitch: () => void;
}

function RowActs({ row, onChange, onRate, onFeed, onHeld, onSwitch }: RowActsProps) {
  const t = useT();
  return (
    <span className={styles.acts}>
      <Button size="small" onClick={onChange}>
        {t('market.change')}
      </Button>
      <Button size="small" onClick={onRate}>
        {t('market.setRate')}
      </Button>
      <Button size="small" onClick={onFeed}>
        {t('market.feed')}
      </Button>
      {row.feed?.held_rate != null && (
        <Button size="small" type="primary" onClick={onHeld}>
          {t('market.held')}
        </Button>
      )}
      <Button size="small" onClick={onSwitch}>
        {t(isOn(row) ? 'market.switchOff' : 'market.switchOn')}
      </Button>
    </span>
  );
}

/** Switches a coin, and with a platform token its market. */
function useSwitch(t: T) {
  const act = useConfirmedAct(marketSwitch, {
    contentsOf: (row: CoinRow) =>
      row.market === null || (!isOn(row) && !row.coin_is_on)
        ? { what: 'coin' as const, name: row.coin_name, is_on: !isOn(row) }
        : { what: 'market' as const, name: row.market, is_on: !isOn(row) },
    onDone: () => {
      refresh(['coins']);
      toast.success(t('terms.saved'));
    },
  });
  const row = act.reviewed;
  const title = row ? t(isOn(row) ? 'market.switchOffOf' : 'market.switchOnOf', { coin: row.coin_name }) : '';
  return {
    begin: act.begin,
    dialog: (
      <ConfirmWithCode
        {...act.confirmation}
        title={title}
        facts={row ? [{ label: t('market.coin'), value: row.coin_name, strong: true }] : []}
        warning={row && isOn(row) ? t('market.switchOffWarning') : undefined}
        confirmText={title}
        danger={row !== undefined && isOn(row)}
      />
    ),
  };
}
