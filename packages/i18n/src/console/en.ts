import { inLanguage } from '../catalogue.ts';
import { common } from './common/en.ts';
import { fields } from './fields/en.ts';
import { frame } from './frame/en.ts';
import { kit } from './kit/en.ts';
import { list } from './list/en.ts';
import { menu } from './menu.ts';
import { session } from './session/en.ts';

/** What every page of the console says, in English, the source of every other language; a page's own texts come with it. */
export const en = {
  ...inLanguage(menu, 'en'),
  ...common,
  ...fields,
  ...frame,
  ...kit,
  ...list,
  ...session,
} as const;
