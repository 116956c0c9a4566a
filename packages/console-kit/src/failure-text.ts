import { NotSent } from '@purser/client/transport';
import type { Translate } from '@purser/i18n/catalogue';
import type { KitCatalogue } from './i18n.tsx';
import { whyFailed } from './why-failed.ts';

/** Why a call failed, in words, whatever it was. */
export function failureText(error: unknown, t: Translate<KitCatalogue>): string {
  return error instanceof NotSent ? error.message : (whyFailed(error, t)?.text ?? t('failure.network'));
}
