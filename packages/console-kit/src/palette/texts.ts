import type { palette } from '@purser/i18n/console/palette/en';
import { useI18n as useAnyI18n, type KitCatalogue } from '../i18n.tsx';

/** The app that shows the palette has these texts among its own. */
export type PaletteTexts = KitCatalogue & typeof palette;

export const useI18n = useAnyI18n<PaletteTexts>;
