import { toast } from '@purser/ui/toast';
import { useNavigate } from '@tanstack/react-router';
import { useT } from '../../shared/i18n.tsx';
import { PATHS } from '../../shared/paths.ts';
import { endSession } from './api.ts';

/** Ends the session and goes to the login, also where the server does not answer. */
export function useLogOut(): () => void {
  const t = useT();
  const navigate = useNavigate();
  return () => {
    endSession(() => navigate({ to: PATHS.login, replace: true } as never)).catch(() => toast.warning(t('failure.network')));
  };
}
