import { theme as antdTheme, type ThemeConfig } from 'antd';
import type { Theme } from './theme.ts';

/** The values of base.css, as antd's tokens: antd computes shades from them and therefore needs them as colours. */
const DAY = {
  colorPrimary: '#0f6f6b',
  colorLink: '#0b6663',
  colorSuccess: '#1a6b3c',
  colorInfo: '#1f5a99',
  colorWarning: '#875200',
  colorError: '#b3261e',
  colorBgLayout: '#f5f7f8',
  colorBgContainer: '#ffffff',
  colorBgElevated: '#ffffff',
  colorBorder: '#c3ccd3',
  colorBorderSecondary: '#dfe4e8',
  colorText: '#17222b',
  colorTextSecondary: '#55636e',
  colorTextTertiary: '#55636e',
  colorTextPlaceholder: '#66747f',
  colorTextDescription: '#55636e',
};

const NIGHT = {
  colorPrimary: '#147f79',
  colorLink: '#5cc9bf',
  colorSuccess: '#6fd39a',
  colorInfo: '#86b8f2',
  colorWarning: '#e7b659',
  colorError: '#f49389',
  colorBgLayout: '#0f1417',
  colorBgContainer: '#171e22',
  colorBgElevated: '#1b2328',
  colorBorder: '#46545c',
  colorBorderSecondary: '#2b353b',
  colorText: '#e5ebee',
  colorTextSecondary: '#9dabb4',
  colorTextTertiary: '#9dabb4',
  colorTextPlaceholder: '#8d9ba4',
  colorTextDescription: '#9dabb4',
};

export function antdThemeOf(theme: Theme): ThemeConfig {
  const colours = theme === 'night' ? NIGHT : DAY;
  return {
    algorithm: theme === 'night' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    token: {
      ...colours,
      borderRadius: 8,
      fontFamily: 'var(--font)',
      fontFamilyCode: 'var(--font-mono)',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.16s',
      controlHeight: 36,
    },
  };
}
