import { expect, type Page } from '@playwright/test';
import type { Screen } from './screen.ts';

type Texts = (key: string, values?: Record<string, string | number>) => string;

/** The palette over a page, which is loaded anew for each: what it shows first, what it finds, a number that nothing has, and the keys. They come last, as they stay open. */
export function paletteScreens(t: Texts, prefix: string, path: string): Screen[] {
  const field = (at: Page) => at.getByRole('combobox', { name: t('palette.field') });
  const open = async (at: Page): Promise<void> => {
    await at.keyboard.press('Control+k');
    await expect(field(at)).toBeFocused();
  };
  return [
    { name: `${prefix}palette`, path, act: open },
    {
      name: `${prefix}palette-found`,
      path,
      act: async (at) => {
        await open(at);
        await at.keyboard.type('ch');
      },
    },
    {
      name: `${prefix}palette-none`,
      path,
      act: async (at) => {
        await open(at);
        await at.keyboard.type('990000000000001');
        await expect(at.getByText(t('palette.noNumber', { number: '990000000000001' }))).toBeVisible();
      },
    },
    {
      name: `${prefix}keys`,
      path,
      act: async (at) => {
        await at.keyboard.press('?');
        await expect(at.getByRole('dialog', { name: t('keys.title') })).toBeVisible();
      },
    },
  ];
}
