import { appLinkTo } from '@purser/contract/app-link';
import { useEffect, useRef, useState } from 'react';
import { useAlive } from '../../shared/alive.ts';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { Notice } from '../../shared/notice.tsx';
import styles from './checkout.module.css';

/** An app that is there has taken the page's place by then. */
const OPENS_WITHIN_MS = 2_000;

/** Paying in the installed wallet: it is tried, and where nothing opens the payer is told to save the code and scan it in the app, where it may be scanned. */
export function OpenApp({ token, mayScan }: { token: string; mayScan: boolean }) {
  const { t } = usePage();
  const alive = useAlive();
  const [failed, setFailed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const tried = () => {
    clearTimeout(timer.current);
    setFailed(false);
    timer.current = setTimeout(() => setFailed(document.visibilityState === 'visible' && document.hasFocus()), OPENS_WITHIN_MS);
  };
  return (
    <>
      <a className={button.plain} href={appLinkTo(`/pay/${token}`)} onClick={tried} hidden={!alive} data-live="always">
        {t('open_app')}
      </a>
      {failed && <Notice kind="advice">{t(mayScan ? 'app_not_opened' : 'app_missing')}</Notice>}
      {!failed && mayScan && <p className={styles.text}>{t('app_hint')}</p>}
    </>
  );
}
