import { common } from './outcomes/common.ts';

/** The codes that resolve a call; 6016 also resolves, with its detail shown as advice. */
export const SUCCESS_CODES: readonly number[] = [common.ok.code, common.step_required.code, common.already_done.code];
