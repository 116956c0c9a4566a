import { PURPOSE_NAMES, purposeOf } from '@purser/contract/file-purpose';
import type { Platform } from '../../platform/platform.ts';
import { zipStream } from '../../platform/export/zip-stream.ts';
import type { KeptContent } from '../../platform/files/file-vault.ts';
import { actsOf, commissionsOf, depositsOf, messagesOf, orderNumbersOf, ordersOf, profileOf, type Rows } from './sections.ts';

/** What the user's data is read from that other features keep. */
export interface Beside {
  /** The ledger entries as the wallet shows them, a page at a time. */
  readonly records: (
    userId: number,
    cursor: string | undefined,
  ) => Promise<{ list: readonly Readonly<Record<string, unknown>>[]; next_cursor: string | null }>;
  /** What was handed in for the identity, opened. */
  readonly identities: (userId: number) => Promise<readonly object[]>;
}

interface Picture extends KeptContent {
  readonly media_type: string;
}

/** What its sender may see. Photographs of documents are shown to nobody but who reviews them: of these it is said that they are there. */
const SEEN = PURPOSE_NAMES.filter((name) => purposeOf(name).seenBy.includes('sender'));

const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/**
 * Everything that is kept about a wallet user and is theirs, as an archive: one JSON document, and beside it the files that they may see. It is written as it is read,
 * a portion at a time, so its size costs no memory.
 */
export async function ownData(platform: Platform, beside: Beside, userId: number): Promise<AsyncGenerator<Buffer, void, undefined>> {
  const { db, vault } = platform;
  // Read before the answer begins: what goes wrong here is still told as an error.
  const profile = await db.scoped(userId, (tx) => profileOf(tx, platform, userId));
  const { rows: pictures } = await db.scoped(userId, (tx) =>
    tx.query<Picture>(
      `select file_id, purpose, media_type, size::int as size, content_hash from file
       where owner_id = $1 and state = 'kept' and purpose = any ($2) order by created_at, file_id`,
      [userId, SEEN],
    ),
  );
  const document = written(
    { made_at: platform.clock.now(), ...profile, identities: await beside.identities(userId) },
    {
      messages: messagesOf(platform, userId),
      acts: actsOf(platform, userId),
      chain_deposits: depositsOf(platform, userId),
      orders: ordersOf(platform, userId),
      commissions: commissionsOf(platform, userId),
      records: recordsOf(platform, beside, userId),
    },
  );
  return zipStream({
    small: {},
    large: { name: 'data.json', content: document },
    packed: pictures.map((picture) => ({
      name: `files/${picture.file_id}.${ENDINGS[picture.media_type] ?? 'bin'}`,
      read: async () => {
        const content = await vault.read(picture);
        if (!content) throw new Error(`the file ${picture.file_id} cannot be read`);
        return content;
      },
    })),
  });
}

async function* recordsOf({ db }: Platform, { records }: Beside, userId: number): Rows {
  for (let cursor: string | undefined; ;) {
    const { list, next_cursor } = await records(userId, cursor);
    const tokens = list.flatMap(({ order_token }) => (typeof order_token === 'string' ? [order_token] : []));
    const numbers = await orderNumbersOf(db, tokens);
    // Whoever has an order's token sees the order.
    yield list.map(({ order_token, ...record }) => ({ ...record, order_id: numbers.get(String(order_token)) ?? null }));
    if (next_cursor === null) return;
    cursor = next_cursor;
  }
}

/** A JSON object with what is whole, and then with what comes in portions. */
async function* written(
  whole: Readonly<Record<string, unknown>>,
  lists: Readonly<Record<string, Rows>>,
): AsyncGenerator<Buffer, void, undefined> {
  yield Buffer.from(
    `{\n${Object.entries(whole)
      .map(([name, value]) => `${JSON.stringify(name)}: ${json(value)}`)
      .join(',\n')}`,
  );
  for (const [name, portions] of Object.entries(lists)) {
    yield Buffer.from(`,\n${JSON.stringify(name)}: [`);
    let isFirst = true;
    for await (const rows of portions) {
      const text = rows.map((row) => `\n${json(row)}`).join(',');
      if (text !== '') yield Buffer.from(isFirst ? text : `,${text}`);
      isFirst &&= text === '';
    }
    yield Buffer.from(']');
  }
  yield Buffer.from('\n}\n');
}

function json(value: unknown): string {
  // Numbers of accounts and sizes are safe integers; money is text already.
  return JSON.stringify(value ?? null, (_name, one: unknown) => (typeof one === 'bigint' ? Number(one) : one));
}
