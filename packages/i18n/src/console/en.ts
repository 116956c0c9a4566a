import { common } from './common/en.ts';
import { dashboard } from './dashboard/en.ts';
import { fundFlow } from './fund-flow/en.ts';
import { kit } from './kit/en.ts';
import { session } from './session/en.ts';

/** The console in English, the source of every other language. */
export const en = { ...common, ...dashboard, ...fundFlow, ...kit, ...session } as const;
