import type { OutputOf } from '@purser/contract/call';
import type { queueQuery, QueueKind } from '@purser/contract/features/queue';
import { type RawBuilder, sql } from 'kysely';
import type { Schema } from '../platform/database/schema.ts';
import type { Tx } from '../platform/database/tx.ts';
import { isUuid } from '../platform/database/uuid.ts';
import type { Filters, Reader } from '../platform/lists/list.ts';

/** Which of what waits is asked for. */
export type QueueFilters = Filters<typeof queueQuery>;

/** One of the things that wait, by its row's key. */
export interface Waits {
  readonly owner_id: bigint;
  readonly id: string;
}

type Row = OutputOf<typeof queueQuery>['list'][number];
/** What a kind shows of one that waits. */
export type ShownWaiting = Pick<Row, 'kind'> &
  Partial<Pick<Row, 'coin_name' | 'amount' | 'order' | 'identity' | 'bank_account' | 'approval'>>;

/** What of one table waits for staff. Its rows have an `owner_id`. */
export interface QueueSource {
  readonly kinds: readonly QueueKind[];
  readonly table: keyof Schema & string;
  /** The column that tells an owner's rows apart, and what says since when one waits. An index over what waits is ordered by both. */
  readonly id: string;
  readonly since: RawBuilder<unknown>;
  /** What holds of a row that waits, as the condition of that index says it; undefined where none can match the filters. The owner comes by itself. */
  waiting(filters: QueueFilters): readonly RawBuilder<unknown>[] | undefined;
  /** The rows by their ids. One that was decided meanwhile may be left out. */
  shown(tx: Tx, waits: readonly Waits[], reader: Reader): Promise<ReadonlyMap<string, ShownWaiting>>;
}

/** Under filters that only orders have, nothing else waits. */
export function isOfOrders({ coin_name, serial_number, order_id, txid }: QueueFilters): boolean {
  return [coin_name, serial_number, order_id, txid].some((asked) => asked !== undefined);
}

/** The one row with this id, where the column is a uuid and the id may be of another kind. */
export function withId(column: string, id: string | undefined): RawBuilder<unknown>[] {
  if (id === undefined) return [];
  return [isUuid(id) ? sql`${sql.ref(column)} = ${id}::uuid` : sql`false`];
}
