import { checksum, type Address } from 'ox/Address';
import { decodeData, encodeData, from } from 'ox/AbiFunction';
import type { Hex } from 'ox/Hex';
import * as Envelope from 'ox/TxEnvelopeEip1559';

/** What transactions of ours do, read from their bytes: nobody needs a key for that. */

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

export function callData({ to, raw }: Pick<Transfer, 'to' | 'raw'>): Hex {
  return encodeData(TRANSFER, [to, raw]);
}

/** What a transaction does that has been signed; throws for one that is anything but a transfer. */
export function transferIn(raw: Hex): Unsigned {
  const { to, value, data, accessList, ...rest } = fieldsIn(raw);
  if (!to || value !== 0n || accessList.length > 0) throw new Error('the transaction is no transfer of a token');
  const [recipient, amount] = decodeData(TRANSFER, data);
  if (callData({ to: recipient, raw: amount }) !== data) throw new Error('the transaction carries more than a transfer');
  return { ...rest, token: checksum(to), to: checksum(recipient), raw: amount };
}

/** What a signed transaction is made of; a number that its bytes leave out is zero. */
function fieldsIn(raw: Hex) {
  const {
    chainId,
    nonce = 0n,
    gas = 0n,
    maxFeePerGas: maxFee = 0n,
    maxPriorityFeePerGas: maxTip = 0n,
    to,
    value = 0n,
    data = '0x',
    accessList = [],
  } = Envelope.deserialize(raw as Envelope.Serialized);
  return { chainId, nonce, gas, maxFee, maxTip, to, value, data, accessList };
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

/** What a cancellation takes that has been signed; throws for a transaction that does anything. */
export function cancelIn(raw: Hex): UnsignedCancel {
  const { coins, ...rest } = coinsIn(raw);
  if (coins !== 0n) throw new Error('the transaction is no cancellation');
  return rest;
}

/** A transaction that calls nothing. */
function coinsIn(raw: Hex): UnsignedFuel {
  const { to, value, gas, data, accessList, ...rest } = fieldsIn(raw);
  if (!to || gas !== FUEL_GAS || data !== '0x' || accessList.length > 0) throw new Error('the transaction does more than to pay coins');
  return { ...rest, to: checksum(to), coins: value };
}
