import { toast } from '@purser/ui/toast';
import { useNavigate } from '@tanstack/react-router';
import { useT } from '../shared/i18n.ts';
import { PATHS } from '../shared/paths.ts';
import { endSession } from '../shared/session.ts';

/** Ends the session and goes to the sign-in, also where the server does not answer. */
export function useLogOut(): () => void {
  const t = useT();
  const navigate = useNavigate();
  return () => {
    endSession(() => navigate({ to: PATHS.signIn, replace: true } as never)).catch(() => toast.warning(t('failure.network')));
  };
}
