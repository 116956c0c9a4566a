import { PAYMENT_ORDER_SOURCES, PAYMENT_ORDER_STATES } from '@purser/contract/payment-order';
import { FilterBar, FilterSelect, FilterText } from '@purser/ui/filter-bar';
import { FilterTimeRange } from '@purser/ui/filter-time-range';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../shared/i18n.tsx';
import type { ListState } from '../../shared/list-state.ts';
import { coins, type OrdersInput } from './api.ts';

export function OrderFilters({ list }: { readonly list: ListState<OrdersInput> }) {
  const t = useT();
  const { input, setFilters } = list;
  const { data: known } = useQuery(coins);
  return (
    <FilterBar active={list.activeFilters} onClear={list.clearFilters}>
      <FilterText label={t('field.orderId')} value={input.order_id} onChange={(order_id) => setFilters({ order_id })} />
      <FilterText
        label={t('field.serialNumber')}
        value={input.serial_number}
        maxLength={32}
        onChange={(serial_number) => setFilters({ serial_number })}
      />
      <FilterText
        label={t('rechargeRecord.paymentId')}
        digits
        maxLength={15}
        value={input.payment_id?.toString()}
        onChange={(id) => setFilters({ payment_id: id === undefined ? undefined : Number(id) })}
      />
      <FilterText
        label={t('rechargeRecord.externalAccount')}
        value={input.external_account}
        onChange={(external_account) => setFilters({ external_account })}
      />
      <FilterSelect
        label={t('field.status')}
        value={input.order_status}
        options={PAYMENT_ORDER_STATES.map((value) => ({ value, label: t(`rechargeRecord.status.${value}`) }))}
        onChange={(order_status) => setFilters({ order_status })}
      />
      <FilterSelect
        label={t('field.coin')}
        value={input.coin_name}
        options={(known?.list ?? []).map(({ coin_name }) => ({ value: coin_name, label: coin_name }))}
        onChange={(coin_name) => setFilters({ coin_name })}
      />
      <FilterSelect
        label={t('rechargeRecord.orderFrom')}
        value={input.order_from}
        options={PAYMENT_ORDER_SOURCES.map((value) => ({ value, label: t(`rechargeRecord.from.${value}`) }))}
        onChange={(order_from) => setFilters({ order_from })}
      />
      <FilterTimeRange
        label={t('field.createTime')}
        from={input.time_from}
        to={input.time_to}
        onChange={(time_from, time_to) => setFilters({ time_from, time_to })}
      />
    </FilterBar>
  );
}
