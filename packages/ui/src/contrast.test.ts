import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { antdThemeOf } from './antd-theme.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

/** The colours of a stylesheet's first block, or of the last one for a theme. */
function coloursIn(css: string, selector: string): Record<string, string> {
  const block = css.split(`${selector} {`).at(-1)?.split('}')[0] ?? '';
  return Object.fromEntries(Array.from(block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g), ([, name, colour]) => [name, colour]));
}

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const BASE = read('base.css');
const PAYER = read('../../../web/payer/src/shared/tokens.css');

it.each([
  ['console by day', coloursIn(BASE, ':root'), 'line-strong', ['surface', 'ground']],
  ['console by night', coloursIn(BASE, ":root[data-theme='night']"), 'line-strong', ['surface', 'ground']],
  ['payer pages by day', coloursIn(PAYER.split('@media')[0] ?? '', ':root'), 'control-line', ['control', 'surface', 'ground']],
  ['payer pages by night', coloursIn(PAYER, ":root[data-theme='night']"), 'control-line', ['control', 'surface', 'ground']],
] as const)('the border of a field is seen on everything it stands on: %s', (_, colours, border, grounds) => {
  for (const ground of grounds) expect(contrast(colours[border] ?? '', colours[ground] ?? ''), ground).toBeGreaterThanOrEqual(3);
});

it.each(['day', 'night'] as const)("antd's fields have the same border: %s", (theme) => {
  const { token } = antdThemeOf(theme, { pointer: 'mouse', motion: true });
  for (const ground of [token?.colorBgContainer, token?.colorBgElevated, token?.colorBgLayout])
    expect(contrast(token?.colorBorder ?? '', ground ?? '')).toBeGreaterThanOrEqual(3);
});

it('fingers get controls of 44 px', () => {
  expect(antdThemeOf('day', { pointer: 'touch', motion: true }).token).toMatchObject({ controlHeight: 44, controlHeightSM: 44 });
});
