import { quietQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { adjustmentDetail, type adjustmentQuery, adjustmentUser } from '@purser/contract/features/adjustment';

/** An adjustment as the list has it. */
export type AdjustmentRecord = OutputOf<typeof adjustmentQuery>['list'][number];
export type Adjustment = OutputOf<typeof adjustmentDetail>;
/** Whose balance is increased, with what the merchant may give in each market. */
export type Payee = OutputOf<typeof adjustmentUser>;

export const adjustmentOf = (serialNumber: string) => quietQuery(adjustmentDetail, { serial_number: serialNumber }, ['reviews']);
export const payee = (userId: number) => quietQuery(adjustmentUser, { receipt_user_id: userId }, ['balances', 'coins']);
