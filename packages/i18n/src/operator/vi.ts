import { fields } from '../console/fields/vi.ts';
import { frame } from '../console/frame/vi.ts';
import { kit } from '../console/kit/vi.ts';
import { list } from '../console/list/vi.ts';
import { common } from './common/vi.ts';

export const vi = {
  ...fields,
  ...frame,
  ...kit,
  ...list,
  ...common,
} as const;
