import { zoneOfToday } from '@purser/contract/zone-name';
import type { FastifyReply } from 'fastify';
import type { Platform } from '../platform/platform.ts';
import { type ReceiptContent, receiptDocument, type ReceiptReader } from './receipt-document.ts';

interface Sent {
  readonly content: ReceiptContent;
  readonly reader: ReceiptReader;
  /** Whose receipt it is. */
  readonly issuer: string;
  /** Who asks: one draws so many files at a time. */
  readonly ownerId: number;
}

/** Answers a wallet user's receipt as a PDF file. Refuses with busy. */
export async function sendReceipt(
  platform: Pick<Platform, 'pdfs' | 'exportSlots' | 'clock'>,
  reply: FastifyReply,
  { content, reader, issuer, ownerId }: Sent,
): Promise<FastifyReply> {
  const giveBack = platform.exportSlots.take(ownerId);
  try {
    const bytes = await platform.pdfs.write(receiptDocument(content, reader, { issuer, madeAt: platform.clock.now() }));
    return await reply
      .type('application/pdf')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="receipt_${content.serialNumber}.pdf"`)
      .send(bytes);
  } finally {
    giveBack();
  }
}

/** The zone that the browser says it is in, by its name of today; without scripts, or with one that is none, UTC. */
export function zoneOf(said: string | undefined): string {
  if (said === undefined || said.length > 64) return 'UTC';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: said }) instanceof Intl.DateTimeFormat ? zoneOfToday(said) : 'UTC';
  } catch {
    return 'UTC';
  }
}
