import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * The address a request came from, in the one form under which addresses are stored and compared: an IPv4 address that arrives
 * inside IPv6 is IPv4, and a zone says nothing to anyone else. A trusted proxy that forwards no address stands for itself.
 */
export function clientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return normalForm(ip) ?? normalForm(socket.remoteAddress ?? '') ?? '0.0.0.0';
}

function normalForm(text: string): string | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return text;
  const [address = ''] = text.split('%', 1);
  return address.includes(':') && ipaddr.isValid(address) ? ipaddr.process(address).toString() : undefined;
}
