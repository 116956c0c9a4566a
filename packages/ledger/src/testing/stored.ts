import { expect } from 'vitest';
import { type AccountKey, accountText } from '../account.ts';
import { contentMac } from '../content-mac.ts';
import type { Posting } from '../posting.ts';
import { bigintArray, textArray, uuidArray } from '../sql-array.ts';
import type { PostingResult } from '../store.ts';
import { type Bank, KEY } from './bank.ts';
import { entryText, idText } from './model.ts';

interface EntryRow {
  readonly owner_id: string;
  readonly coin: string;
  readonly purpose: string;
  readonly version: string;
  readonly posting_id: string;
  readonly posted_at_us: string;
  readonly made_at_us: string;
  readonly [column: string]: string | null;
}

interface AccountRow {
  readonly owner_id: string;
  readonly coin: string;
  readonly purpose: string;
  readonly available: string;
  readonly frozen: string;
  readonly pending: string;
  readonly version: string;
  readonly last_posted_at_us: string | null;
  readonly last_type: string | null;
  readonly last_type_version: string | null;
}

const MICROSECONDS = (column: string) => `(extract(epoch from nullif(${column}, '-infinity')) * 1000000)::bigint`;

export async function accountsOf(bank: Bank, keys: readonly AccountKey[]): Promise<AccountRow[]> {
  const { rows } = await bank.owner.query<AccountRow>(
    `select a.owner_id, a.coin, a.purpose, a.available, a.frozen, a.pending, a.version, a.last_type, a.last_type_version,
       ${MICROSECONDS('a.last_posted_at')} as last_posted_at_us
     from unnest($1::bigint[], $2::text[], $3::text[]) as w(owner_id, coin, purpose) join ledger.account a using (owner_id, coin, purpose)`,
    [
      bigintArray(keys.map(({ owner_id }) => owner_id)),
      textArray(keys.map(({ coin }) => coin)),
      textArray(keys.map(({ purpose }) => purpose)),
    ],
  );
  return rows;
}

/**
 * What is stored of these accounts after the given versions, as the model tells it: every entry, then what the account has. Time must not
 * run backwards along an account's entries nor from a posting to its entries, and the account must know its last entry.
 */
export async function storedState(
  bank: Bank,
  keys: readonly AccountKey[],
  since: ReadonlyMap<string, bigint>,
): Promise<Map<string, string[]>> {
  const state = new Map<string, string[]>();
  const accounts = await accountsOf(bank, keys);
  const entries = await entriesOf(bank, accounts, since);
  for (const account of accounts) {
    const text = textOf(account);
    const rows = entries.get(text) ?? [];
    let before = 0n;
    for (const { version, posted_at_us, made_at_us } of rows) {
      const at = BigInt(posted_at_us);
      if (at < before || at < BigInt(made_at_us)) throw new Error(`${text} version ${version}: time runs backwards`);
      before = at;
    }
    const last = rows.at(-1);
    if (last) {
      const told = [account.last_posted_at_us, account.last_type, account.last_type_version];
      expect(told, text).toEqual([last.posted_at_us, last['type'], last['type_version']]);
    }
    state.set(text, [...rows.map(toText), balanceText(account)]);
  }
  return state;
}

/** Just the last line of each account's state. */
export async function storedBalances(bank: Bank, keys: readonly AccountKey[]): Promise<Map<string, string>> {
  return new Map((await accountsOf(bank, keys)).map((account) => [textOf(account), balanceText(account)]));
}

/** What is held on these accounts, as the model tells it. */
export async function storedHolds(bank: Bank, keys: readonly AccountKey[]): Promise<Map<string, string>> {
  const { rows } = await bank.owner.query<{ hold: string; what: string }>(
    `select format('%s %s', owner_id, hold_id) as hold, format('%s %s %s %s', coin, purpose, bucket, remaining) as what
     from ledger.hold where owner_id = any ($1::bigint[])`,
    [bigintArray(keys.map(({ owner_id }) => owner_id))],
  );
  return new Map(rows.map(({ hold, what }) => [hold, what]));
}

async function entriesOf(
  bank: Bank,
  accounts: readonly AccountRow[],
  since: ReadonlyMap<string, bigint>,
): Promise<Map<string, EntryRow[]>> {
  const { rows } = await bank.owner.query<EntryRow>(
    `with e as materialized (
       select e.* from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[]) as w(owner_id, coin, purpose, since)
       join ledger.entry e on e.owner_id = w.owner_id and e.coin = w.coin and e.purpose = w.purpose and e.version > w.since
     )
     select e.*, ${MICROSECONDS('e.posted_at')} as posted_at_us, ${MICROSECONDS('p.posted_at')} as made_at_us
     from e join ledger.posting p on p.owner_id = e.posting_owner_id and p.posting_id = e.posting_id
     order by e.owner_id, e.coin, e.purpose, e.version`,
    [
      bigintArray(accounts.map(({ owner_id }) => BigInt(owner_id))),
      textArray(accounts.map(({ coin }) => coin)),
      textArray(accounts.map(({ purpose }) => purpose)),
      bigintArray(accounts.map((account) => since.get(textOf(account)) ?? 0n)),
    ],
  );
  return Map.groupBy(rows, (row) => textOf(row));
}

function textOf({ owner_id, coin, purpose }: Pick<AccountRow, 'owner_id' | 'coin' | 'purpose'>): string {
  return accountText({ owner_id: Number(owner_id), coin, purpose });
}

function balanceText({ available, frozen, pending, version }: AccountRow): string {
  return `${available}/${frozen}/${pending} v${version}`;
}

function toText(row: EntryRow): string {
  const column = (name: string) => row[name] ?? '';
  return entryText({
    version: row.version,
    type_version: row['type_version'] ?? null,
    owner_id: column('posting_owner_id'),
    posting_id: row.posting_id,
    type: column('type'),
    serial_number: column('serial_number'),
    charge: column('charge'),
    counterparty: row['counterparty'] ?? null,
    hold: row['hold_id'] ?? null,
    before: [column('available_before'), column('frozen_before'), column('pending_before')],
    after: [column('available_after'), column('frozen_after'), column('pending_after')],
  });
}

/** Each posting that was made is stored whole, with its MAC and the time that everybody was told, and nothing else is stored. */
export async function expectStored(bank: Bank, told: readonly (readonly [Posting, PostingResult])[]): Promise<void> {
  const made = new Map(
    told.flatMap(([posting, result]) => (result.outcome === 'posted' ? [[idText(posting), { posting, result }] as const] : [])),
  );
  const owners = [...new Set(told.map(([posting]) => posting.owner_id))];
  const ids = told.map(([posting]) => posting.posting_id);
  const { rows } = await bank.owner.query(
    `select owner_id, posting_id, type, serial_number, note, content_mac, posted_at from ledger.posting where owner_id = any ($1::bigint[]) and posting_id = any ($2::uuid[])`,
    [bigintArray(owners), uuidArray(ids)],
  );
  const stored = new Map(rows.map((row) => [`${row.owner_id} ${row.posting_id}`, row]));
  expect([...stored.keys()].sort()).toEqual([...made.keys()].sort());
  for (const [id, { posting, result }] of made) {
    const { owner_id, posting_id, type, serial_number, note = null } = posting;
    const whole = {
      owner_id: String(owner_id),
      posting_id,
      type,
      serial_number,
      note,
      content_mac: contentMac(KEY, posting),
      posted_at: result.posted_at,
    };
    expect(stored.get(id)).toEqual(whole);
  }
  for (const [posting, result] of told) {
    if (result.outcome === 'replayed') expect(result.posted_at).toEqual(made.get(idText(posting))?.result.posted_at);
  }
}
