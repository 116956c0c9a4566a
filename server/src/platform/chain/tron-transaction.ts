import { createHash } from 'node:crypto';
import { readFields, writeFields } from './protobuf.ts';

/** The only transaction of TRON that is ever made here: a call of a token's `transfer`, with no coins beside it. */

type Hex = `0x${string}`;

/** Addresses are their twenty bytes as Ethereum JSON-RPC writes them, in small letters. */
export interface TronTransfer {
  readonly sender: Hex;
  readonly token: Hex;
  readonly to: Hex;
  /** In the token's smallest unit. */
  readonly raw: bigint;
  /** A block that the transaction builds upon: it is good on that block's chain alone. The last two bytes of its number, and bytes 8 to 16 of its id. */
  readonly blockBytes: Hex;
  readonly blockHash: Hex;
  /** No block takes it from then on; by the blocks' own time. */
  readonly expiresMs: number;
  /** Says nothing to the chain. It makes two transactions different that are otherwise alike. */
  readonly timestampMs: number;
  /** What its energy may cost at the most, in millionths of a TRX. */
  readonly feeLimit: bigint;
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
const TRANSACTION = { raw: 1, signature: 2 } as const;
const TRIGGER_SMART_CONTRACT = { type: 31n, url: 'type.googleapis.com/protocol.TriggerSmartContract' } as const;

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
export function referenceTo({ number, id }: { readonly number: bigint; readonly id: Hex }): Pick<TronTransfer, 'blockBytes' | 'blockHash'> {
  const digits = number.toString(16).padStart(16, '0');
  return { blockBytes: `0x${digits.slice(-4)}`, blockHash: `0x${id.slice(2 + 16, 2 + 32)}` };
}

/** The bytes that are signed. */
export function encodeTransfer(transfer: TronTransfer): Buffer {
  const { sender, token, blockBytes, blockHash, expiresMs, timestampMs, feeLimit } = transfer;
  const call = writeFields([
    [TRIGGER.owner, tronBytes(sender)],
    [TRIGGER.contract, tronBytes(token)],
    [TRIGGER.data, Buffer.from(TRANSFER + transferArguments(transfer), 'hex')],
  ]);
  const contract = writeFields([
    [CONTRACT.type, TRIGGER_SMART_CONTRACT.type],
    [
      CONTRACT.parameter,
      writeFields([
        [ANY.typeUrl, Buffer.from(TRIGGER_SMART_CONTRACT.url)],
        [ANY.value, call],
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

/** What such bytes do; throws for bytes that are anything but a transfer, or in which there is anything beside it. */
export function decodeTransfer(bytes: Uint8Array): TronTransfer {
  const raw = readFields(bytes);
  const any = readFields(bytesIn(readFields(bytesIn(raw, RAW.contract)), CONTRACT.parameter));
  const call = readFields(bytesIn(any, ANY.value));
  const data = bytesIn(call, TRIGGER.data).toString('hex');
  const transfer: TronTransfer = {
    sender: addressIn(call, TRIGGER.owner),
    token: addressIn(call, TRIGGER.contract),
    to: `0x${data.slice(8 + 24, 8 + 64)}`,
    raw: BigInt(`0x${data.slice(8 + 64) || '0'}`),
    blockBytes: `0x${bytesIn(raw, RAW.blockBytes).toString('hex')}`,
    blockHash: `0x${bytesIn(raw, RAW.blockHash).toString('hex')}`,
    expiresMs: Number(numberIn(raw, RAW.expiration)),
    timestampMs: Number(numberIn(raw, RAW.timestamp)),
    feeLimit: numberIn(raw, RAW.feeLimit),
  };
  // Whatever was not read, or would be written otherwise, is more than a transfer.
  if (!encodeTransfer(transfer).equals(bytes)) throw new Error('the transaction is no transfer of a token, or carries more than that');
  return transfer;
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

const tronBytes = (address: Hex): Buffer => Buffer.concat([Buffer.from(TRON_PREFIX, 'hex'), bytesOf(address, 20)]);

function bytesOf(hex: Hex, length: number): Buffer {
  const bytes = Buffer.from(hex.slice(2), 'hex');
  if (bytes.length !== length || hex.length !== 2 + 2 * length) throw new Error(`${hex} has not ${length} bytes`);
  return bytes;
}

function bytesIn(fields: ReadonlyMap<number, bigint | Buffer>, number: number): Buffer {
  const value = fields.get(number);
  if (!(value instanceof Uint8Array)) throw new Error(`field ${number} is missing`);
  return value;
}

function numberIn(fields: ReadonlyMap<number, bigint | Buffer>, number: number): bigint {
  const value = fields.get(number);
  if (typeof value !== 'bigint') throw new Error(`field ${number} is missing`);
  return value;
}

const addressIn = (fields: ReadonlyMap<number, bigint | Buffer>, number: number): Hex =>
  `0x${bytesIn(fields, number).subarray(1).toString('hex')}`;
