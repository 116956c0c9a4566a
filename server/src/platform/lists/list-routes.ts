import type { ExportCall, ListCall } from '@purser/contract/list-call';
import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import { kindOf } from '@purser/contract/field-kind';
import { PROVIDER_OWNER_ID } from '@purser/ledger/account';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { isPermitted } from '@purser/contract/staff';
import { cutOnceUnwelcome } from '../export/cut-file.ts';
import { type ExportFile, exportName } from '../export/export-file.ts';
import { takeExportSlot } from '../export/export-slot.ts';
import type { Database } from '../database/database.ts';
import { refuse } from '../http/refusal.ts';
import {
  type MerchantContext,
  merchantRoute,
  payerRoute,
  type RequestContext,
  type Route,
  type StaffContext,
  staffRoute,
} from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { audit } from '../proof/audit.ts';
import { loginOf, mayGoOn } from '../security/member-login.ts';
import { type Filters, type List, type Reader, staffReader } from './list.ts';

/** Binds a list to its call. Staff read the rows of all owners, on connections of their own. */
export function listRoute<C extends ListCall>({ db, operator }: Platform, list: Pick<List<C>, 'call' | 'page'>): Route {
  const { call } = list;
  const page = async (from: Database, input: ParsedInputOf<C>, reader: Reader): Promise<OutputOf<C>> => {
    await mustKnowCoins(from, call, input);
    return list.page(from, input, reader);
  };
  if (call.caller === 'payer') return payerRoute(call, (input, { userId, language }) => page(db, input, { ownerId: userId, language }));
  if (call.caller === 'staff') return staffRoute(call, (input, context) => page(operator.db, input, staffReader(context)));
  return merchantRoute(call, (input, context) => page(db, input, merchantReader(context)));
}

function merchantReader(context: MerchantContext): Reader {
  return { ownerId: context.merchantId, language: context.language, memberId: loginOf(context).memberId };
}

/** Refuses a filter by a coin that does not exist. */
async function mustKnowCoins(db: Database, { filters }: Pick<ListCall, 'filters'>, input: object): Promise<void> {
  const values = input as Readonly<Record<string, unknown>>;
  const coins = Object.entries(filters).flatMap(([name, filter]) =>
    kindOf(filter) === 'coin' && values[name] !== undefined ? [String(values[name])] : [],
  );
  await db.coins.know(coins);
  if (coins.some((coin) => !db.coins.find(coin))) throw refuse('coin_unknown');
}

/**
 * Binds an export, a merchant's or staff's, to the list whose rows it writes. Every export of staff, who read the rows of all, stands in the provider's
 * audit log before the first row is sent. Refuses with busy and with export_too_large.
 */
export function exportRoute<C extends ListCall>(
  platform: Platform,
  call: ExportCall<C>,
  list: Pick<List<C>, 'all'>,
  file: ExportFile<C>,
): Route {
  const { db, operator } = platform;
  const send = async (
    input: ParsedInputOf<ExportCall<C>>,
    { takeSlot, isWelcome, ...asked }: Pick<Wanted<C>, 'from' | 'reader' | 'reply' | 'note'> & Reading,
  ): Promise<unknown> => {
    await mustKnowCoins(asked.from, call.list, input as object);
    const giveBack = takeSlot();
    try {
      const stream = await begin(platform, list, file, { input, ...asked });
      stream.once('close', giveBack);
      cutOnceUnwelcome(stream, { isWelcome });
      // The reader's pace is ours: a portion is read when the one before it is gone. A client that leaves ends the stream.
      return await asked.reply.send(stream);
    } catch (error) {
      giveBack();
      throw error;
    }
  };
  if (call.caller !== 'staff') {
    return merchantRoute(call, (input, context) =>
      send(input, {
        from: db,
        reader: merchantReader(context),
        reply: context.reply,
        note: undefined,
        takeSlot: () => takeExportSlot(platform, context),
        isWelcome: () => mayGoOn(platform, context),
      }),
    );
  }
  return staffRoute(call, (input, context) =>
    send(input, {
      from: operator.db,
      reader: staffReader(context),
      reply: context.reply,
      note: (rows) => noteExport(platform, call, input, rows, context),
      takeSlot: () => platform.exportSlots.take(context.staffId),
      isWelcome: async () => {
        const role = await operator.sessions.roleIn(context);
        return role !== undefined && isPermitted(role, context.permission);
      },
    }),
  );
}

/** Who reads a file: not more than a few at the same time, and no further once that is not allowed any more. */
interface Reading {
  readonly takeSlot: () => () => void;
  readonly isWelcome: () => Promise<boolean>;
}

/** Filters that hold what names a person: the audit log, which forgets nothing, says that they were set, not to what. */
const PERSONAL: ReadonlySet<string> = new Set(['part', 'username', 'phone', 'email', 'recipient']);

function noteExport(
  { operator, secrets }: Platform,
  { list }: ExportCall,
  input: object,
  rows: number,
  { staffId, ip, requestId }: StaffContext,
): Promise<void> {
  const { format, ...asked } = input as { readonly format: string };
  const filters = Object.fromEntries(
    Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, PERSONAL.has(name) ? '…' : value]])),
  );
  return operator.db.systemTransaction((tx) =>
    audit(tx, secrets, {
      ownerId: PROVIDER_OWNER_ID,
      actorKind: 'operator',
      actor: String(staffId),
      action: 'list.export',
      details: { list: list.path, format, filters, rows, request_id: requestId },
      ip,
    }),
  );
}

interface Wanted<C extends ListCall> extends Pick<RequestContext, 'reply'> {
  readonly input: ParsedInputOf<ExportCall<C>>;
  readonly from: Database;
  readonly reader: Reader;
  /** Is told how many rows there are, before one is sent. */
  readonly note: ((rows: number) => Promise<void>) | undefined;
}

async function begin<C extends ListCall>(
  { clock }: Platform,
  list: Pick<List<C>, 'all'>,
  file: ExportFile<C>,
  { input, from, reader, reply, note }: Wanted<C>,
): Promise<Readable> {
  const { format, ...filters } = input as ParsedInputOf<ExportCall<ListCall<z.ZodObject, Record<never, never>>>>;
  const { count, portions } = await list.all(from, filters as Filters<C>, reader);
  await note?.(count);
  const { type, pieces } = file.write(format, portions, reader.language);
  reply.headers({
    'content-type': type,
    'content-disposition': `attachment; filename="${exportName(file.name, format, filters, clock.now())}"`,
    'purser-export-rows': String(count),
    'cache-control': 'no-store',
  });
  return Readable.from(pieces, { objectMode: false, highWaterMark: 65_536 });
}
