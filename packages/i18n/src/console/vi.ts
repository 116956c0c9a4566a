import { common } from './common/vi.ts';
import { dashboard } from './dashboard/vi.ts';
import { fundFlow } from './fund-flow/vi.ts';
import { kit } from './kit/vi.ts';
import { session } from './session/vi.ts';

export const vi = { ...common, ...dashboard, ...fundFlow, ...kit, ...session } as const;
