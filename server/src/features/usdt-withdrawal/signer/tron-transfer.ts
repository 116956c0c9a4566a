import type { Hex } from 'ox/Hex';
import { decodeTransfer, encodeTransfer, type TronTransfer, txidOf, withSignature } from '../../../platform/chain/tron-transaction.ts';
import { type DigestSigner, signatureBy } from './keys.ts';
import type { Signed } from './transfer.ts';

/**
 * Signs a transfer on TRON, after it has read back from the bytes that are signed what they do: everything in them must be what was asked for, and
 * nothing else may be in them.
 */
export async function signTronTransfer(signer: DigestSigner, asked: TronTransfer): Promise<Signed> {
  if (asked.sender !== signer.address.toLowerCase()) throw new Error('it would be sent by another key');
  const raw = encodeTransfer(asked);
  const read = decodeTransfer(raw);
  for (const name of Object.keys(read) as (keyof TronTransfer)[]) {
    if (read[name] !== asked[name]) throw new Error(`what would be signed has another ${name} than was asked for`);
  }
  const txid: Hex = txidOf(raw);
  return { txid, raw: withSignature(raw, await signatureBy(signer, txid)) };
}
