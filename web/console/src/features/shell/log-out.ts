import { endSession } from '@purser/console-kit/query';
import { logout } from '@purser/contract/first-pages';
import { toast } from '@purser/ui/toast';
import { useNavigate } from '@tanstack/react-router';
import { useT } from '../../shared/i18n.tsx';
import { PATHS } from '../../shared/paths.ts';
import { forgetSession } from '../../shared/storage.ts';

/** Ends the session and goes to the login, also where the server does not answer. */
export function useLogOut(): () => void {
  const t = useT();
  const navigate = useNavigate();
  return () => {
    const leave = () => navigate({ to: PATHS.login, replace: true } as never);
    endSession({ logout, forget: forgetSession, leave }).catch(() => toast.warning(t('failure.network')));
  };
}
