import { FrameNotice } from '@purser/console-kit/frame-notice';
import { formatInstant } from '@purser/ui/instant-text';
import { useQuery } from '@tanstack/react-query';
import { ownAccount } from '../../shared/account.ts';
import { useT } from '../../shared/i18n.tsx';
import { markFailuresSeen } from './api.ts';

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
    <FrameNotice tone="warning" act={{ text: t('shell.signInFailuresSeen'), onAct: seen }}>
      {t('shell.signInFailures', { count: String(count), address, time: formatInstant(time) })}
    </FrameNotice>
  );
}
