const IPV4_BITS = 32;
const IPV6_BITS = 128;

/** The most characters of an address or range, however it is written. */
export const LONGEST_IP_RANGE = 64;

/** Whether a text is an address or a range in CIDR notation, of IPv4 or IPv6. */
export function isIpOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const width = isIpv4(address) ? IPV4_BITS : isIpv6(address) ? IPV6_BITS : undefined;
  if (width === undefined || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width);
}

/** Four decimal numbers; "010" is not one, as programs disagree about what it means. */
function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

/** The parser of addresses that browsers and Node share knows every form of IPv6. */
function isIpv6(text: string): boolean {
  return text.includes(':') && /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]/`);
}
