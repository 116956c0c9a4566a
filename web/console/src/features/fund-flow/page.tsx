import { assetFlowQuery, TRANSACTION_TYPES } from '@purser/contract/features/fund-flow';
import { DataTable } from '@purser/ui/data-table';
import { FilterBar, FilterSelect, FilterText } from '@purser/ui/filter-bar';
import { FilterTimeRange } from '@purser/ui/filter-time-range';
import { PageHead } from '@purser/ui/page-head';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useT } from '../../shared/i18n.tsx';
import { useListState } from '../../shared/list-state.ts';
import { coins, filtersOnly, flowOf } from './api.ts';
import { columnsOf } from './columns.tsx';
import { ExportButton } from './export-button.tsx';
import { FlowStats } from './flow-stats.tsx';

/** Fund flow: the merchant's ledger entries, their sums, and the file of them. */
export default function FundFlowPage() {
  const t = useT();
  const columns = useMemo(() => columnsOf(t), [t]);
  const { input, position, activeFilters, setFilters, clearFilters } = useListState(assetFlowQuery);
  const flow = useQuery(flowOf(input));
  const { data: known } = useQuery(coins);
  const filters = filtersOnly(input);

  return (
    <>
      <PageHead title={t('menu.fundFlow')} hint={t('fundFlow.hint')} actions={<ExportButton filters={filters} />} />
      <FilterBar active={activeFilters} onClear={clearFilters}>
        <FilterTimeRange
          label={t('field.time')}
          from={input.time_from}
          to={input.time_to}
          onChange={(time_from, time_to) => setFilters({ time_from, time_to })}
        />
        <FilterSelect
          label={t('field.coin')}
          value={input.coin_name}
          options={(known?.list ?? []).map(({ coin_name }) => ({ value: coin_name, label: coin_name }))}
          onChange={(coin_name) => setFilters({ coin_name })}
        />
        <FilterSelect
          label={t('field.type')}
          value={input.transaction_type}
          options={TRANSACTION_TYPES.map((value) => ({ value, label: t(`transactionType.${value}`) }))}
          onChange={(transaction_type) => setFilters({ transaction_type })}
        />
        <FilterText
          label={t('field.serialNumber')}
          value={input.serial_number}
          maxLength={32}
          onChange={(serial_number) => setFilters({ serial_number })}
        />
      </FilterBar>
      <FlowStats filters={filters} />
      <DataTable
        id="fund-flow"
        label={t('menu.fundFlow')}
        columns={columns}
        rowKey={(row) => `${row.serial_number} ${row.coin_name} ${row.time} ${row.available_after_number} ${row.pending_after_number}`}
        query={flow}
        position={position}
        empty={{ title: t('fundFlow.emptyTitle'), hint: t('fundFlow.emptyHint') }}
      />
    </>
  );
}
