import { endSession } from '@purser/console-kit/query';
import { staffLogout } from '@purser/contract/staff-first-pages';
import { toast } from '@purser/ui/toast';
import { useNavigate } from '@tanstack/react-router';
import { useT } from '../shared/i18n.ts';
import { PATHS } from '../shared/paths.ts';
import { signedIn } from '../shared/storage.ts';

/** Ends the session and goes to the sign-in, also where the server does not answer. */
export function useLogOut(): () => void {
  const t = useT();
  const navigate = useNavigate();
  return () => {
    const leave = () => navigate({ to: PATHS.signIn, replace: true } as never);
    endSession({ logout: staffLogout, forget: () => signedIn.clear(), leave }).catch(() => toast.warning(t('failure.network')));
  };
}
