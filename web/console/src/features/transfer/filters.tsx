import type { InputOf } from '@purser/contract/call';
import { TRANSFER_TYPES, type transferQuery } from '@purser/contract/features/transfer';
import { FilterBar, FilterSelect, FilterText } from '@purser/ui/filter-bar';
import { FilterTimeRange } from '@purser/ui/filter-time-range';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../shared/i18n.tsx';
import type { ListState } from '../../shared/list-state.ts';
import { coins } from './api.ts';

type Input = InputOf<typeof transferQuery>;

export function TransferFilters({ list }: { readonly list: ListState<Input> }) {
  const t = useT();
  const { input, setFilters } = list;
  const coinNames = useQuery(coins).data?.list.map((coin) => coin.coin_name) ?? [];
  return (
    <FilterBar active={list.activeFilters} onClear={list.clearFilters}>
      <FilterText
        label={t('field.serialNumber')}
        value={input.serial_number}
        maxLength={32}
        onChange={(serial_number) => setFilters({ serial_number })}
      />
      <FilterSelect
        label={t('field.coin')}
        value={input.coin_name}
        options={coinNames.map((coin) => ({ value: coin, label: coin }))}
        onChange={(coin_name) => setFilters({ coin_name })}
      />
      <FilterSelect
        label={t('transfer.direction')}
        value={input.transfer_type}
        options={TRANSFER_TYPES.map((type) => ({ value: type, label: t(`transfer.type.${type}`) }))}
        onChange={(transfer_type) => setFilters({ transfer_type })}
      />
      <FilterText
        label={t('transfer.counterpartyId')}
        digits
        maxLength={15}
        value={input.merchant_id?.toString()}
        onChange={(id) => setFilters({ merchant_id: id === undefined ? undefined : Number(id) })}
      />
      <FilterTimeRange
        label={t('field.time')}
        from={input.time_from}
        to={input.time_to}
        onChange={(time_from, time_to) => setFilters({ time_from, time_to })}
      />
    </FilterBar>
  );
}
