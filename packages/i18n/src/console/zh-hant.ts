import { apiDeliveries } from './api-management/deliveries-zh-hant.ts';
import { apiManagement } from './api-management/zh-hant.ts';
import { assets } from './assets/zh-hant.ts';
import { common } from './common/zh-hant.ts';
import { dashboard } from './dashboard/zh-hant.ts';
import { fundFlow } from './fund-flow/zh-hant.ts';
import { kit } from './kit/zh-hant.ts';
import { list } from './list/zh-hant.ts';
import { order } from './order/zh-hant.ts';
import { news } from './news/zh-hant.ts';
import { setup } from './setup/zh-hant.ts';
import { session } from './session/zh-hant.ts';
import { transfer } from './transfer/zh-hant.ts';

export const zhHant = {
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
