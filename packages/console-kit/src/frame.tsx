import { FailedWhileOpen, lazyPart } from '@purser/ui/lazy-part';
import { MenuOutlined } from '@ant-design/icons';
import { AntdProvider } from '@purser/ui/antd-provider';
import type { Accent } from '@purser/ui/antd-theme';
import { timeZoneName } from '@purser/ui/time-zone';
import { NARROW, useMedia } from '@purser/ui/use-media';
import { useLocation } from '@tanstack/react-router';
import { Button } from 'antd';
import { Suspense, use, useEffect, useRef, useState, type ReactNode } from 'react';
import { antdLocale } from './antd-locale.ts';
import { BootSkeleton } from './boot-skeleton.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import styles from './frame.module.css';
import { useFollowedLanguage } from './follow-language.ts';
import { useI18n, useT } from './i18n.tsx';
import { useKeptFocus } from './keep-focus.ts';
import { MenuList, type MenuGroup } from './menu-list.tsx';
import { type LoadPalette, PaletteButton } from './palette/palette-button.tsx';
import { LanguageSwitch, ThemeSwitch } from './preferences.tsx';

/** Wide screens do without. */
const MenuDrawer = lazyPart(() => import('./menu-drawer.tsx'), FailedWhileOpen);

interface FrameProps {
  /** Instead of the usual accent. */
  readonly accent?: Accent;
  readonly brand: ReactNode;
  readonly menu: readonly MenuGroup[];
  readonly palette?: LoadPalette;
  /** At the end of the header: who is signed in. */
  readonly header: ReactNode;
  /** The stream of what changes has been lost for a while. */
  readonly lost?: boolean;
  /** Above the page. */
  readonly notices?: ReactNode;
  readonly children: ReactNode;
}

/** The layout around every page of the menu: menu, header, page. Below 1024 px the menu is a drawer. */
export function Frame(props: FrameProps) {
  return (
    <Suspense fallback={<BootSkeleton />}>
      <Dressed {...props} />
    </Suspense>
  );
}

function Dressed(props: FrameProps) {
  const { language } = useI18n();
  return (
    <AntdProvider locale={use(antdLocale(language))} accent={props.accent}>
      <Layout {...props} />
    </AntdProvider>
  );
}

function Layout({ brand, menu, palette, header, lost, notices, children }: FrameProps) {
  const t = useT();
  useFollowedLanguage();
  const narrow = useMedia(NARROW);
  const content = useRef<HTMLElement>(null);
  useKeptFocus(content);
  const { pathname, href } = useLocation();
  const shownPath = useRef(pathname);
  // Whoever goes to another page by keyboard or screen reader goes on in it, not in the menu.
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    content.current?.focus({ preventScroll: true });
  }, [pathname]);
  // Told on paper, also of a drawer that is printed alone: nobody who holds a sheet knows by whose clocks it was printed.
  useEffect(() => {
    document.body.dataset['zone'] = t('shell.zone', { zone: timeZoneName() });
  });
  /** Where the menu was opened. It is not about another page: whoever goes back sees that page. */
  const [menuAt, setMenuAt] = useState<string>();
  const closeMenu = (): void => setMenuAt(undefined);

  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {t('shell.skip')}
      </a>
      {narrow ? (
        <Suspense>
          <MenuDrawer open={menuAt === href} onClose={closeMenu} title={brand}>
            <MenuList groups={menu} onChosen={closeMenu} />
          </MenuDrawer>
        </Suspense>
      ) : (
        <aside className={`${styles.side} menu-side`}>
          <div className={styles.brand}>{brand}</div>
          <MenuList groups={menu} />
        </aside>
      )}
      <div className={styles.main}>
        <header className={styles.header}>
          {narrow && (
            <Button type="text" icon={<MenuOutlined aria-hidden />} aria-label={t('shell.openMenu')} onClick={() => setMenuAt(href)} />
          )}
          {palette && <PaletteButton load={palette} menu={menu} />}
          <span className={styles.spring} />
          <LanguageSwitch />
          <ThemeSwitch />
          {header}
        </header>
        <ConnectionNotice lost={lost} />
        {notices}
        <main ref={content} id="content" className={styles.content} tabIndex={-1}>
          <Suspense>{children}</Suspense>
        </main>
      </div>
    </div>
  );
}
