import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * The address a request came from, in the one form under which addresses are stored and compared: an IPv4 address that arrives
 * inside IPv6 is IPv4, and a zone says nothing to anyone else. A trusted proxy that forwards no address stands for itself.
 */
export function clientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return normalForm(ip) ?? normalForm(socket.remoteAddress ?? '') ?? '0.0.0.0';
}

/** Whom an address stands for when attempts are counted: whoever has one IPv6 address has the 2^64 beside it. */
export function addressHolder(ip: string): string {
  if (!ip.includes(':')) return ip;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/64`).toString()}/64`;
}

/** Whether an address in its normal form lies within one of the networks, which are given as addresses or in CIDR notation. */
export function isWithin(networks: readonly string[], ip: string): boolean {
  if (networks.length === 0) return false;
  const address = ipaddr.process(ip);
  return networks.some((network) => {
    const [range, bits] = ipaddr.parseCIDR(network.includes('/') ? network : `${network}/${network.includes(':') ? 128 : 32}`);
    return range.kind() === address.kind() && address.match(range, bits);
  });
}

export function normalForm(text: string): string | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return text;
  const [address = ''] = text.split('%', 1);
  return address.includes(':') && ipaddr.isValid(address) ? ipaddr.process(address).toString() : undefined;
}
