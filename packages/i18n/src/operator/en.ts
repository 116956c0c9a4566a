import { fields } from '../console/fields/en.ts';
import { frame } from '../console/frame/en.ts';
import { kit } from '../console/kit/en.ts';
import { list } from '../console/list/en.ts';
import { common } from './common/en.ts';

/** What every page of the operator console says, in English, the source of every other language; a page's own texts come with it. */
export const en = {
  ...fields,
  ...frame,
  ...kit,
  ...list,
  ...common,
} as const;
