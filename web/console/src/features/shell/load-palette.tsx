import type { LoadPalette, PaletteProps } from '@purser/console-kit/palette/palette-button';
import { useLogOut } from './log-out.ts';
import { menuGroups } from './menu.tsx';

/** The palette comes when it is first asked for; what the shell has loaded anyway is given to it. */
export const loadPalette: LoadPalette = async () => {
  const { loadTranslated } = await import('./translated-palette.ts');
  const { Palette, english } = await loadTranslated();
  const englishMenu = menuGroups(english, { quickRecharge: true, may: () => true });
  return {
    default: function LoadedPalette(props: PaletteProps) {
      const logOut = useLogOut();
      return <Palette {...props} english={english} englishMenu={englishMenu} logOut={logOut} />;
    },
  };
};
