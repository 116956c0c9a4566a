import { formatInstant } from '@purser/ui/instant-text';
import { useQuery } from '@tanstack/react-query';
import { ownAccount } from '../../shared/account.ts';
import { useT } from '../../shared/i18n.tsx';
import { markFailuresSeen } from './api.ts';
import styles from './shell.module.css';

/** Tells the merchant of failed sign-ins and wrong codes, at every sign-in until they have seen it. */
export function SignInNotice() {
  const t = useT();
  const { data: account } = useQuery(ownAccount);
  const failures = account?.own?.sign_in_failures;
  if (!failures) return null;
  const { count, address, time } = failures;
  const seen = (): void => {
    markFailuresSeen().catch(() => {
      // It is told again, which does no harm.
    });
  };
  return (
    <output className={styles['lost']}>
      {t('shell.signInFailures', { count: String(count), address, time: formatInstant(time) })}
      <button type="button" onClick={seen}>
        {t('shell.signInFailuresSeen')}
      </button>
    </output>
  );
}
