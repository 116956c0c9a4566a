import { expect, type Locator, type Page } from '@playwright/test';
import type { StoredLanguage } from '@purser/contract/language';
import { DESKTOP, PHONE } from './demo.ts';
import { type SpokenLanguage, SPOKEN } from './texts.ts';

const VIEWPORTS = { 390: PHONE, 1440: DESKTOP };
type Width = keyof typeof VIEWPORTS;

/** In which language and on which screen a flow is gone through, by merchant, staff and wallet alike. */
export interface FlowScene {
  readonly spoken: SpokenLanguage;
  readonly isPhone: boolean;
  /** Of the browser contexts. */
  readonly screen: { readonly viewport: { readonly width: number; readonly height: number }; readonly hasTouch: boolean };
  /** An amount as the wallet and the payment pages write it. */
  readonly paid: (amount: string, coin: string) => string;
  /** The rows of a list in a console: of a table, and on a phone of a list. */
  readonly rows: (page: Page) => Locator;
  /** Looks at the console's menu, which is behind a button on a phone. */
  readonly inMenu: (page: Page, look: (menu: Locator) => Promise<void>) => Promise<void>;
}

/** The scene of a file's own; `PURSER_E2E_LANGUAGE` and `PURSER_E2E_WIDTH` name another for all flows. */
export function flowScene(language: StoredLanguage, width: Width): FlowScene {
  const wanted = process.env['PURSER_E2E_LANGUAGE'] ?? language;
  const spoken = SPOKEN.find(({ stored }) => stored === wanted);
  const px = Number(process.env['PURSER_E2E_WIDTH'] ?? width);
  const viewport = VIEWPORTS[px as Width];
  if (!spoken || !viewport) throw new Error(`no flow is gone through in ${wanted} at ${px} px`);
  const isPhone = viewport === PHONE;
  return {
    spoken,
    isPhone,
    screen: { viewport, hasTouch: isPhone },
    paid: (amount, coin) => `${spoken.language === 'vi' ? vietnamese(amount, coin) : amount} ${coin}`,
    rows: (page) => (isPhone ? page.locator('main').getByRole('listitem') : page.locator('main').getByRole('row')),
    inMenu: async (page, look) => {
      const menu = page.getByRole('navigation', { name: spoken.console('shell.menu') });
      if (!isPhone) return look(menu);
      await page.getByRole('button', { name: spoken.console('shell.openMenu') }).click();
      await look(menu);
      // It listens to the keyboard once it has come in whole.
      await expect(async () => {
        await page.keyboard.press('Escape');
        await expect(menu).toBeHidden({ timeout: 1_000 });
      }).toPass();
    },
  };
}

/** `1,234.50` as `1.234,50`, and the dong's token without a fraction of zero. */
function vietnamese(amount: string, coin: string): string {
  const swapped = amount.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));
  return coin === 'VNDT' ? swapped.replace(/,00$/, '') : swapped;
}

/** A text with its values open: for what only its fixed words are to be looked for. */
export function patternOf(text: string): RegExp {
  const literal = text.split(/\{\w+(?:\|[^}]*)?\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(literal.join('.+'));
}
