import { MOST_PERMITTED_IPS } from '@purser/contract/features/access-key';

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

const IPV4_BITS = 32;
const IPV6_BITS = 128;

function isIpOrRange(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const width = isIpv4(address) ? IPV4_BITS : isIpv6(address) ? IPV6_BITS : undefined;
  if (width === undefined || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width);
}

/** Four decimal numbers; "010" is not one, as programs disagree about what it means. */
function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

/** The browser's own address parser knows every form of IPv6. */
function isIpv6(text: string): boolean {
  return text.includes(':') && /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]/`);
}

/** Whether two lists permit the same, in whatever order. */
export function sameIps(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((entry) => other.includes(entry));
}
