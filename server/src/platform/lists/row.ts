import { decimalsOf } from '@purser/contract/coin';
import { kindOf } from '@purser/contract/field-kind';
import type { ListCall } from '@purser/contract/list-call';
import { formatAmount } from '@purser/contract/money';

type DatabaseRow = Readonly<Record<string, unknown>>;
type Field<Beside> = (row: DatabaseRow, beside: Beside) => unknown;

/**
 * Maps a table's row to the wire. A field is made from the column that it names, or its own; money gets the places of the row's coin, times
 * are written in UTC, whole numbers become JavaScript's.
 */
export function rowReader<Beside>(
  { path, row }: ListCall,
  columns: Readonly<Record<string, unknown>>,
): (from: DatabaseRow, beside: Beside) => Readonly<Record<string, unknown>> {
  const names = Object.keys(row.shape);
  const kind = (name: string) => kindOf(row.shape[name] as (typeof row.shape)[string]);
  const coins = names.filter((name) => kind(name) === 'coin').map((name) => columns[name] ?? name);
  const fields = names.map((name): readonly [string, Field<Beside>] => {
    const source = columns[name] ?? name;
    if (typeof source === 'function') return [name, source as Field<Beside>];
    const column = String(source);
    if (kind(name) !== 'money') return [name, (from) => plain(from[column])];
    const [coin] = coins;
    if (coins.length !== 1 || typeof coin !== 'string') throw new Error(`${path}: ${name} is money, so its row needs one coin`);
    return [name, (from) => (from[column] === null ? null : formatAmount(from[column] as bigint, decimalsOf(String(from[coin]))))];
  });
  return (from, beside) => Object.fromEntries(fields.map(([name, field]) => [name, field(from, beside)]));
}

function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'bigint' ? Number(value) : value;
}
