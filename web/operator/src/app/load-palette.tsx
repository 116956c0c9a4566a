import type { LoadPalette, PaletteProps } from '@purser/console-kit/palette/palette-button';
import { type Permission, PERMISSIONS } from '@purser/contract/staff';
import { useLogOut } from './log-out.ts';
import { menuOf } from './menu.tsx';

/** The palette comes when it is first asked for; what the shell has loaded anyway is given to it. */
export const loadPalette: LoadPalette = async () => {
  const { loadTranslated } = await import('./translated-palette.ts');
  const { Palette, english } = await loadTranslated();
  const englishMenu = menuOf(Object.keys(PERMISSIONS) as Permission[], english);
  return {
    default: function LoadedPalette(props: PaletteProps) {
      const logOut = useLogOut();
      return <Palette {...props} english={english} englishMenu={englishMenu} logOut={logOut} />;
    },
  };
};
