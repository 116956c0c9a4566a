import { LoadingOutlined } from '@ant-design/icons';
import { ConfigProvider, type ConfigProviderProps } from 'antd';
import type { ReactNode } from 'react';
import { antdThemeOf, type Accent } from './antd-theme.ts';
import { useTheme } from './theme.ts';
import { STILL, TOUCH, useMedia } from './use-media.ts';

/** The server names a nonce for the style elements that antd makes at run time. */
function cspNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || meta?.getAttribute('nonce') || undefined;
}

export interface AntdProviderProps {
  readonly locale: ConfigProviderProps['locale'];
  /** Instead of the usual accent. */
  readonly accent?: Accent | undefined;
  readonly children: ReactNode;
}

/** Popups belong to the part of the page that opened them: within its landmark, after its content. */
function popupContainer(trigger?: HTMLElement): HTMLElement {
  return trigger?.closest<HTMLElement>('[role="dialog"], main, header') ?? document.body;
}

/** What a busy button shows. It is no part of the button's name, and it goes at once: antd's own may stay in the page, unseen but read out. */
const BUSY = <LoadingOutlined aria-hidden />;

/** antd in Purser's look, day or night. */
export function AntdProvider({ locale, accent, children }: AntdProviderProps) {
  const theme = useTheme();
  const touch = useMedia(TOUCH);
  const motion = !useMedia(STILL);
  return (
    <ConfigProvider
      locale={locale}
      theme={antdThemeOf(theme, { pointer: touch ? 'touch' : 'mouse', motion, accent })}
      csp={{ nonce: cspNonce() }}
      getPopupContainer={popupContainer}
      button={{ autoInsertSpace: false, loadingIcon: BUSY }}
    >
      {children}
    </ConfigProvider>
  );
}
