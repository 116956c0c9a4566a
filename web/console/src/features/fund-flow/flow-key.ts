import type { OutputOf } from '@purser/contract/call';
import type { assetFlowQuery } from '@purser/contract/features/fund-flow';

type Row = OutputOf<typeof assetFlowQuery>['list'][number];

/**
 * Names an entry among a merchant's. What happens to an order is posted under its one number, each kind of posting once: money is held, and then given
 * back or paid out.
 */
export function flowKey({
  serial_number,
  coin_name,
  transaction_type,
}: Pick<Row, 'serial_number' | 'coin_name' | 'transaction_type'>): string {
  return `${serial_number} ${coin_name} ${transaction_type}`;
}
