import { browserOf } from '@purser/console-kit/browser-name';
import { useConfirmedAct } from '@purser/console-kit/confirmed-act';
import { refresh } from '@purser/console-kit/query';
import { staffMemberSessionEnd } from '@purser/contract/features/staff-member';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { formatInstant } from '@purser/ui/instant-text';
import { ErrorState } from '@purser/ui/states';
import { toast } from '@purser/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { type Member, type MemberSession, sessionsOf } from './api.ts';
import styles from './staff.module.css';
import { useT } from './texts.ts';

interface MemberSessionsProps {
  readonly member: Member;
  /** Who looks at themselves ends sessions on the page of their own account. */
  readonly isSelf: boolean;
}

/** Where a member is signed in; one session of another member, or all, are ended by a confirmed act. */
export function MemberSessions({ member: { staff_id, name }, isSelf }: MemberSessionsProps) {
  const t = useT();
  const { data, error, isError, isFetching, refetch } = useQuery(sessionsOf(staff_id));
  const ending = useConfirmedAct(staffMemberSessionEnd, {
    contentsOf: (session: MemberSession | 'all') => ({ staff_id, ...(session !== 'all' && { session_id: session.session_id }) }),
    onDone: () => {
      toast.success(t('staff.sessionEnded'));
      refresh(['staff']);
    },
    onRefused: (outcome) => {
      // It has ended meanwhile.
      if (outcome === 'not_found') refresh(['staff']);
      return outcome === 'not_found';
    },
  });
  const { reviewed } = ending;
  const one = reviewed === 'all' ? undefined : reviewed;
  const title = one ? namedOf(one, t) : t('staff.endSessions');
  return (
    <section className={styles.sessions} aria-label={t('staff.sessions')}>
      <header>
        <h2>{t('staff.sessions')}</h2>
        {!isSelf && (data?.list.length ?? 0) > 1 && (
          <Button danger onClick={() => ending.begin('all')}>
            {t('staff.endSessions')}
          </Button>
        )}
      </header>
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!isError && !data && <Skeleton active aria-busy title={false} paragraph={{ rows: 2 }} />}
      {data?.list.length === 0 && <span className={styles.hint}>{t('staff.sessionsNone')}</span>}
      {data && data.list.length > 0 && (
        <ul>
          {data.list.map((session) => (
            <li key={session.session_id}>
              <span className={styles.role}>
                <span>{`${session.ip} · ${browserOf(session.user_agent)}`}</span>
                <span className={styles.hint}>
                  {t('staff.sessionSeen', { since: formatInstant(session.create_time), seen: formatInstant(session.last_seen_time) })}
                </span>
              </span>
              {!isSelf && (
                <Button aria-label={namedOf(session, t)} onClick={() => ending.begin(session)}>
                  {t('staff.endSession')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <ConfirmWithCode
        {...ending.confirmation}
        title={title}
        facts={[
          { label: t('staff.name'), value: name },
          ...(one
            ? [
                { label: t('staff.sessionAddress'), value: one.ip },
                { label: t('staff.sessionBrowser'), value: browserOf(one.user_agent) },
                { label: t('staff.sessionSince'), value: formatInstant(one.create_time) },
              ]
            : []),
        ]}
        warning={t('staff.endSessionWarning')}
        confirmText={one ? t('staff.endSession') : t('staff.endSessions')}
        danger
      />
    </section>
  );
}

function namedOf({ ip, create_time }: MemberSession, t: ReturnType<typeof useT>): string {
  return t('staff.endSessionNamed', { address: ip, time: formatInstant(create_time) });
}
