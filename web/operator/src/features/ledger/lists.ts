import { listKit } from '@purser/console-kit/list/list-kit';
import { ledgerReserves } from '@purser/contract/features/ledger';
import type { ledger } from '@purser/i18n/operator/ledger/en';
import type { OperatorTexts } from '../../shared/i18n.ts';

export const lists = listKit<OperatorTexts & typeof ledger>({ coins: ledgerReserves });
