import { refuse } from '../../platform/http/refusal.ts';
import type { MerchantContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { checkTarget, resolveByDns, TargetRefused } from '../../platform/security/ssrf.ts';
import { problemText } from './problems.ts';

/** Refuses an address that no webhook may be sent to, with what is wrong with it. */
export async function mustBeUsable({ settings }: Platform, address: string, { language }: MerchantContext): Promise<void> {
  try {
    await checkTarget(address, { plainHttp: settings.demo, allow: settings.webhookAllow, resolve: resolveByDns });
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error;
    throw refuse('webhook_address_refused', { reason: problemText(error.problem, language) });
  }
}
