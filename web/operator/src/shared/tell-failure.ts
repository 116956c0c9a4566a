import { CallRefused, NoAnswer, NotSent } from '@purser/client/transport';
import { toast } from '@purser/ui/toast';
import type { T } from './i18n.ts';

/** Tells of a failure that concerns no field. Of maintenance the client has told. */
export function tellFailure(error: unknown, t: T): void {
  if (error instanceof NoAnswer) toast.error(t(`failure.${error.reason}`));
  else if (error instanceof NotSent) toast.error(error.message);
  else if (!(error instanceof CallRefused)) toast.error(t('failure.unreadable'));
  else if (error.outcome !== 'maintenance') toast.error(error.message);
}
