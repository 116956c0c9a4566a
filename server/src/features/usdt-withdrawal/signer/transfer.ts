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
export function signTransfer(signer: DigestSigner, asked: Unsigned): Promise<Signed> {
  return signRead(signer, asked, transferIn, { gas: asked.gas, to: asked.token, data: callData(asked) });
}

/** Signs an envelope of what was asked for, if it reads back as just that. */
async function signRead<Asked extends Fees & { readonly chainId: number; readonly nonce: bigint }>(
  signer: DigestSigner,
  asked: Asked,
  readIn: (raw: Hex) => Asked,
  does: { readonly gas: bigint; readonly to: Address; readonly value?: bigint; readonly data?: Hex },
): Promise<Signed> {
  const unsigned = Envelope.from({
    chainId: asked.chainId,
    nonce: asked.nonce,
    maxFeePerGas: asked.maxFee,
    maxPriorityFeePerGas: asked.maxTip,
    value: 0n,
    ...does,
  });
  const read = readIn(Envelope.serialize(unsigned));
  for (const name of Object.keys(read) as (keyof Asked & string)[]) {
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
export function signFuel(signer: DigestSigner, asked: UnsignedFuel): Promise<Signed> {
  return signRead(signer, asked, fuelIn, { gas: FUEL_GAS, to: asked.to, value: asked.coins });
}

/** What a payment of coins does that has been signed; throws for one that does anything else. */
export function fuelIn(raw: Hex): UnsignedFuel {
  const { coins, ...rest } = coinsIn(raw);
  if (coins <= 0n) throw new Error('the transaction is no payment of coins');
  return { ...rest, coins };
}

/** What takes a nonce and does nothing: no coins, to its sender itself. Mined in the place of a transfer, it has called that off for good. */
export interface UnsignedCancel extends Fees {
  readonly chainId: number;
  readonly nonce: bigint;
  readonly to: Address;
}

/** Signs that a nonce is used up for nothing. */
export function signCancel(signer: DigestSigner, asked: UnsignedCancel): Promise<Signed> {
  if (asked.to !== signer.address) throw new Error('a cancellation goes to its sender itself');
  return signRead(signer, asked, cancelIn, { gas: FUEL_GAS, to: asked.to });
}

/** What a cancellation takes that has been signed; throws for a transaction that does anything. */
export function cancelIn(raw: Hex): UnsignedCancel {
  const { coins, ...rest } = coinsIn(raw);
  if (coins !== 0n) throw new Error('the transaction is no cancellation');
  return rest;
}

/** A transaction that calls nothing. */
function coinsIn(raw: Hex): UnsignedFuel {
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
  if (!to || gas !== FUEL_GAS || data !== '0x' || accessList.length > 0) throw new Error('the transaction does more than to pay coins');
  return { chainId, nonce, to: checksum(to), coins: value, maxFee: maxFeePerGas, maxTip: maxPriorityFeePerGas };
}
