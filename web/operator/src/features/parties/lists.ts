import { listKit } from '@purser/console-kit/list/list-kit';
import type { parties } from '@purser/i18n/operator/parties/en';
import type { OperatorTexts } from '../../shared/i18n.ts';

export const lists = listKit<OperatorTexts & typeof parties>({});
