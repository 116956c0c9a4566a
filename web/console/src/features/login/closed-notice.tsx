import { client } from '@purser/console-kit/client';
import type { OutputOf } from '@purser/contract/call';
import { userConfigGet } from '@purser/contract/first-pages';
import { useEffect, useState } from 'react';
import { useI18n } from '@purser/console-kit/i18n';
import type { ConsoleTexts } from '../../shared/i18n.tsx';
import styles from './login.module.css';

const ASKED_EVERY_MS = 10_000;

/** Says that nobody can log in while maintenance runs, and goes when it has ended. */
export function ClosedNotice() {
  const { t, language } = useI18n<ConsoleTexts>();
  const [config, setConfig] = useState<OutputOf<typeof userConfigGet>>();
  useEffect(() => {
    const left = new AbortController();
    const ask = async (): Promise<void> => {
      try {
        setConfig(await client.request(userConfigGet, {}, { signal: left.signal, quiet: true }));
      } catch {
        // What was known last stays on show.
      }
    };
    void ask();
    const timer = setInterval(() => document.visibilityState === 'visible' && void ask(), ASKED_EVERY_MS);
    return () => {
      clearInterval(timer);
      left.abort();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the server words the notice: it is asked again in another language
  }, [language]);
  if (!config?.maintenance) return null;
  return (
    <output className={styles.notice}>
      {[t('login.maintenance'), config.maintenance_notice?.text].filter(Boolean).join(' ')}
      <a className={styles.status} href="/status">
        {t('login.status')}
      </a>
    </output>
  );
}
