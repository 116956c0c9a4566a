import { loadWithTexts } from '@purser/console-kit/page-texts';
import { loadEnglish, texts } from './palette-texts.ts';

/** The palette with its texts in the language on show and in English. */
export async function loadTranslated() {
  const [{ default: Palette }, english] = await Promise.all([loadWithTexts(() => import('./palette.tsx'), texts), loadEnglish()]);
  return { Palette, english };
}
