import { listKit } from '@purser/console-kit/list/list-kit';
import type { bank } from '@purser/i18n/operator/bank/en';
import type { OperatorTexts } from '../../shared/i18n.ts';

export const lists = listKit<OperatorTexts & typeof bank>({});
