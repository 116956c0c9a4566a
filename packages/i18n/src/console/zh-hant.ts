import { common } from './common/zh-hant.ts';
import { dashboard } from './dashboard/zh-hant.ts';
import { fundFlow } from './fund-flow/zh-hant.ts';
import { kit } from './kit/zh-hant.ts';
import { session } from './session/zh-hant.ts';

export const zhHant = { ...common, ...dashboard, ...fundFlow, ...kit, ...session } as const;
