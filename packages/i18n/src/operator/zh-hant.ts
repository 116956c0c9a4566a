import { fields } from '../console/fields/zh-hant.ts';
import { frame } from '../console/frame/zh-hant.ts';
import { kit } from '../console/kit/zh-hant.ts';
import { list } from '../console/list/zh-hant.ts';
import { common } from './common/zh-hant.ts';

export const zhHant = {
  ...fields,
  ...frame,
  ...kit,
  ...list,
  ...common,
} as const;
