import { common } from './common/zh-hans.ts';
import { dashboard } from './dashboard/zh-hans.ts';
import { fundFlow } from './fund-flow/zh-hans.ts';
import { kit } from './kit/zh-hans.ts';
import { session } from './session/zh-hans.ts';

export const zhHans = { ...common, ...dashboard, ...fundFlow, ...kit, ...session } as const;
