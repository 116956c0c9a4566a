import { fields } from '../console/fields/zh-hans.ts';
import { frame } from '../console/frame/zh-hans.ts';
import { kit } from '../console/kit/zh-hans.ts';
import { list } from '../console/list/zh-hans.ts';
import { common } from './common/zh-hans.ts';

export const zhHans = {
  ...fields,
  ...frame,
  ...kit,
  ...list,
  ...common,
} as const;
