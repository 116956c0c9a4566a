import { agreementPage } from '@purser/contract/payer-pages';
import type { PayerRequest } from '../platform/http/payer-request.ts';
import type { Platform } from '../platform/platform.ts';
import type { Session } from '../platform/security/sessions.ts';
import { pendingAgreements } from './agreements.ts';

/** Where a wallet user goes first, before the page that they asked for, who has not accepted an agreement in force; undefined for who has. */
export async function agreementFirst(
  { db }: Pick<Platform, 'db'>,
  { request, language }: Pick<PayerRequest, 'request' | 'language'>,
  { ownerId }: Session,
): Promise<{ readonly goTo: string } | undefined> {
  const pending = await pendingAgreements(db.system, { party: 'user', ownerId, language });
  return pending.length > 0 ? { goTo: `${agreementPage.path}?next=${encodeURIComponent(request.url)}` } : undefined;
}
