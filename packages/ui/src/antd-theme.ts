import { theme as antdTheme, type ThemeConfig } from 'antd';
import type { Theme } from './theme.ts';

/** The values of base.css, as antd's tokens; antd computes shades from them and therefore needs them as colours. */
const DAY = {
  colorPrimary: '#1b56e0',
  // Darker, not lighter: white text on it stays readable.
  colorPrimaryHover: '#1446bd',
  colorLink: '#1a4fcc',
  colorSuccess: '#12693c',
  colorInfo: '#1a4fcc',
  colorWarning: '#8a5300',
  colorError: '#b01e1e',
  colorBgLayout: '#f2f4f8',
  colorBgContainer: '#ffffff',
  colorBgElevated: '#ffffff',
  colorBorder: '#808aa1',
  colorBorderSecondary: '#dfe4ee',
  colorText: '#131a2a',
  colorTextSecondary: '#566077',
  colorTextTertiary: '#566077',
  colorTextPlaceholder: '#667089',
  colorTextDescription: '#566077',
};

const NIGHT = {
  colorPrimary: '#2f66e6',
  colorPrimaryHover: '#2a5bd0',
  colorLink: '#8db2ff',
  colorSuccess: '#7edba6',
  colorInfo: '#8db2ff',
  colorWarning: '#f2bd6b',
  colorError: '#ff9d9d',
  colorBgLayout: '#0c111c',
  colorBgContainer: '#151c2b',
  colorBgElevated: '#1b2436',
  colorBorder: '#66728b',
  colorBorderSecondary: '#2a3448',
  colorText: '#e9edf6',
  colorTextSecondary: '#a3aec4',
  colorTextTertiary: '#a3aec4',
  colorTextPlaceholder: '#8e9ab2',
  colorTextDescription: '#a3aec4',
};

/** Colours of a console that has another accent than the usual one. */
export type Accent = Readonly<Record<Theme, Pick<typeof DAY, 'colorPrimary' | 'colorPrimaryHover' | 'colorLink' | 'colorInfo'>>>;

/** Fingers need more room than a mouse, and no control is too small for them. */
const CONTROL_HEIGHT_PX = { mouse: { usual: 36, small: 27 }, touch: { usual: 44, small: 44 } } as const;

interface Look {
  readonly pointer: keyof typeof CONTROL_HEIGHT_PX;
  /** Whether dialogs and lists move as they open. */
  readonly motion: boolean;
  readonly accent?: Accent | undefined;
}

export function antdThemeOf(theme: Theme, { pointer, motion, accent }: Look): ThemeConfig {
  const colours = { ...(theme === 'night' ? NIGHT : DAY), ...accent?.[theme] };
  // The accent is too dark for the edge of a field at night: one that is pointed at or focused would be seen worse than the others.
  const field = { hoverBorderColor: colours.colorLink, activeBorderColor: colours.colorLink };
  return {
    algorithm: theme === 'night' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    token: {
      ...colours,
      // antd's own shades of a link that is pointed at or pressed are too light to be read by day.
      colorLinkHover: colours.colorLink,
      colorLinkActive: colours.colorLink,
      borderRadius: 8,
      fontFamily: 'var(--font)',
      fontFamilyCode: 'var(--font-mono)',
      motion,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.16s',
      controlHeight: CONTROL_HEIGHT_PX[pointer].usual,
      controlHeightSM: CONTROL_HEIGHT_PX[pointer].small,
    },
    components: {
      // The accent fills buttons; a word on a plain one takes the link's colour, which is made to be read.
      Button: {
        defaultHoverColor: colours.colorLink,
        defaultHoverBorderColor: colours.colorLink,
        defaultActiveColor: colours.colorLink,
        defaultActiveBorderColor: colours.colorLink,
        // The night's red is light, so that it reads as a word; as a button's ground it carries dark words.
        dangerColor: theme === 'night' ? '#131a2a' : '#ffffff',
      },
      Input: field,
      Select: field,
      Tabs: {
        itemSelectedColor: colours.colorLink,
        itemHoverColor: colours.colorLink,
        itemActiveColor: colours.colorLink,
        inkBarColor: colours.colorLink,
      },
    },
  };
}
