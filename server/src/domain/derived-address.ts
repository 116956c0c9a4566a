import { ECDH } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { fromPublicKey } from 'ox/Address';
import * as PublicKey from 'ox/PublicKey';
import { addressOf, type NetworkKind } from './chain-address.ts';

/** The address with a number below an account's public key: `<account>/0/<index>` of BIP-32, of which nobody needs a private key here. */
export function derivedAddress(kind: NetworkKind, xpub: string, index: number): string {
  const { publicKey } = HDKey.fromExtendedKey(xpub).deriveChild(0).deriveChild(index);
  if (!publicKey) throw new Error('the key is not public');
  // An address is a hash of the whole point: of the compressed one it would be nobody's.
  const point = ECDH.convertKey(publicKey, 'secp256k1', undefined, undefined, 'uncompressed') as Buffer;
  return addressOf(kind, fromPublicKey(PublicKey.fromBytes(Uint8Array.from(point))));
}
