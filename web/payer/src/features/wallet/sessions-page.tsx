import type { PayerSession } from '@purser/contract/payer-drafts';
import type { PageOf, sessionsPage } from '@purser/contract/payer-pages';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { useLocalTime } from '../../shared/local-time.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import { ShownPayer } from '../../shared/shown-payer.tsx';
import styles from './wallet.module.css';

/** Where the wallet user is signed in; any of it is ended at once. */
function Sessions({ page: { sessions, ended, problem } }: { page: PageOf<typeof sessionsPage> }) {
  const { t } = usePage();
  return (
    <Shell>
      <div className={styles.head}>
        <h1>{t('sessions_title')}</h1>
        <p>{t('sessions_lead')}</p>
      </div>
      {problem && <Notice kind="problem">{problem.detail}</Notice>}
      {ended && !problem && <Notice kind="success">{t('session_ended')}</Notice>}
      {sessions.map((session) => (
        <OpenSession key={session.session_id} session={session} />
      ))}
      {sessions.some(({ current }) => !current) && (
        <form className={styles.back} method="post" action="/wallet/sessions/end-others">
          <ShownPayer />
          <button className={button.link}>{t('sessions_end_others')}</button>
        </form>
      )}
      <p className={styles.back}>
        <a className={button.quiet} href="/wallet/recover">
          {t('recover_title')}
        </a>
        <a className={button.quiet} href="/wallet">
          {t('go_back')}
        </a>
      </p>
    </Shell>
  );
}

function OpenSession({ session: { session_id, device, ip, create_time, last_seen_time, current } }: { session: PayerSession }) {
  const { t } = usePage();
  const [since, seen] = [useLocalTime(create_time), useLocalTime(last_seen_time)];
  return (
    <Card>
      <div className={styles.row}>
        <div className={styles.session}>
          <h2 className={styles.flat}>{device || t('unknown_device')}</h2>
          <p className={styles.small}>{t('session_since', { address: ip, time: since })}</p>
          <p className={styles.small}>{t('session_seen', { time: seen })}</p>
        </div>
        {current ? (
          <span className={styles.tag}>{t('session_current')}</span>
        ) : (
          <form method="post" action="/wallet/sessions/end">
            <ShownPayer />
            <input type="hidden" name="session_id" value={session_id} />
            <button className={button.link} aria-label={t('session_end_named', { address: ip, time: since })}>
              {t('session_end')}
            </button>
          </form>
        )}
      </div>
    </Card>
  );
}

export const sessions: PageView<typeof sessionsPage> = { Component: Sessions, title: (_page, t) => t('sessions_title') };
