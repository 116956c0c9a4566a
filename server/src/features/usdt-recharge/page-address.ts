import { safePath } from '../../platform/http/payer-pages.ts';
import type { Texts } from '../../platform/http/payer-request.ts';

const HERE = '/wallet/usdt-recharge';

/** The page of deposits with what was chosen on it, and the way back to where the payer came from. */
export function usdtRechargeAddress({ coin, network, next }: Texts, told: Readonly<Record<string, string>> = {}): string {
  const back = safePath(next);
  const query = new URLSearchParams({
    ...(coin !== undefined && { coin }),
    ...(network !== undefined && { network }),
    ...(back !== '/wallet' && { next: back }),
    ...told,
  }).toString();
  return query === '' ? HERE : `${HERE}?${query}`;
}
