import type { Accent } from '@purser/ui/antd-theme';

/** The colours of operator.css, as antd's tokens. */
export const OPERATOR_ACCENT: Accent = {
  day: { colorPrimary: '#5b3a9e', colorPrimaryHover: '#4a2d86', colorLink: '#54349a', colorInfo: '#54349a' },
  night: { colorPrimary: '#7a55c9', colorPrimaryHover: '#6b48b8', colorLink: '#c4aef5', colorInfo: '#c4aef5' },
};
