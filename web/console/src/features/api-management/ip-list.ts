import { MOST_PERMITTED_IPS } from '@purser/contract/features/access-key';
import { isIpOrRange } from '@purser/contract/ip-range';

/** The entries of a text that lists addresses, one per line or parted by commas; doubles once. */
export function readIpList(text: string): string[] {
  return [...new Set(text.split(/[\s,;，；]+/).filter((entry) => entry !== ''))];
}

export type IpListProblem = { readonly kind: 'wrong'; readonly entry: string } | { readonly kind: 'too_many' };

/** The first thing wrong with a list of addresses and CIDR ranges. */
export function ipListProblem(entries: readonly string[]): IpListProblem | undefined {
  const entry = entries.find((candidate) => !isIpOrRange(candidate));
  if (entry !== undefined) return { kind: 'wrong', entry };
  return entries.length > MOST_PERMITTED_IPS ? { kind: 'too_many' } : undefined;
}

/** Whether two lists permit the same, in whatever order. */
export function sameIps(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((entry) => other.includes(entry));
}
