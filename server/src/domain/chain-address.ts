import { createHash } from 'node:crypto';
import type { NETWORK_KINDS } from '@purser/contract/coin';
import { createBase58check } from '@scure/base';
import { checksum, validate } from 'ox/Address';

export type NetworkKind = (typeof NETWORK_KINDS)[number];
/** Bytes as JSON-RPC writes them. */
type Hex = `0x${string}`;

const base58check = createBase58check((bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest()));

/** An address of TRON: the byte 0x41 and twenty more, in Base58Check. */
const TRON = { prefix: 0x41, bytes: 21 } as const;
/** The hash of a transaction: 32 bytes in hexadecimal digits. */
const TXID = /^(?:0x)?([0-9a-f]{64})$/i;

/**
 * An address as it is written on a chain of this kind, in its one spelling; undefined if the text is none. A digit that was mistyped is noticed:
 * by the checksum of Base58Check, and on Ethereum by that of EIP-55, which an address in small letters alone does without. The address of
 * nobody (zero) is none.
 */
export function chainAddress(kind: NetworkKind, text: string): string | undefined {
  if (kind === 'evm') return validate(text) && /[1-9a-f]/i.test(text.slice(2)) ? checksum(text) : undefined;
  const bytes = decodeBase58Check(text);
  const isAddress = bytes?.length === TRON.bytes && bytes[0] === TRON.prefix && bytes.some((byte, index) => index > 0 && byte !== 0);
  return isAddress ? text : undefined;
}

/** The twenty bytes of an address that `chainAddress` gave: as Ethereum JSON-RPC writes it, on either kind of chain. */
export function addressBytes(kind: NetworkKind, address: string): Hex {
  if (kind === 'evm') return address.toLowerCase() as Hex;
  const bytes = decodeBase58Check(address);
  if (bytes?.length !== TRON.bytes) throw new Error(`${address} is not an address of TRON`);
  return `0x${Buffer.from(bytes.subarray(1)).toString('hex')}`;
}

/** The address of twenty bytes, in its one spelling on a chain of this kind. */
export function addressOf(kind: NetworkKind, bytes: Hex): string {
  if (kind === 'evm') return checksum(bytes);
  return base58check.encode(Uint8Array.from([TRON.prefix, ...Buffer.from(bytes.slice(2), 'hex')]));
}

/** Twenty bytes as their address is looked up: its small letters, for which no checksum of EIP-55 has to be worked out. */
export function addressLookupKey(kind: NetworkKind, bytes: Hex): string {
  return kind === 'evm' ? bytes : addressOf(kind, bytes).toLowerCase();
}

/** The name of a transaction on a chain of this kind, in its one spelling; undefined if the text is none. */
export function chainTxid(kind: NetworkKind, text: string): string | undefined {
  const digits = TXID.exec(text)?.[1]?.toLowerCase();
  if (digits === undefined) return undefined;
  return kind === 'evm' ? `0x${digits}` : digits;
}

function decodeBase58Check(text: string): Uint8Array | undefined {
  try {
    return base58check.decode(text);
  } catch {
    return undefined;
  }
}
