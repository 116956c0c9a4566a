import { apiDeliveries } from './api-management/deliveries-vi.ts';
import { apiManagement } from './api-management/vi.ts';
import { assets } from './assets/vi.ts';
import { common } from './common/vi.ts';
import { dashboard } from './dashboard/vi.ts';
import { fundFlow } from './fund-flow/vi.ts';
import { kit } from './kit/vi.ts';
import { list } from './list/vi.ts';
import { order } from './order/vi.ts';
import { news } from './news/vi.ts';
import { setup } from './setup/vi.ts';
import { session } from './session/vi.ts';
import { transfer } from './transfer/vi.ts';

export const vi = {
  ...apiManagement,
  ...apiDeliveries,
  ...assets,
  ...common,
  ...dashboard,
  ...fundFlow,
  ...kit,
  ...list,
  ...order,
  ...news,
  ...setup,
  ...session,
  ...transfer,
} as const;
