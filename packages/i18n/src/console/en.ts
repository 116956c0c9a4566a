import { apiDeliveries } from './api-management/deliveries-en.ts';
import { apiManagement } from './api-management/en.ts';
import { assets } from './assets/en.ts';
import { common } from './common/en.ts';
import { dashboard } from './dashboard/en.ts';
import { fundFlow } from './fund-flow/en.ts';
import { kit } from './kit/en.ts';
import { list } from './list/en.ts';
import { order } from './order/en.ts';
import { news } from './news/en.ts';
import { setup } from './setup/en.ts';
import { session } from './session/en.ts';
import { transfer } from './transfer/en.ts';

/** The console in English, the source of every other language. */
export const en = {
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
