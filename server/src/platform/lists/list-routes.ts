import type { ExportCall, ListCall } from '@purser/contract/list-call';
import type { ParsedInputOf } from '@purser/contract/call';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { type ExportFile, exportName } from '../export/export-file.ts';
import { merchantRoute, type MerchantContext, payerRoute, type Route } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import type { Filters, List } from './list.ts';

/** Binds a list to its call. */
export function listRoute<C extends ListCall>({ db }: Platform, list: Pick<List<C>, 'call' | 'page'>): Route {
  const { call } = list;
  return call.caller === 'payer'
    ? payerRoute(call, (input, { userId, language }) => list.page(db, input, { ownerId: userId, language }))
    : merchantRoute(call, (input, { merchantId, language }) => list.page(db, input, { ownerId: merchantId, language }));
}

/** Binds a merchant's export to the list whose rows it writes. Refuses with busy and with export_too_large. */
export function exportRoute<C extends ListCall>(
  platform: Platform,
  call: ExportCall<C>,
  list: Pick<List<C>, 'all'>,
  file: ExportFile<C>,
): Route {
  return merchantRoute(call, async (input, context) => {
    const giveBack = platform.exportSlots.take(context.merchantId);
    try {
      const stream = await begin(platform, list, file, input, context);
      stream.once('close', giveBack);
      // The reader's pace is ours: a portion is read when the one before it is gone. A client that leaves ends the stream.
      return await context.reply.send(stream);
    } catch (error) {
      giveBack();
      throw error;
    }
  });
}

async function begin<C extends ListCall>(
  { db, clock }: Platform,
  list: Pick<List<C>, 'all'>,
  file: ExportFile<C>,
  input: ParsedInputOf<ExportCall<C>>,
  { merchantId, language, reply }: MerchantContext,
): Promise<Readable> {
  const { format, ...filters } = input as ParsedInputOf<ExportCall<ListCall<z.ZodObject, Record<never, never>>>>;
  const { count, portions } = await list.all(db, filters as Filters<C>, { ownerId: merchantId, language });
  const { type, pieces } = file.write(format, portions, language);
  reply.headers({
    'content-type': type,
    'content-disposition': `attachment; filename="${exportName(file.name, format, filters, clock.now())}"`,
    'purser-export-rows': String(count),
    'cache-control': 'no-store',
  });
  return Readable.from(pieces, { objectMode: false, highWaterMark: 65_536 });
}
