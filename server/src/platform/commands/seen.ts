import { canonicalJson } from '@purser/ledger/canonical-json';
import { refuse } from '../http/refusal.ts';

/** Refuses what was entered upon something that somebody has changed since: it would be set back to what it was, unseen. */
export function refuseUnlessSeen(seen: unknown, now: unknown): void {
  if (seen !== undefined && canonicalJson(seen) !== canonicalJson(now)) throw refuse('terms_changed');
}
