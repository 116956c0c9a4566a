import { CallRefused } from '@purser/client/transport';
import { toast } from '@purser/ui/toast';

/** What the server said of the input, for its field. When it could not be asked, the user is told so in `unanswered`, and nothing is to be shown. */
export function told(error: unknown, unanswered: string): CallRefused | undefined {
  if (error instanceof CallRefused) return error;
  toast.error(unanswered);
  return undefined;
}
