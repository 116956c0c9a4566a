import { inLanguage } from '../catalogue.ts';
import { common } from './common/zh-hant.ts';
import { fields } from './fields/zh-hant.ts';
import { frame } from './frame/zh-hant.ts';
import { kit } from './kit/zh-hant.ts';
import { list } from './list/zh-hant.ts';
import { menu } from './menu.ts';
import { session } from './session/zh-hant.ts';

export const zhHant = {
  ...inLanguage(menu, 'zh_Hant'),
  ...common,
  ...fields,
  ...frame,
  ...kit,
  ...list,
  ...session,
} as const;
