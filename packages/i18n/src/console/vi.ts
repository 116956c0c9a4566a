import { inLanguage } from '../catalogue.ts';
import { common } from './common/vi.ts';
import { fields } from './fields/vi.ts';
import { frame } from './frame/vi.ts';
import { kit } from './kit/vi.ts';
import { list } from './list/vi.ts';
import { menu } from './menu.ts';
import { session } from './session/vi.ts';

export const vi = {
  ...inLanguage(menu, 'vi'),
  ...common,
  ...fields,
  ...frame,
  ...kit,
  ...list,
  ...session,
} as const;
