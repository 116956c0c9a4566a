import type { Hex } from 'ox/Hex';
import {
  decodePayment,
  decodeTransfer,
  encodePayment,
  encodeTransfer,
  type TronPayment,
  type TronTransfer,
  txidOf,
  withSignature,
} from '../../../platform/chain/tron-transaction.ts';
import { type DigestSigner, signatureBy } from './keys.ts';
import type { Signed } from './transfer.ts';

/**
 * Signs a transfer on TRON, after it has read back from the bytes that are signed what they do: everything in them must be what was asked for, and
 * nothing else may be in them.
 */
export function signTronTransfer(signer: DigestSigner, asked: TronTransfer): Promise<Signed> {
  const raw = encodeTransfer(asked);
  return signed(signer, asked, raw, decodeTransfer(raw));
}

/** The same of a payment of TRX. */
export function signTronPayment(signer: DigestSigner, asked: TronPayment): Promise<Signed> {
  const raw = encodePayment(asked);
  return signed(signer, asked, raw, decodePayment(raw));
}

async function signed<What extends TronTransfer | TronPayment>(
  signer: DigestSigner,
  asked: What,
  raw: Buffer,
  read: What,
): Promise<Signed> {
  if (asked.sender !== signer.address.toLowerCase()) throw new Error('it would be sent by another key');
  for (const name of Object.keys(read) as (keyof What & string)[]) {
    if (read[name] !== asked[name]) throw new Error(`what would be signed has another ${name} than was asked for`);
  }
  const txid: Hex = txidOf(raw);
  return { txid, raw: withSignature(raw, await signatureBy(signer, txid)) };
}
