import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { AllowedTarget } from '../settings.ts';

/** Why a merchant's address is not called. */
export type TargetProblem = 'malformed' | 'scheme' | 'https_required' | 'credentials' | 'port' | 'private_address' | 'unresolved';

export class TargetRefused extends Error {
  readonly problem: TargetProblem;

  constructor(problem: TargetProblem) {
    super(`target refused: ${problem}`);
    this.name = 'TargetRefused';
    this.problem = problem;
  }
}

export interface TargetPolicy {
  /** Whether an address may be plain http. */
  readonly plainHttp: boolean;
  /** Targets that the operator has exempted: they may be private, on any port and plain http. */
  readonly allow: readonly AllowedTarget[];
  readonly resolve: Resolve;
  /** Ports below 1024 that may be connected to; the web's unless given. */
  readonly ports?: ReadonlySet<number>;
}

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;

/** Other ports below 1024 speak protocols that an HTTP request should not be smuggled into. */
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);
const FIRST_UNPRIVILEGED_PORT = 1024;
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Reads an address that a merchant gave and checks what can be told without asking the network. */
export function parseTarget(address: string): URL {
  const url = URL.parse(address);
  if (!url) throw new TargetRefused('malformed');
  // A web address always has a host: the parser refuses one without.
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TargetRefused('scheme');
  if (url.username !== '' || url.password !== '') throw new TargetRefused('credentials');
  return url;
}

/** Refuses an address that could not be called now; each attempt checks again as it connects. */
export async function checkTarget(address: string, policy: TargetPolicy): Promise<URL> {
  const url = parseTarget(address);
  await resolveTarget({ host: hostOf(url), port: portOf(url), plain: url.protocol === 'http:' }, policy);
  return url;
}

/** The host as the network knows it: an IPv6 address without its brackets. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

/**
 * The addresses to connect to. One that is not permitted spoils the whole name: who owns the name would choose which
 * of them is tried.
 */
export async function resolveTarget(
  target: { readonly host: string; readonly port: number; readonly plain: boolean },
  policy: TargetPolicy,
): Promise<readonly ResolvedAddress[]> {
  const family = isIP(target.host);
  const addresses = family === 0 ? await policy.resolve(target.host) : [{ address: target.host, family }];
  if (addresses.length === 0) throw new TargetRefused('unresolved');
  if (addresses.every(({ address }) => isAllowed(address, target.port, policy.allow))) return addresses;
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw new TargetRefused('private_address');
  if (target.plain && !policy.plainHttp) throw new TargetRefused('https_required');
  if (!(policy.ports ?? WEB_PORTS).has(target.port) && target.port < FIRST_UNPRIVILEGED_PORT) throw new TargetRefused('port');
  return addresses;
}

/** Public by its range, and answered by the cloud's own host agent (Azure) whoever asks from within. */
const CLOUD_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Whether an IP address lies in the public internet. Everything with a special purpose (RFC 6890) is refused: private,
 * loopback, link-local, shared (carrier-grade NAT), multicast, reserved, and every IPv6 form that carries an IPv4
 * address within it (mapped, NAT64, 6to4, Teredo), because a gateway may lead it to a private one.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  if (CLOUD_ADDRESSES.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST_V6);
}

function isAllowed(address: string, port: number, allow: readonly AllowedTarget[]): boolean {
  const parsed = ipaddr.parse(address);
  return allow.some((target) => {
    const [network, bits] = ipaddr.parseCIDR(target.network);
    return (target.port === undefined || target.port === port) && network.kind() === parsed.kind() && parsed.match(network, bits);
  });
}

const RESOLVE_TIMEOUT_MS = 2_000;
const RESOLVE_TRIES = 2;
const LOOPBACK: readonly ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Asks DNS without the thread pool that every other look-up of the process shares: a name server that does not
 * answer for one merchant must not delay another.
 */
export const resolveByDns: Resolve = async (host) => {
  // RFC 6761 section 6.3: these names are the machine itself and are never asked of DNS.
  if (/(^|\.)localhost\.?$/i.test(host)) return LOOPBACK;
  const resolver = new Resolver({ timeout: RESOLVE_TIMEOUT_MS, tries: RESOLVE_TRIES });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return [
    ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({ address, family: 4 })),
    ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({ address, family: 6 })),
  ];
};
