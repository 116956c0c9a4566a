import type { OutputOf } from '@purser/contract/call';
import { userWithdrawalDetail, type userWithdrawalQuery } from '@purser/contract/features/user-withdrawal';
import { quietQuery } from '@purser/console-kit/query';

/** A withdrawal as the list has it. */
export type WithdrawalRecord = OutputOf<typeof userWithdrawalQuery>['list'][number];
export type Withdrawal = OutputOf<typeof userWithdrawalDetail>;

export const withdrawalOf = (serialNumber: string) => quietQuery(userWithdrawalDetail, { serial_number: serialNumber }, ['reviews']);
