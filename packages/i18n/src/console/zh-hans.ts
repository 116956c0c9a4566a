import { inLanguage } from '../catalogue.ts';
import { common } from './common/zh-hans.ts';
import { fields } from './fields/zh-hans.ts';
import { frame } from './frame/zh-hans.ts';
import { kit } from './kit/zh-hans.ts';
import { list } from './list/zh-hans.ts';
import { menu } from './menu.ts';
import { session } from './session/zh-hans.ts';

export const zhHans = {
  ...inLanguage(menu, 'zh_Hans'),
  ...common,
  ...fields,
  ...frame,
  ...kit,
  ...list,
  ...session,
} as const;
