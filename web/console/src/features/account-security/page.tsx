import styles from '@purser/console-kit/own-account/own-account.module.css';
import { PasswordCard } from '@purser/console-kit/own-account/password-card';
import { SessionsCard } from '@purser/console-kit/own-account/sessions-card';
import { refresh } from '@purser/console-kit/query';
import {
  merchantSessionEnd,
  merchantSessionEndOthers,
  merchantSessionList,
  resetSelfPassword,
} from '@purser/contract/features/account-security';
import { SHORTEST_MERCHANT_PASSWORD } from '@purser/contract/limits';
import { PageHead } from '@purser/ui/page-head';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { ownAccount } from '../../shared/account.ts';
import { May, useMay } from '../../shared/may.tsx';
import { permissionOf } from '../../shared/menu.ts';
import { tellFailure } from '../../shared/login-failure.ts';
import { PATHS } from '../../shared/paths.ts';
import { sealPassword } from '../../shared/seal-password.ts';
import { AuthenticatorCard } from './authenticator.tsx';
import { NoticeMailCard } from './notice-mail.tsx';
import { RecoveryCodesCard } from './recovery-codes.tsx';
import { useT } from './texts.ts';
import { TimeZoneCard } from './time-zone.tsx';

/** Pages that belong to this one. */
const WAYS = [
  { to: PATHS.team, name: 'accountSecurity.team' },
  { to: PATHS.verification, name: 'accountSecurity.identity' },
  { to: PATHS.ownAudit, name: 'accountSecurity.audit' },
] as const;

/** What the merchant logs in with, and where it is logged in. */
export default function AccountSecurityPage() {
  const t = useT();
  const { data: account } = useQuery(ownAccount);
  const may = useMay();
  const navigate = useNavigate();
  return (
    <>
      <PageHead
        title={t('menu.accountSecurity')}
        hint={t('accountSecurity.hint')}
        actions={
          <>
            {WAYS.filter(({ to }) => may(permissionOf(to))).map(({ to, name }) => (
              <Button key={to} onClick={() => void navigate({ to } as never)}>
                {t(name)}
              </Button>
            ))}
          </>
        }
      />
      <div className={styles.cards}>
        <div className={styles.column}>
          <PasswordCard
            call={resetSelfPassword}
            username={account?.own?.username ?? ''}
            minimum={SHORTEST_MERCHANT_PASSWORD}
            seal={sealPassword}
            tellFailure={(error) => tellFailure(error, t)}
            onChanged={() => refresh(['self'])}
          />
          <May permission="account.change">
            <NoticeMailCard />
            <TimeZoneCard />
          </May>
        </div>
        <div className={styles.column}>
          <AuthenticatorCard />
          <RecoveryCodesCard />
        </div>
      </div>
      <SessionsCard list={merchantSessionList} end={merchantSessionEnd} endOthers={merchantSessionEndOthers} />
    </>
  );
}
