import { apiDeliveries } from './api-management/deliveries-zh-hans.ts';
import { apiManagement } from './api-management/zh-hans.ts';
import { assets } from './assets/zh-hans.ts';
import { common } from './common/zh-hans.ts';
import { dashboard } from './dashboard/zh-hans.ts';
import { fundFlow } from './fund-flow/zh-hans.ts';
import { kit } from './kit/zh-hans.ts';
import { list } from './list/zh-hans.ts';
import { order } from './order/zh-hans.ts';
import { news } from './news/zh-hans.ts';
import { setup } from './setup/zh-hans.ts';
import { session } from './session/zh-hans.ts';
import { transfer } from './transfer/zh-hans.ts';

export const zhHans = {
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
