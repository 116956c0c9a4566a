import { CallRefused } from '@purser/client/transport';
import type { Call } from '@purser/contract/call';
import type { OutcomeName } from '@purser/contract/errors';
import type { Translate } from '@purser/i18n/catalogue';
import { toast } from '@purser/ui/toast';
import type { KitCatalogue } from './i18n.tsx';
import { refusedField } from './refused-field.ts';
import { failureText } from './failure-text.ts';

/** Those who are refused so are led to another page, or were told by the client. */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set([
  'maintenance',
  'access_restricted',
  'login_ip_refused',
  'unauthenticated',
] satisfies OutcomeName[]);

/** Why a quiet call failed, once: the text for this field where the failure is about it, else undefined, and a toast has told it. */
export function toldAtField(call: Pick<Call, 'fields'>, field: string, error: unknown, t: Translate<KitCatalogue>): string | undefined {
  if (error instanceof CallRefused) {
    const refused = refusedField(call, error);
    if (refused?.field === field) return refused.text;
    if (!TOLD_ELSEWHERE.has(error.outcome)) toast.error(error.message);
  } else toast.error(failureText(error, t));
  return undefined;
}
