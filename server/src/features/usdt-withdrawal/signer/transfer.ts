import { checksum, type Address } from 'ox/Address';
import { decodeData, encodeData, from } from 'ox/AbiFunction';
import type { Hex } from 'ox/Hex';
import * as Envelope from 'ox/TxEnvelopeEip1559';
import { type DigestSigner, signatureBy } from './keys.ts';

/** The only call that is ever signed: transfer of the token, nothing else, with no coins of the network beside it. */
const TRANSFER = from('function transfer(address to, uint256 amount) returns (bool)');

/** A transfer of a token, in its smallest unit. */
export interface Transfer {
  readonly token: Address;
  readonly to: Address;
  readonly raw: bigint;
}

/** What a unit of gas may cost, in the smallest unit of the network's coin. */
export interface Fees {
  readonly maxFee: bigint;
  readonly maxTip: bigint;
}

export interface Unsigned extends Transfer, Fees {
  readonly chainId: number;
  readonly nonce: bigint;
  readonly gas: bigint;
}

export interface Signed {
  readonly txid: Hex;
  /** As the nodes take it. */
  readonly raw: Hex;
}

export function callData({ to, raw }: Pick<Transfer, 'to' | 'raw'>): Hex {
  return encodeData(TRANSFER, [to, raw]);
}

/**
 * Signs a transfer, after it has read back from the bytes that are signed what they do: recipient, amount and token must be those that were
 * asked for, and nothing else may be in them.
 */
export async function signTransfer(signer: DigestSigner, asked: Unsigned): Promise<Signed> {
  const unsigned = Envelope.from({
    chainId: asked.chainId,
    nonce: asked.nonce,
    gas: asked.gas,
    maxFeePerGas: asked.maxFee,
    maxPriorityFeePerGas: asked.maxTip,
    to: asked.token,
    value: 0n,
    data: callData(asked),
  });
  const read = transferIn(Envelope.serialize(unsigned));
  for (const name of Object.keys(read) as (keyof Unsigned)[]) {
    if (read[name] !== asked[name]) throw new Error(`what would be signed has another ${name} than was asked for`);
  }
  const signature = await signatureBy(signer, Envelope.getSignPayload(unsigned));
  const signed = Envelope.from(unsigned, { signature });
  return { txid: Envelope.hash(signed), raw: Envelope.serialize(signed) };
}

/** What a transaction does that has been signed; throws for one that is anything but a transfer. */
export function transferIn(raw: Hex): Unsigned {
  const {
    chainId,
    nonce = 0n,
    gas = 0n,
    maxFeePerGas = 0n,
    maxPriorityFeePerGas = 0n,
    to,
    value = 0n,
    data = '0x',
    accessList = [],
  } = Envelope.deserialize(raw as Envelope.Serialized);
  if (!to || value !== 0n || accessList.length > 0) throw new Error('the transaction is no transfer of a token');
  const [recipient, amount] = decodeData(TRANSFER, data);
  if (callData({ to: recipient, raw: amount }) !== data) throw new Error('the transaction carries more than a transfer');
  return {
    chainId,
    nonce,
    gas,
    maxFee: maxFeePerGas,
    maxTip: maxPriorityFeePerGas,
    token: checksum(to),
    to: checksum(recipient),
    raw: amount,
  };
}

/** Gas for an address of ours: coins of the network, and nothing beside them. */
export interface UnsignedFuel extends Fees {
  readonly chainId: number;
  readonly nonce: bigint;
  readonly to: Address;
  /** In the smallest unit of the network's coin. */
  readonly coins: bigint;
}

/** What a payment of coins takes on every chain of Ethereum's kind. */
export const FUEL_GAS = 21_000n;

/** Signs a payment of coins, after it has read back from the bytes that are signed what they do. */
export async function signFuel(signer: DigestSigner, asked: UnsignedFuel): Promise<Signed> {
  const unsigned = Envelope.from({
    chainId: asked.chainId,
    nonce: asked.nonce,
    gas: FUEL_GAS,
    maxFeePerGas: asked.maxFee,
    maxPriorityFeePerGas: asked.maxTip,
    to: asked.to,
    value: asked.coins,
  });
  const read = fuelIn(Envelope.serialize(unsigned));
  for (const name of Object.keys(read) as (keyof UnsignedFuel)[]) {
    if (read[name] !== asked[name]) throw new Error(`what would be signed has another ${name} than was asked for`);
  }
  const signature = await signatureBy(signer, Envelope.getSignPayload(unsigned));
  const signed = Envelope.from(unsigned, { signature });
  return { txid: Envelope.hash(signed), raw: Envelope.serialize(signed) };
}

/** What a payment of coins does that has been signed; throws for one that does anything else. */
export function fuelIn(raw: Hex): UnsignedFuel {
  const {
    chainId,
    nonce = 0n,
    gas,
    maxFeePerGas = 0n,
    maxPriorityFeePerGas = 0n,
    to,
    value = 0n,
    data = '0x',
    accessList = [],
  } = Envelope.deserialize(raw as Envelope.Serialized);
  if (!to || value <= 0n || gas !== FUEL_GAS || data !== '0x' || accessList.length > 0)
    throw new Error('the transaction is no payment of coins');
  return { chainId, nonce, to: checksum(to), coins: value, maxFee: maxFeePerGas, maxTip: maxPriorityFeePerGas };
}
