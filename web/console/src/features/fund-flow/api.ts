import type { InputOf, OutputOf } from '@purser/contract/call';
import { assetFlowQuery, assetFlowStats } from '@purser/contract/features/fund-flow';
import { coinList } from '@purser/contract/features/coin';
import { TIME_ZONE } from '../../shared/format.ts';
import { callQuery } from '../../shared/query.ts';

export type FlowInput = InputOf<typeof assetFlowQuery>;
export type FlowRow = OutputOf<typeof assetFlowQuery>['list'][number];
/** The filters alone: what statistics and export go by, too. */
export type FlowFilters = Pick<FlowInput, 'coin_name' | 'transaction_type' | 'serial_number' | 'time_from' | 'time_to'>;

export const flowOf = (input: FlowInput) => callQuery(assetFlowQuery, input, ['balances']);
export const statsOf = (filters: FlowFilters) => callQuery(assetFlowStats, { ...filters, time_zone: TIME_ZONE }, ['balances']);
export const coins = callQuery(coinList, {}, []);

export function filtersOnly({ coin_name, transaction_type, serial_number, time_from, time_to }: FlowInput): FlowFilters {
  return { coin_name, transaction_type, serial_number, time_from, time_to };
}
