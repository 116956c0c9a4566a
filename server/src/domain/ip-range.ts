import ipaddr from 'ipaddr.js';

const IPV4_BITS = 32;
const IPV6_BITS = 128;
/** An IPv4 address inside IPv6 (::ffff:a.b.c.d) stands behind this many bits. */
const MAPPED_PREFIX_BITS = IPV6_BITS - IPV4_BITS;

/**
 * An address or CIDR range in the one form under which requests are compared and people recognise it: a range as its network, what is IPv4
 * inside IPv6 as IPv4. Undefined when the text is neither.
 */
export function usualIpRange(text: string): string | undefined {
  const [address = '', bits, ...rest] = text.trim().split('/');
  if (rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return undefined;
  const parsed = parseAddress(address);
  if (!parsed) return undefined;
  const width = parsed instanceof ipaddr.IPv4 ? IPV4_BITS : IPV6_BITS;
  const prefix = bits === undefined ? width : Number(bits);
  if (prefix > width) return undefined;
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() && prefix >= MAPPED_PREFIX_BITS) {
    return rangeText(parsed.toIPv4Address(), prefix - MAPPED_PREFIX_BITS);
  }
  return rangeText(parsed, prefix);
}

/** Only the forms that mean the same to everyone: "010.1", "0x7f.1" and zones are read differently by different programs. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (text.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(text)) return ipaddr.IPv6.parse(text);
  return undefined;
}

function rangeText(address: ipaddr.IPv4 | ipaddr.IPv6, prefix: number): string {
  if (address instanceof ipaddr.IPv4) {
    if (prefix === IPV4_BITS) return address.toString();
    return `${ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/${prefix}`).toString()}/${prefix}`;
  }
  if (prefix === IPV6_BITS) return address.toRFC5952String();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${prefix}`).toRFC5952String()}/${prefix}`;
}
