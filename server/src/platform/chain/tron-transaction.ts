import { createHash } from 'node:crypto';
import { readFields, writeFields } from './protobuf.ts';

/** The only transactions of TRON that are ever made here: a call of a token's `transfer` with no coins beside it, and a plain payment of TRX. */

type Hex = `0x${string}`;

/** A block that a transaction builds upon: it is good on that block's chain alone. The last two bytes of its number, and bytes 8 to 16 of its id. */
export interface TronReference {
  readonly blockBytes: Hex;
  readonly blockHash: Hex;
}

/** Addresses are their twenty bytes as Ethereum JSON-RPC writes them, in small letters. */
interface TronCommon extends TronReference {
  readonly sender: Hex;
  readonly to: Hex;
  /** No block takes it from then on; by the blocks' own time. */
  readonly expiresMs: number;
  /** Says nothing to the chain. It makes two transactions different that are otherwise alike. */
  readonly timestampMs: number;
}

export interface TronTransfer extends TronCommon {
  readonly token: Hex;
  /** In the token's smallest unit. */
  readonly raw: bigint;
  /** What its energy may cost at the most, in millionths of a TRX. */
  readonly feeLimit: bigint;
}

/** A payment of TRX. */
export interface TronPayment extends TronCommon {
  /** In millionths of a TRX. */
  readonly coins: bigint;
}

/** A signature as its parts; of what, the transaction's id says. */
export interface TronSignature {
  /** Of 32 bytes each. */
  readonly r: Hex;
  readonly s: Hex;
  readonly yParity: number;
}

/** Numbers of fields as protocol/core/Tron.proto of java-tron has them. */
const RAW = { blockBytes: 1, blockHash: 4, expiration: 8, contract: 11, timestamp: 14, feeLimit: 18 } as const;
const CONTRACT = { type: 1, parameter: 2 } as const;
const ANY = { typeUrl: 1, value: 2 } as const;
const TRIGGER = { owner: 1, contract: 2, data: 4 } as const;
const PAYMENT = { owner: 1, to: 2, amount: 3 } as const;
const TRANSACTION = { raw: 1, signature: 2 } as const;
const TRIGGER_SMART_CONTRACT = { type: 31n, url: 'type.googleapis.com/protocol.TriggerSmartContract' } as const;
const TRANSFER_CONTRACT = { type: 1n, url: 'type.googleapis.com/protocol.TransferContract' } as const;

/** The byte that an address of TRON begins with. */
export const TRON_PREFIX = '41';
/** transfer(address,uint256) */
const TRANSFER = 'a9059cbb';
const LONGEST_AMOUNT = 2n ** 256n;
/** A signature's last byte is this, or the one after it. */
const FIRST_V = 27;

/** The arguments of `transfer`, as a contract takes them: two words in hexadecimal digits. */
export function transferArguments({ to, raw }: Pick<TronTransfer, 'to' | 'raw'>): string {
  if (raw < 0n || raw >= LONGEST_AMOUNT) throw new Error('the amount does not fit');
  return bytesOf(to, 20).toString('hex').padStart(64, '0') + raw.toString(16).padStart(64, '0');
}

/** The block that a transaction builds upon, by its number and id. */
export function referenceTo({ number, id }: { readonly number: bigint; readonly id: Hex }): TronReference {
  const digits = number.toString(16).padStart(16, '0');
  return { blockBytes: `0x${digits.slice(-4)}`, blockHash: `0x${id.slice(2 + 16, 2 + 32)}` };
}

/** The bytes that are signed. */
export function encodeTransfer(transfer: TronTransfer): Buffer {
  const { sender, token, feeLimit } = transfer;
  const call = writeFields([
    [TRIGGER.owner, tronBytes(sender)],
    [TRIGGER.contract, tronBytes(token)],
    [TRIGGER.data, Buffer.from(TRANSFER + transferArguments(transfer), 'hex')],
  ]);
  return encodeRaw(transfer, TRIGGER_SMART_CONTRACT, call, feeLimit);
}

/** The same of a payment. */
export function encodePayment(payment: TronPayment): Buffer {
  const { sender, to, coins } = payment;
  const paid = writeFields([
    [PAYMENT.owner, tronBytes(sender)],
    [PAYMENT.to, tronBytes(to)],
    [PAYMENT.amount, coins],
  ]);
  return encodeRaw(payment, TRANSFER_CONTRACT, paid, 0n);
}

function encodeRaw(
  { blockBytes, blockHash, expiresMs, timestampMs }: TronCommon,
  { type, url }: { readonly type: bigint; readonly url: string },
  value: Buffer,
  feeLimit: bigint,
): Buffer {
  const contract = writeFields([
    [CONTRACT.type, type],
    [
      CONTRACT.parameter,
      writeFields([
        [ANY.typeUrl, Buffer.from(url)],
        [ANY.value, value],
      ]),
    ],
  ]);
  return writeFields([
    [RAW.blockBytes, bytesOf(blockBytes, 2)],
    [RAW.blockHash, bytesOf(blockHash, 8)],
    [RAW.expiration, BigInt(expiresMs)],
    [RAW.contract, contract],
    [RAW.timestamp, BigInt(timestampMs)],
    [RAW.feeLimit, feeLimit],
  ]);
}

type Fields = ReadonlyMap<number, bigint | Buffer>;

/** What such bytes do; throws for bytes that are anything but a transfer, or in which there is anything beside it. */
export function decodeTransfer(bytes: Uint8Array): TronTransfer {
  const [raw, call] = fieldsOf(bytes);
  const data = bytesIn(call, TRIGGER.data).toString('hex');
  const transfer: TronTransfer = {
    sender: addressIn(call, TRIGGER.owner),
    token: addressIn(call, TRIGGER.contract),
    to: `0x${data.slice(8 + 24, 8 + 64)}`,
    raw: BigInt(`0x${data.slice(8 + 64) || '0'}`),
    ...commonIn(raw),
    feeLimit: numberIn(raw, RAW.feeLimit),
  };
  // Whatever was not read, or would be written otherwise, is more than a transfer.
  if (!encodeTransfer(transfer).equals(bytes)) throw new Error('the transaction is no transfer of a token, or carries more than that');
  return transfer;
}

/** The same of a payment of TRX. */
export function decodePayment(bytes: Uint8Array): TronPayment {
  const [raw, paid] = fieldsOf(bytes);
  const payment: TronPayment = {
    sender: addressIn(paid, PAYMENT.owner),
    to: addressIn(paid, PAYMENT.to),
    coins: numberIn(paid, PAYMENT.amount),
    ...commonIn(raw),
  };
  if (!encodePayment(payment).equals(bytes)) throw new Error('the transaction is no payment of TRX, or carries more than that');
  return payment;
}

/** The fields of a transaction, and of what its one contract is given. */
function fieldsOf(bytes: Uint8Array): readonly [Fields, Fields] {
  const raw = readFields(bytes);
  const any = readFields(bytesIn(readFields(bytesIn(raw, RAW.contract)), CONTRACT.parameter));
  return [raw, readFields(bytesIn(any, ANY.value))];
}

function commonIn(raw: Fields): Omit<TronCommon, 'sender' | 'to'> {
  return {
    blockBytes: `0x${bytesIn(raw, RAW.blockBytes).toString('hex')}`,
    blockHash: `0x${bytesIn(raw, RAW.blockHash).toString('hex')}`,
    expiresMs: Number(numberIn(raw, RAW.expiration)),
    timestampMs: Number(numberIn(raw, RAW.timestamp)),
  };
}

/** The transaction's name, which is also what is signed. */
export function txidOf(raw: Uint8Array): Hex {
  return `0x${createHash('sha256').update(raw).digest('hex')}`;
}

/** A signed transaction, as nodes take it. */
export function withSignature(raw: Uint8Array, { r, s, yParity }: TronSignature): Hex {
  const signature = Buffer.concat([bytesOf(r, 32), bytesOf(s, 32), Buffer.of(FIRST_V + yParity)]);
  return `0x${writeFields([
    [TRANSACTION.raw, raw],
    [TRANSACTION.signature, signature],
  ]).toString('hex')}`;
}

/** The parts of a signed transaction; throws for what is none, or has more than one signature. */
export function signedParts(signed: Hex): { readonly raw: Buffer; readonly signature: TronSignature } {
  const fields = readFields(Buffer.from(signed.slice(2), 'hex'));
  const [raw, signature] = [bytesIn(fields, TRANSACTION.raw), bytesIn(fields, TRANSACTION.signature)];
  if (fields.size !== 2 || signature.length !== 65) throw new Error('the transaction is not signed once');
  const word = (at: number): Hex => `0x${signature.subarray(at, at + 32).toString('hex')}`;
  return { raw, signature: { r: word(0), s: word(32), yParity: signature.readUInt8(64) - FIRST_V } };
}

/** What a signed transaction does. */
export function transferSigned(signed: Hex): TronTransfer {
  return decodeTransfer(signedParts(signed).raw);
}

/** What a signed payment of TRX does. */
export function paymentSigned(signed: Hex): TronPayment {
  return decodePayment(signedParts(signed).raw);
}

/** When a signed transaction of either kind expires. */
export function expiryOf(signed: Hex): number {
  return Number(numberIn(readFields(signedParts(signed).raw), RAW.expiration));
}

const tronBytes = (address: Hex): Buffer => Buffer.concat([Buffer.from(TRON_PREFIX, 'hex'), bytesOf(address, 20)]);

function bytesOf(hex: Hex, length: number): Buffer {
  const bytes = Buffer.from(hex.slice(2), 'hex');
  if (bytes.length !== length || hex.length !== 2 + 2 * length) throw new Error(`${hex} has not ${length} bytes`);
  return bytes;
}

function bytesIn(fields: Fields, number: number): Buffer {
  const value = fields.get(number);
  if (!(value instanceof Uint8Array)) throw new Error(`field ${number} is missing`);
  return value;
}

function numberIn(fields: Fields, number: number): bigint {
  const value = fields.get(number);
  if (typeof value !== 'bigint') throw new Error(`field ${number} is missing`);
  return value;
}

const addressIn = (fields: Fields, number: number): Hex => `0x${bytesIn(fields, number).subarray(1).toString('hex')}`;
