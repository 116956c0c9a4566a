import { listKit } from '@purser/console-kit/list/list-kit';
import { staffOrderCoins } from '@purser/contract/features/staff-order';
import type { payouts } from '@purser/i18n/operator/payouts/en';
import type { OperatorTexts } from '../../shared/i18n.ts';
import type { PayoutWaitTexts } from '../../shared/payout-wait/texts.ts';

export const lists = listKit<OperatorTexts & typeof payouts & PayoutWaitTexts>({ coins: staffOrderCoins });
