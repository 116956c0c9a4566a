import { operatorTexts } from './operator.ts';
import type { Screen } from './screen.ts';
import type { SpokenLanguage } from './texts.ts';

/** What the operator console shows before anybody has signed in. */
export function operatorQuietScreens(spoken: SpokenLanguage): Screen[] {
  const t = operatorTexts(spoken);
  return [
    {
      name: 'operator-sign-in',
      path: '/operator/sign-in?ended=1',
      act: async (page) => page.getByRole('button', { name: t('signIn.continue'), exact: true }).click(),
    },
    { name: 'operator-set-up-refused', path: '/operator/set-up#never-made' },
  ];
}
