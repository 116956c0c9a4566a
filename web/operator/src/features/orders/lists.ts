import { listKit } from '@purser/console-kit/list/list-kit';
import { staffOrderCoins } from '@purser/contract/features/staff-order';
import type { orders } from '@purser/i18n/operator/orders/en';
import type { OperatorTexts } from '../../shared/i18n.ts';

export const lists = listKit<OperatorTexts & typeof orders>({ coins: staffOrderCoins });
