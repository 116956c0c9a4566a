import { lazyPart } from '@purser/ui/lazy-part';
import { Brand } from '@purser/console-kit/brand';
import { Frame } from '@purser/console-kit/frame';
import { I18nContext, useI18n } from '@purser/console-kit/i18n';
import { useLiveUpdates } from '@purser/console-kit/live';
import { withQueries } from '@purser/console-kit/queries';
import { merchantEvents, RECHARGE_WAYS } from '@purser/contract/first-pages';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { setTimeZone } from '@purser/ui/time-zone';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { loadWithTexts } from '@purser/console-kit/page-texts';
import { ownAccount } from '../../shared/account.ts';
import { useT } from '../../shared/i18n.tsx';
import { useKnownMay, useKnownRole, useMay } from '../../shared/may.tsx';
import { permissionOf } from '../../shared/menu.ts';
import { Account } from './account.tsx';
import { Bell } from './bell.tsx';
import { forgetOthers } from './forget-others.ts';
import { loadPalette } from './load-palette.tsx';
import { menuGroups } from './menu.tsx';
import { MaintenanceNotice } from './maintenance-notice.tsx';
import { SignInNotice } from './sign-in-notice.tsx';
import { storedTimeZone } from './stored-time-zone.ts';
import { texts } from './texts.ts';
import { UpdateNotice } from './update-notice.tsx';

const Agreements = lazyPart(() => loadWithTexts(() => import('./agreements.tsx'), texts));

const NotAllowed = lazyPart(() => import('../../shared/not-allowed.tsx'));

/** The layout around every page of the menu. */
export default withQueries(ShellPage);

function ShellPage({ children }: { readonly children?: ReactNode }) {
  const t = useT();
  useState(forgetOthers);
  const { data: account } = useQuery(ownAccount);
  const may = useMay();
  const wanted = permissionOf(useLocation().pathname);
  const knownMay = useKnownMay();
  const isKnown = useKnownRole();
  const { lost } = useLiveUpdates(merchantEvents);
  const zone = account ? (account.own?.time_zone ?? undefined) : storedTimeZone();
  // Before what is drawn below asks for it. What was drawn in another zone is drawn anew, as in another language: what is typed stays.
  setTimeZone(zone);
  const i18n = useI18n();
  const inZone = useMemo(() => ({ ...i18n, zone }), [i18n, zone]);
  return (
    <Frame
      brand={<Brand />}
      menu={menuGroups(t, { quickRecharge: account?.recharge_configuration.includes(RECHARGE_WAYS.quick) === true, may })}
      palette={loadPalette}
      header={
        <>
          <Bell />
          <Account />
        </>
      }
      lost={lost}
      notices={
        <>
          <MaintenanceNotice />
          <SignInNotice />
          <UpdateNotice />
        </>
      }
    >
      <I18nContext value={inZone}>
        {knownMay(wanted) ? (
          (children ?? <Outlet />)
        ) : (
          // What not every role may see asks for nothing before it is known whether this one may.
          <Suspense>{isKnown && <NotAllowed />}</Suspense>
        )}
      </I18nContext>
      {account?.own?.agreements_pending && (
        <Suspense>
          <Agreements />
        </Suspense>
      )}
    </Frame>
  );
}
