import type { InputOf, OutputOf } from '@purser/contract/call';
import { coinList } from '@purser/contract/features/coin';
import { chargeRecordQuery } from '@purser/contract/features/recharge-record';
import { callQuery } from '../../shared/query.ts';

export type OrdersInput = InputOf<typeof chargeRecordQuery>;
export type OrdersPage = OutputOf<typeof chargeRecordQuery>;
export type Order = OrdersPage['list'][number];

export const orders = (input: OrdersInput) => callQuery(chargeRecordQuery, input, ['orders']);
export const coins = callQuery(coinList, {}, []);
