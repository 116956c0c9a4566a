import { readFileSync } from 'node:fs';
import { checksum, fromPublicKey } from 'ox/Address';
import type { Hex } from 'ox/Hex';
import { getPublicKey, recoverAddress, sign } from 'ox/Secp256k1';
import { describe, expect, it } from 'vitest';
import { addressBytes, addressOf } from '../../../domain/chain-address.ts';
import {
  decodePayment,
  decodeTransfer,
  encodePayment,
  encodeTransfer,
  expiryOf,
  paymentSigned,
  referenceTo,
  signedParts,
  transferSigned,
  type TronPayment,
  type TronTransfer,
  txidOf,
} from '../../../platform/chain/tron-transaction.ts';
import type { DigestSigner } from './keys.ts';
import { signTronPayment, signTronTransfer } from './tron-transfer.ts';

/** What tronweb made, in the order of the file's `fields`. */
const casesOf = (file: string) =>
  (JSON.parse(readFileSync(new URL(`../../../platform/chain/${file}`, import.meta.url), 'utf8')) as { cases: readonly string[] }).cases;
const cases = casesOf('tron-vectors.json');
const paymentCases = casesOf('tron-payment-vectors.json');

function signerOf(privateKey: Hex): DigestSigner {
  return { address: checksum(fromPublicKey(getPublicKey({ privateKey }))), sign: async (payload) => sign({ payload, privateKey }) };
}

/** A case as what is asked for, and what tronweb made of it. */
function caseOf(text: string) {
  const [
    privateKey = '',
    sender = '',
    token = '',
    to = '',
    raw = '',
    number = '',
    id = '',
    expires,
    timestamp,
    feeLimit = '',
    txid,
    signature,
  ] = text.split(' ');
  const blockNumber = BigInt(number);
  const transfer: TronTransfer = {
    sender: addressBytes('tron', sender),
    token: addressBytes('tron', token),
    to: addressBytes('tron', to),
    raw: BigInt(raw),
    ...referenceTo({ number: blockNumber, id: `0x${blockNumber.toString(16).padStart(16, '0')}${id}` }),
    expiresMs: Number(expires),
    timestampMs: Number(timestamp),
    feeLimit: BigInt(feeLimit),
  };
  return { key: signerOf(`0x${privateKey}`), sender, transfer, txid: `0x${txid}`, signature: signature?.toLowerCase() ?? '' };
}

const { key, transfer } = caseOf(cases[0] ?? '');

describe('a transfer on TRON', () => {
  it('has in 200 random cases the bytes, the name and the signature that the chain’s own library gives it', async () => {
    expect(cases).toHaveLength(200);
    for (const one of cases.map(caseOf)) {
      const { txid, raw } = await signTronTransfer(one.key, one.transfer);
      expect(txid).toBe(one.txid);
      expect(raw.endsWith(one.signature)).toBe(true);
      expect(transferSigned(raw)).toEqual(one.transfer);
      const { raw: bytes, signature } = signedParts(raw);
      expect(addressOf('tron', recoverAddress({ payload: txidOf(bytes), signature }))).toBe(one.sender);
    }
  });

  it('is not signed for another sender, nor with a signature that is not the key’s', async () => {
    await expect(signTronTransfer(key, { ...transfer, sender: transfer.to })).rejects.toThrow('another key');
    const liar: DigestSigner = { ...signerOf(`0x${'11'.repeat(32)}`), address: key.address };
    await expect(signTronTransfer(liar, transfer)).rejects.toThrow('is not by');
  });

  it('is not read from bytes in which there is anything else', () => {
    const bytes = encodeTransfer(transfer);
    expect(decodeTransfer(bytes)).toEqual(transfer);
    const hex = bytes.toString('hex');
    const hexOf = (text: string) => Buffer.from(text).toString('hex');
    const unlike = (change: string) => () => decodeTransfer(Buffer.from(change, 'hex'));
    // A memo, which is field 10.
    expect(unlike(`${hex}520161`)).toThrow('carries more');
    // The fee limit once more.
    expect(unlike(`${hex}900101`)).toThrow('twice');
    expect(unlike(hex.slice(0, -2))).toThrow('cut off');
    // Another function of the token: approve(address,uint256).
    expect(unlike(hex.replace('a9059cbb', '095ea7b3'))).toThrow('no transfer');
    // A plain payment of coins is another kind of contract.
    expect(unlike(hex.replace(hexOf('TriggerSmartContract'), hexOf('TransferAssetContrac')))).toThrow('no transfer');
    expect(unlike('')).toThrow('is missing');
    // What would be paid to an address in whose word more than twenty bytes are set.
    expect(unlike(hex.replace(`a9059cbb${'0'.repeat(24)}`, `a9059cbb${'0'.repeat(22)}41`))).toThrow('no transfer');
  });

  it('has one signature', async () => {
    const { raw } = await signTronTransfer(key, transfer);
    const more = `${raw}1241${'11'.repeat(65)}` as Hex;
    expect(() => signedParts(more)).toThrow('twice');
    expect(() => signedParts(raw.slice(0, -2) as Hex)).toThrow('cut off');
  });

  it('builds upon a block by its number’s end and a part of its id', () => {
    const id: Hex = '0x000000000406ffffaabbccddeeff001122334455667788990011223344556677';
    expect(referenceTo({ number: 67_567_615n, id })).toEqual({ blockBytes: '0xffff', blockHash: '0xaabbccddeeff0011' });
  });
});

/** The same of a payment of TRX. */
function paymentOf(text: string) {
  const [privateKey = '', sender = '', to = '', coins = '', number = '', id = '', expires, timestamp, txid, signature = ''] =
    text.split(' ');
  const blockNumber = BigInt(number);
  const payment: TronPayment = {
    sender: addressBytes('tron', sender),
    to: addressBytes('tron', to),
    coins: BigInt(coins),
    ...referenceTo({ number: blockNumber, id: `0x${blockNumber.toString(16).padStart(16, '0')}${id}` }),
    expiresMs: Number(expires),
    timestampMs: Number(timestamp),
  };
  return { key: signerOf(`0x${privateKey}`), payment, txid: `0x${txid}`, signature };
}

describe('a payment of TRX', () => {
  it('has in 200 random cases the bytes, the name and the signature that the chain’s own library gives it', async () => {
    expect(paymentCases).toHaveLength(200);
    for (const one of paymentCases.map(paymentOf)) {
      const { txid, raw } = await signTronPayment(one.key, one.payment);
      expect(txid).toBe(one.txid);
      expect(raw.endsWith(one.signature)).toBe(true);
      expect(paymentSigned(raw)).toEqual(one.payment);
      expect(expiryOf(raw)).toBe(one.payment.expiresMs);
    }
  });

  it('is not signed for another sender, nor read from bytes in which there is anything else', async () => {
    const { key: own, payment } = paymentOf(paymentCases[0] ?? '');
    await expect(signTronPayment(own, { ...payment, sender: payment.to })).rejects.toThrow('another key');
    const hex = encodePayment(payment).toString('hex');
    expect(decodePayment(Buffer.from(hex, 'hex'))).toEqual(payment);
    // A memo, and a transfer of a token, are no payment; a payment is no transfer.
    expect(() => decodePayment(Buffer.from(`${hex}520161`, 'hex'))).toThrow('carries more');
    expect(() => decodePayment(encodeTransfer(transfer))).toThrow();
    expect(() => decodeTransfer(encodePayment(payment))).toThrow();
  });
});
