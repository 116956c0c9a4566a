import { Card } from '@purser/console-kit/card';
import styles from '@purser/console-kit/own-account/own-account.module.css';
import { PasswordCard } from '@purser/console-kit/own-account/password-card';
import { SessionsCard } from '@purser/console-kit/own-account/sessions-card';
import { refresh } from '@purser/console-kit/query';
import { staffPasswordChange, staffSessionEnd, staffSessionEndOthers, staffSessionList } from '@purser/contract/features/staff';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { PageHead } from '@purser/ui/page-head';
import { useQuery } from '@tanstack/react-query';
import { sealPassword } from '../../shared/seal-password.ts';
import { ownSession } from '../../shared/session.ts';
import { tellFailure } from '../../shared/tell-failure.ts';
import { AuthenticatorCard } from './authenticator.tsx';
import { PasskeysCard } from './passkeys.tsx';
import { useT } from './texts.ts';

/** The member's own account: who one is, what one signs in with, and where one is signed in. */
export default function AccountPage() {
  const t = useT();
  const { data: session } = useQuery(ownSession);
  if (!session) return null;
  return (
    <>
      <PageHead title={t('menu.account')} hint={t('account.hint')} />
      <div className={styles.cards}>
        <Card title={t('account.who')}>
          <Facts>
            <Fact label={t('account.name')}>{session.name}</Fact>
            <Fact label={t('shell.account')}>{session.username}</Fact>
            <Fact label={t('shell.role')}>{t(`role.${session.role}`)}</Fact>
            <Fact label={t('shell.lastLogin')}>{formatInstant(session.login_time)}</Fact>
            <Fact label={t('account.address')}>{session.login_ip ?? '–'}</Fact>
          </Facts>
        </Card>
        <PasswordCard
          call={staffPasswordChange}
          username={session.username}
          minimum={session.password_minimum}
          seal={sealPassword}
          tellFailure={(error) => tellFailure(error, t)}
          onChanged={() => refresh(['self'])}
        />
        <PasskeysCard />
        <AuthenticatorCard isSet={session.authenticator} />
      </div>
      <SessionsCard list={staffSessionList} end={staffSessionEnd} endOthers={staffSessionEndOthers} />
    </>
  );
}
