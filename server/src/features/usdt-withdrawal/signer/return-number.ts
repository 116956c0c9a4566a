import type { Hex } from 'ox/Hex';

/**
 * What is sent back is named by the transfer that it gives back: that has one end, whatever the database says it is the deposit of, and the journal
 * knows it by this name.
 */
const NUMBER = /^return (0x[0-9a-f]{64}) (\d{1,9})$/;

export interface ReturnOf {
  readonly txid: Hex;
  readonly ordinal: number;
}

export function returnNumber({ txid, ordinal }: { readonly txid: Buffer; readonly ordinal: number }): string {
  return `return 0x${txid.toString('hex')} ${ordinal}`;
}

/** The transfer that a number names; undefined for the number of a withdrawal. */
export function returnOf(number: string): ReturnOf | undefined {
  const [, txid, ordinal] = NUMBER.exec(number) ?? [];
  return txid === undefined ? undefined : { txid: txid as Hex, ordinal: Number(ordinal) };
}
