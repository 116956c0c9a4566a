import { type Address, checksum, fromPublicKey, isEqual } from 'ox/Address';
import type { Hex } from 'ox/Hex';
import { toHdKey } from 'ox/Mnemonic';
import { getPublicKey, recoverAddress, sign } from 'ox/Secp256k1';
import type { Signature } from 'ox/Signature';
import type { NetworkKind } from '../../../domain/chain-address.ts';

/**
 * Whatever signs: a key in this process, or a machine elsewhere that is given a digest and gives a signature back. It never sees more than the digest, so
 * whoever asks it has checked before what the digest is of.
 */
export interface DigestSigner {
  /** Whose signatures these are, in its one spelling of Ethereum's kind: of TRON it is the same twenty bytes. */
  readonly address: Address;
  sign(digest: Hex): Promise<Signature>;
}

/** Hardened accounts of the mnemonic: what one of them gives away says nothing of the others. */
const ACCOUNTS = {
  deposits: { evm: "m/44'/60'/0'", tron: "m/44'/195'/0'" },
  hot: { evm: "m/44'/60'/1'", tron: "m/44'/195'/1'" },
  gas: { evm: "m/44'/60'/2'", tron: "m/44'/195'/2'" },
} as const;

/** The key that payouts on networks of a kind are sent from. */
export function hotKey(mnemonic: string, kind: NetworkKind = 'evm'): DigestSigner {
  return keyAt(mnemonic, `${ACCOUNTS.hot[kind]}/0/0`);
}

/** The keys that sweeps on networks of a kind take. */
export interface SweepKeys {
  /** What deposit addresses are given gas from. */
  readonly gas: DigestSigner;
  /** Of the deposit address with this number. */
  deposit(index: number): DigestSigner;
}

export function sweepKeys(mnemonic: string, kind: NetworkKind = 'evm'): SweepKeys {
  return {
    gas: keyAt(mnemonic, `${ACCOUNTS.gas[kind]}/0/0`),
    deposit: (index) => keyAt(mnemonic, `${ACCOUNTS.deposits[kind]}/0/${index}`),
  };
}

function keyAt(mnemonic: string, path: string): DigestSigner {
  const { privateKey } = toHdKey(mnemonic).derive(path);
  return {
    address: checksum(fromPublicKey(getPublicKey({ privateKey }))),
    sign: async (payload) => sign({ payload, privateKey }),
  };
}

/** What the api may know to make deposit addresses, by the kind of network: no key comes of it. */
export function depositAccounts(mnemonic: string): Readonly<Record<NetworkKind, string>> {
  const xpub = (path: string) => toHdKey(mnemonic).derive(path).publicExtendedKey;
  return { evm: xpub(ACCOUNTS.deposits.evm), tron: xpub(ACCOUNTS.deposits.tron) };
}

/** A signature of a digest that is the signer's own; throws for any other, whatever has made it. */
export async function signatureBy(signer: DigestSigner, digest: Hex): Promise<Signature> {
  const signature = await signer.sign(digest);
  if (!isEqual(recoverAddress({ payload: digest, signature }), signer.address))
    throw new Error(`the signature is not by ${signer.address}`);
  return signature;
}
