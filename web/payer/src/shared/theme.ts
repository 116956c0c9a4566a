import { THEME_COOKIE, type Theme } from '@purser/contract/payer-pages';

const YEAR_S = 31_536_000;

/** Changes the look at once, and keeps the choice for the pages that come. */
export function chooseTheme(theme: NonNullable<Theme>): void {
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${YEAR_S}; samesite=lax`;
  document.documentElement.dataset['theme'] = theme;
}
