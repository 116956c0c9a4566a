import { outcomeText } from '@purser/contract/errors';
import type { Language } from '@purser/contract/language';
import { usualIpRange } from '../../domain/ip-range.ts';
import { refuse } from '../../platform/http/refusal.ts';

/**
 * Addresses and CIDR ranges, each in the one form under which requests are compared and people recognise it; doubles
 * are dropped. Refuses with ip_invalid, naming every entry that is neither.
 */
export function normaliseIps(entries: readonly string[], language: Language): string[] {
  const normal = entries.map((entry) => usualIpRange(entry));
  const wrong = entries.map((entry, index) => ({ entry, index })).filter(({ index }) => normal[index] === undefined);
  if (wrong.length > 0) {
    throw refuse(
      'ip_invalid',
      {},
      {
        fields: wrong.map(({ entry, index }) => ({
          field: `ip_permission.${index}`,
          problem: `${entry}: ${outcomeText('ip_invalid', language)}`,
        })),
      },
    );
  }
  return [...new Set(normal as string[])];
}
