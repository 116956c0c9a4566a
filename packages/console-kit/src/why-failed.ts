import { CallRefused, NoAnswer } from '@purser/client/transport';
import type { Translate } from '@purser/i18n/catalogue';
import type { WhyFailed } from '@purser/ui/texts';
import type { KitCatalogue } from './i18n.tsx';

/** Whether the server has refused it to whoever asks, which asking again does not change. */
export function isNotAllowed(error: unknown): boolean {
  return error instanceof CallRefused && error.http === 403;
}

/** What there is to say of a call that failed; undefined where it is that there is no connection, or nothing is known. */
export function whyFailed(error: unknown, t: Translate<KitCatalogue>): WhyFailed | undefined {
  if (error instanceof CallRefused && error.message !== '') return { text: error.message, isFinal: isNotAllowed(error) };
  if (error instanceof NoAnswer && error.reason !== 'network') return { text: t(`failure.${error.reason}`), isFinal: false };
  return undefined;
}
