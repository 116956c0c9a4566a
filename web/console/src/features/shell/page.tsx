import { AntdProvider } from '@purser/ui/antd-provider';
import { NARROW, useMedia } from '@purser/ui/use-media';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Drawer } from 'antd';
import { Suspense, use, useEffect, useRef, useState, type ReactNode } from 'react';
import { useI18n } from '../../shared/i18n.tsx';
import { useLiveUpdates } from '../../shared/live.ts';
import { antdLocale } from './antd-locale.ts';
import { Brand } from '../../shared/brand.tsx';
import { Header } from './header.tsx';
import { MenuList } from './menu-list.tsx';
import { SignInNotice } from './sign-in-notice.tsx';
import { UpdateNotice } from './update-notice.tsx';
import styles from './shell.module.css';

/** The layout around every page of the menu. */
export default function ShellPage({ children }: { readonly children?: ReactNode }) {
  const { language } = useI18n();
  return (
    <AntdProvider locale={use(antdLocale(language))}>
      <Shell>{children ?? <Outlet />}</Shell>
    </AntdProvider>
  );
}

function Shell({ children }: { readonly children: ReactNode }) {
  const { t } = useI18n();
  const { lost } = useLiveUpdates();
  const narrow = useMedia(NARROW);
  const content = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);
  // Whoever goes to another page by keyboard or screen reader goes on in it, not in the menu.
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    content.current?.focus({ preventScroll: true });
  }, [pathname]);
  const [menuOpen, setMenuOpen] = useState(false);

  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#content">
        {t('shell.skip')}
      </a>
      {narrow ? (
        <Drawer
          open={menuOpen}
          onClose={() => setMenuOpen(false)}
          placement="left"
          size={280}
          title={<Brand />}
          styles={{ body: { padding: 8 } }}
        >
          <MenuList onChosen={() => setMenuOpen(false)} />
        </Drawer>
      ) : (
        <aside className={styles['side']}>
          <div className={styles['brand']}>
            <Brand />
          </div>
          <MenuList />
        </aside>
      )}
      <div className={styles['main']}>
        <Header onOpenMenu={narrow ? () => setMenuOpen(true) : undefined} />
        {lost && <output className={styles['lost']}>{t('shell.reconnecting')}</output>}
        <SignInNotice />
        <UpdateNotice />
        <main ref={content} id="content" className={styles['content']} tabIndex={-1}>
          <Suspense>{children}</Suspense>
        </main>
      </div>
    </div>
  );
}
