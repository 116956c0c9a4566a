import type { ChainTrouble } from '@purser/contract/features/chain-network';
import { bigintArray, byteaArray } from '@purser/ledger/sql-array';
import { addressBytes } from '../../domain/chain-address.ts';
import type { Crediting } from '../../domain/chain-deposit.ts';
import { type ChainNetwork, isAsItWas } from '../../domain/chain-network.ts';
import { ChainDisagreement, headerAt, transfersOfBlock } from '../../platform/chain/blocks.ts';
import type { ChainProvider } from '../../platform/chain/providers.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Platform } from '../../platform/platform.ts';
import { askProviders, type Height, noteProviders } from './providers-seen.ts';
import { confirmedBy, type HeldWalk, least, lookAtFinal, moveCursor, namesOf, NO_WALK, settleFinal, settleHeld } from './final-look.ts';
import {
  beginAt,
  bytesOf,
  confirmingBlocks,
  type Cursor,
  cursorOf,
  noteTransfers,
  orphanAbove,
  orphanBlocks,
  ownedAmong,
  type OwnedTransfer,
  seenBlocks,
  tellOwners,
} from './queries.ts';
import { lookAtWindow, type SeenBlock } from './window.ts';

/** How many blocks one look takes in: of those that may still go, and of those that are final. */
const MOST_OF_WINDOW = 64;
const MOST_OF_FINAL = 500;
/** How many blocks are asked for at once. */
const AT_ONCE = 8;

/**
 * How many transfers one look at final blocks is to bring, more or less: whatever they weigh is held twice, as two providers answer. So many bound the memory of the
 * process, however full the blocks are.
 */
const MOST_TRANSFERS = 8_000;

/** What a look goes by that an earlier one has learnt. */
export interface Range {
  /** How many final blocks are asked for at once; it shrinks where a provider refuses so many or they bring much, and grows again. */
  blocks: number;
  held: HeldWalk;
}

export function newRange(): Range {
  return { blocks: MOST_OF_FINAL, held: NO_WALK };
}

/** Looks that find nothing more to do end with `done`; after `more` the next one is due at once. */
export type Looked = 'more' | 'done';

/**
 * One look at a network's chain: what came since the last one is shown as it comes, and what has become final is settled. Everything is written
 * in transactions that hold the cursor and begin where the look began, so any number of watchers may do this at once, and may be killed at any moment.
 * Throws a `ChainDisagreement` where the answers do not fit together; nothing of them is written then.
 */
export async function lookAt(
  platform: Platform,
  network: ChainNetwork,
  providers: readonly ChainProvider[],
  credit: Crediting,
  range: Range,
): Promise<Looked> {
  const seen = await askProviders(network, providers);
  const found = await cursorOf(platform.db.system, network.network);
  await noteProviders(platform.db.system, network.network, seen, found?.number ?? 0n);
  const answering = seen.flatMap(({ height }) => height ?? []);
  const cursor = found ?? (await begun(platform, network, answering));
  if (cursor.halted !== '') return 'done';
  // One that has not come as far as what was settled has nothing to say.
  const [first, second] = answering.filter(({ head }) => head >= cursor.number);
  if (!first) throw new ChainDisagreement('no_node');
  const twice = second ? await standsAt(platform, network, [first, second], cursor) : undefined;
  if (twice === false) return 'done';
  await lookAtNewest(platform, network, first, cursor);
  if (!second) throw new ChainDisagreement('one_node');
  return settleWhatIsFinal(platform, network, [first, second], cursor, credit, range);
}

/** Whether both providers still have the cursor's block. Where neither has, what was final has gone, and the network is halted. */
async function standsAt(
  platform: Platform,
  { network }: ChainNetwork,
  heights: readonly [Height, Height],
  cursor: Cursor,
): Promise<boolean> {
  const blocks = await Promise.all(heights.map(({ provider }) => headerAt(provider, cursor.number)));
  const gone = blocks.filter(({ hash }) => hash !== cursor.hash).length;
  if (gone === 1)
    throw new ChainDisagreement('blocks_differ', { ...namesOf([heights[0].provider, heights[1].provider]), block: cursor.number });
  if (gone > 1) await halt(platform, network, cursor);
  return gone === 0;
}

/** The cursor of a network that is looked at for the first time: it begins at what is final now, as nobody can have sent us anything before. */
async function begun({ db }: Platform, { network }: ChainNetwork, heights: readonly Height[]): Promise<Cursor> {
  const [first, second] = heights;
  if (!first || !second) throw new ChainDisagreement('two_to_begin');
  const number = first.final < second.final ? first.final : second.final;
  const [block, same] = await Promise.all([headerAt(first.provider, number), headerAt(second.provider, number)]);
  if (block.hash !== same.hash)
    throw new ChainDisagreement('blocks_differ', { ...namesOf([first.provider, second.provider]), block: number });
  await beginAt(db.system, network, block, first.head);
  const begins = await cursorOf(db.system, network);
  if (!begins) throw new Error('a cursor was written');
  return begins;
}

/** The look at the newest blocks: what it finds is shown and not credited. */
async function lookAtNewest(platform: Platform, network: ChainNetwork, { provider, head, final }: Height, cursor: Cursor): Promise<void> {
  const { db } = platform;
  // Blocks that are final need not be looked at one by one; the look at them comes after.
  const seen = await seenBlocks(db.system, network.network);
  const base = final > (seen.at(-1)?.number ?? cursor.number) ? await headerAt(provider, final) : cursor;
  const look = await lookAtWindow(provider, base, base === cursor ? seen : [], { head, most: MOST_OF_WINDOW });
  if (!look) throw new ChainDisagreement('block_gone', { node: provider.name, block: base.number });
  const goneInGap = base === cursor ? [] : await goneAmong(provider, await confirmingBlocks(db.system, network.network));
  const token = addressBytes(network.kind, network.token);
  const transfers = await inTurns(look.added, (header) => transfersOfBlock(provider, token, header));
  await holdingCursor(platform, network, cursor, async (tx) => {
    const kept = await seenBlocks(tx, network.network);
    // Another watcher has been here since: what it wrote stands.
    if (kept.length !== seen.length || kept.at(-1)?.hash !== seen.at(-1)?.hash) return;
    const gone =
      base === cursor ? await orphanAbove(tx, network.network, look.common.number) : await orphanBlocks(tx, network.network, goneInGap);
    await keepBlocks(tx, network.network, look.added);
    const owned: OwnedTransfer[] = await ownedAmong(tx, network, transfers.flat());
    await noteTransfers(tx, network, owned, 'confirming');
    await tx.query(
      `update chain_cursor set head = $2, head_moved_at = case when head = $2 then head_moved_at else at end, looked_at = at
       from (select now() as at) as moment where network = $1`,
      [network.network, head],
    );
    const { rows } = await tx.query<{ owner_id: bigint }>(
      `select distinct owner_id from chain_deposit where network = $1 and state = 'confirming'`,
      [network.network],
    );
    if (look.added.length > 0 || gone.length > 0) await tellOwners(tx, [...gone, ...rows.map(({ owner_id }) => owner_id)]);
  });
}

/** After a gap the window begins anew at a final block. What was seen before it must be found among what is final, unless its block has gone. */
async function goneAmong(provider: ChainProvider, blocks: readonly SeenBlock[]): Promise<SeenBlock[]> {
  const now = await inTurns(blocks, ({ number }) => headerAt(provider, number));
  return blocks.filter(({ hash }, index) => now[index]?.hash !== hash);
}

async function keepBlocks(tx: Tx, network: string, blocks: readonly SeenBlock[]): Promise<void> {
  await tx.query(
    'insert into chain_block (network, number, hash) select $1, number, hash from unnest($2::bigint[], $3::bytea[]) as seen (number, hash)',
    [network, bigintArray(blocks.map(({ number }) => number)), byteaArray(blocks.map(({ hash }) => bytesOf(hash)))],
  );
}

/** The look at what is final: two providers must say the same, and then it is settled. */
async function settleWhatIsFinal(
  platform: Platform,
  network: ChainNetwork,
  [first, second]: readonly [Height, Height],
  cursor: Cursor,
  credit: Crediting,
  range: Range,
): Promise<Looked> {
  const target = confirmedBy(network, [first, second]);
  const to = least(target, cursor.number + BigInt(range.blocks));
  let held = range.held;
  const lookAtHeld = async (tx: Tx): Promise<void> => {
    held = await settleHeld(tx, platform, network.network, credit, range.held);
  };
  if (to <= cursor.number) {
    await holdingCursor(platform, network, cursor, lookAtHeld);
    range.held = held;
    return 'done';
  }
  const look = await inRange(range, Number(to - cursor.number), () =>
    lookAtFinal(platform, network, [first.provider, second.provider], cursor.number + 1n, to),
  );
  await holdingCursor(platform, network, cursor, async (tx) => {
    await settleFinal(tx, platform, network, look, credit);
    await lookAtHeld(tx);
    await moveCursor(tx, network.network, look.to);
  });
  range.held = held;
  return to < target ? 'more' : 'done';
}

/** Asks for fewer blocks the next time when it fails, as providers refuse ranges that are too long for them, or brought much; and for slowly more when not. */
async function inRange<Result extends { readonly transfers: readonly unknown[] }>(
  range: Range,
  asked: number,
  ask: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await ask();
    const fitting = Math.max(1, Math.floor((asked * MOST_TRANSFERS) / Math.max(1, result.transfers.length)));
    if (fitting < asked) range.blocks = fitting;
    else if (asked === range.blocks) range.blocks = Math.min(MOST_OF_FINAL, fitting, range.blocks + Math.ceil(range.blocks / 8));
    return result;
  } catch (error) {
    if (!(error instanceof ChainDisagreement)) range.blocks = Math.max(1, Math.floor(asked / 2));
    throw error;
  }
}

/** Writes in a transaction that holds the cursor, if it is still where the look began, and the network as it was then; what was found is dropped otherwise. */
async function holdingCursor(platform: Platform, network: ChainNetwork, begun: Cursor, write: (tx: Tx) => Promise<unknown>): Promise<void> {
  await platform.db.systemTransaction(async (tx) => {
    const now = await cursorOf(tx, network.network, 'for update');
    if (now?.hash === begun.hash && now.halted === '' && (await isAsItWas(tx, network))) await write(tx);
  });
}

/** Nothing more is settled on the network until somebody has looked at it. */
async function halt({ db, log }: Platform, network: string, { number, hash }: Cursor): Promise<void> {
  const why: ChainTrouble = { what: 'final_gone', values: { block: String(number) } };
  const done = await db.system.query(
    `update chain_cursor set halted = $4, halted_at = now(), last_trouble = $4, last_trouble_at = now() where network = $1 and block_number = $2 and block_hash = $3 and halted = ''`,
    [network, number, bytesOf(hash), JSON.stringify(why)],
  );
  if (done.rowCount === 1) log.error({ network, why }, 'a network was halted: no deposit is credited on it, and no payout signed');
}

async function inTurns<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))));
  return results;
}
