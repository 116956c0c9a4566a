import { kindOf } from '@purser/contract/field-kind';
import type { ListCall } from '@purser/contract/list-call';
import type { Coins } from '../database/coins.ts';

type DatabaseRow = Readonly<Record<string, unknown>>;
type Field<Beside> = (row: DatabaseRow, beside: Beside, coins: Pick<Coins, 'format'>) => unknown;

/**
 * Maps a table's row to the wire. A field is made from the column that it names, or its own; money gets the places of the row's coin, times
 * are written in UTC, whole numbers become JavaScript's.
 */
export function rowReader<Beside>(
  { path, row }: ListCall,
  columns: Readonly<Record<string, unknown>>,
): (from: DatabaseRow, beside: Beside, coins: Pick<Coins, 'format'>) => Readonly<Record<string, unknown>> {
  const names = Object.keys(row.shape);
  const kind = (name: string) => kindOf(row.shape[name] as (typeof row.shape)[string]);
  const coin = coinColumnOf({ row }, columns);
  const fields = names.map((name): readonly [string, Field<Beside>] => {
    const source = columns[name] ?? name;
    if (typeof source === 'function') return [name, source as Field<Beside>];
    const column = String(source);
    if (kind(name) !== 'money') return [name, (from) => plain(from[column])];
    if (coin === undefined) throw new Error(`${path}: ${name} is money, so its row needs one coin`);
    return [name, (from, _beside, known) => (from[column] === null ? null : known.format(from[column] as bigint, String(from[coin])))];
  });
  return (from, beside, known) => Object.fromEntries(fields.map(([name, field]) => [name, field(from, beside, known)]));
}

/** The column with the coin that a row's money is in; undefined where a row has none, or several. */
export function coinColumnOf({ row }: Pick<ListCall, 'row'>, columns: Readonly<Record<string, unknown>>): string | undefined {
  const coins = Object.entries(row.shape).flatMap(([name, field]) => (kindOf(field) === 'coin' ? [columns[name] ?? name] : []));
  const [coin] = coins;
  return coins.length === 1 && typeof coin === 'string' ? coin : undefined;
}

function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'bigint' ? Number(value) : value;
}
