import type { Address } from 'ox/Address';
import type { Hex } from 'ox/Hex';
import * as Envelope from 'ox/TxEnvelopeEip1559';
import { type DigestSigner, signatureBy } from './keys.ts';
import {
  callData,
  cancelIn,
  type Fees,
  FUEL_GAS,
  fuelIn,
  transferIn,
  type Unsigned,
  type UnsignedCancel,
  type UnsignedFuel,
} from './transaction-content.ts';

export interface Signed {
  readonly txid: Hex;
  /** As the nodes take it. */
  readonly raw: Hex;
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
  return { txid: Envelope.hash(signed), raw: Envelope.serialize(signed).toLowerCase() as Hex };
}

/** Signs a payment of coins, after it has read back from the bytes that are signed what they do. */
export function signFuel(signer: DigestSigner, asked: UnsignedFuel): Promise<Signed> {
  return signRead(signer, asked, fuelIn, { gas: FUEL_GAS, to: asked.to, value: asked.coins });
}

/** Signs that a nonce is used up for nothing. */
export function signCancel(signer: DigestSigner, asked: UnsignedCancel): Promise<Signed> {
  if (asked.to !== signer.address) throw new Error('a cancellation goes to its sender itself');
  return signRead(signer, asked, cancelIn, { gas: FUEL_GAS, to: asked.to });
}
