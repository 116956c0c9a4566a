import { randomUUID } from 'node:crypto';
import type { Database } from '../../../platform/database/database.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { bytes, type OpenRow, openOfRow, type OpenTx, type Sender } from './queue.ts';

/** What the signer reads and writes of the database about sweeps: nothing else is granted to its role. */

/** Planned at a time. */
const MOST_PLANNED = 20;
/** Of a state, looked at at a time. */
const MOST_OPEN = 50;

/** A sweep that is not signed yet. */
export interface OpenSweep {
  readonly sweepId: string;
  readonly ownerId: bigint;
  readonly address: string;
  readonly index: number;
  readonly state: 'planned' | 'fuelled';
  readonly why: string;
  readonly isAsked: boolean;
  /** How often it was given gas. */
  readonly fuelled: number;
}

/** A transaction of a sweep, or of its gas, that is on its way. */
export interface OpenSweepTx extends OpenTx {
  readonly kind: 'sweep' | 'fuel';
  readonly index: number;
  readonly destination: string;
  readonly address: string;
}

/** The number that the address of a row `lies` was derived by; of what was derived before numbers were kept with addresses, that of its owner. */
const NUMBER_OF_LYING = `select derivation_index from (
    select derivation_index, 1 as place from address_directory as known
    where known.network = lies.network and known.address = lies.address and derivation_index is not null
    union all
    select derivation_index, 2 from deposit_address as own where own.owner_id = lies.owner_id and derivation_index is not null
  ) as numbers order by place limit 1`;

/** At least so much lies there, and it is neither being swept nor has failed to be within a day. */
const TO_BE_SWEPT = `lies.network = $1 and lies.received > lies.swept and lies.received - lies.swept >= $2::numeric
  and not exists (
    select from sweep where sweep.network = $1 and sweep.address = lies.address
      and (sweep.state in ('planned', 'fuelling', 'fuelled', 'signed') or sweep.state = 'failed' and sweep.done_at > now() - interval '1 day')
  )`;

/** An address of an owner's at which something lies, and the number that it was derived by. */
interface Lying {
  readonly owner_id: bigint;
  readonly address: string;
  readonly derivation_index: number;
}

type MaybeDerived = Omit<Lying, 'derivation_index'> & { readonly derivation_index: number | null };

/** Rows of addresses with what is kept of their numbers, which is nothing of what was derived before numbers were kept with addresses. */
const LYING = `select lies.owner_id, lies.address, known.derivation_index
  from chain_balance as lies left join address_directory as known on known.network = lies.network and known.address = lies.address`;

/** Those that are derived; one whose number is not kept has that of its owner. */
async function derivedOf(db: Database, lying: readonly MaybeDerived[]): Promise<Lying[]> {
  const without = lying.filter(({ derivation_index }) => derivation_index === null);
  const { rows } =
    without.length === 0
      ? { rows: [] }
      : await db.system.query<Omit<Lying, 'address'>>(
          `select owner_id, min(derivation_index) as derivation_index from deposit_address
           where owner_id = any ($1::bigint[]) and derivation_index is not null group by owner_id`,
          [without.map(({ owner_id }) => owner_id)],
        );
  const byOwner = new Map(rows.map(({ owner_id, derivation_index }) => [owner_id, derivation_index]));
  return lying.flatMap(({ derivation_index, ...lies }) => {
    const number = derivation_index ?? byOwner.get(lies.owner_id);
    return number === undefined ? [] : [{ ...lies, derivation_index: number }];
  });
}

/** What lies at an address; undefined where nothing has arrived there, or it is not derived. */
export async function lyingAt(db: Database, network: string, address: string): Promise<Lying | undefined> {
  const { rows } = await db.system.query<MaybeDerived>(`${LYING} where lies.network = $1 and lies.address = $2`, [network, address]);
  const [lies] = await derivedOf(db, rows);
  return lies;
}

async function toBeSwept(db: Database, network: string, least: bigint): Promise<Lying[]> {
  if (await db.isDistributed()) {
    const { rows } = await db.system.query<MaybeDerived>(`${LYING} where ${TO_BE_SWEPT} order by lies.received - lies.swept desc`, [
      network,
      String(least),
    ]);
    return (await derivedOf(db, rows)).slice(0, MOST_PLANNED);
  }
  const { rows } = await db.system.query<Lying>(
    `select lies.owner_id, lies.address, numbered.derivation_index
     from chain_balance as lies
     cross join lateral (${NUMBER_OF_LYING}) as numbered
     where ${TO_BE_SWEPT}
     order by lies.received - lies.swept desc limit $3`,
    [network, String(least), MOST_PLANNED],
  );
  return rows;
}

/** Plans sweeps of addresses at which so much lies, the most first. One that has failed is tried again after a day, or when somebody asks for it. */
export async function planSweeps(db: Database, network: string, least: bigint): Promise<void> {
  for (const { owner_id, address, derivation_index } of await toBeSwept(db, network, least)) {
    await db.system.query(
      `insert into sweep (network, sweep_id, owner_id, address, derivation_index) values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [network, randomUUID(), owner_id, address, derivation_index],
    );
  }
}

/**
 * The sweeps that wait for a signature: first those that have their gas; of each kind first what was asked for, then the fullest. However many small ones do not go on,
 * a larger one does.
 */
export async function openSweeps(db: Database, network: string): Promise<OpenSweep[]> {
  const { rows } = await db.system.query<{
    sweep_id: string;
    owner_id: bigint;
    address: string;
    derivation_index: number;
    state: OpenSweep['state'];
    why: string;
    is_asked: boolean;
    fuelled: number;
  }>(
    `select sweep_id, owner_id, address, derivation_index, state, why, is_asked, fuelled
     from (
       select sweep.*, row_number() over (partition by state order by is_asked desc, lies.received - lies.swept desc nulls last, planned_at) as place
       from sweep left join chain_balance as lies on lies.network = sweep.network and lies.address = sweep.address
       where sweep.network = $1 and state in ('planned', 'fuelled')
     ) as open
     where place <= $2 order by state, place`,
    [network, MOST_OPEN],
  );
  return rows.map((row) => ({
    sweepId: row.sweep_id,
    ownerId: row.owner_id,
    address: row.address,
    index: row.derivation_index,
    state: row.state,
    why: row.why,
    isAsked: row.is_asked,
    fuelled: row.fuelled,
  }));
}

/** Notes why a sweep does not go on, or that it is over. */
export async function noteSweep(
  db: Database,
  network: string,
  { sweepId, state }: Pick<OpenSweep, 'sweepId' | 'state'>,
  { why, isOver }: { readonly why: string; readonly isOver: boolean },
): Promise<void> {
  await db.system.query(
    `update sweep set why = $4, state = case when $5 then 'failed' else state end, done_at = case when $5 then date_trunc('milliseconds', at) end
     from (select now() as at) as moment where network = $1 and sweep_id = $2 and state = $3`,
    [network, sweepId, state, why, isOver],
  );
}

/** The next nonce of a sender of sweeps, held until the transaction ends; `mined` is how many of its transactions the chain has. */
export async function holdSweepNonce(tx: Tx, { network, sender }: Sender, role: 'gas' | 'deposit', mined: bigint): Promise<bigint> {
  await tx.query(
    `insert into chain_nonce (network, sender, next_nonce, is_on, role) values ($1, $2, $3, true, $4) on conflict (network, sender) do nothing`,
    [network, bytes(sender), mined, role],
  );
  const { rows } = await tx.query<{ next_nonce: bigint }>(
    'select next_nonce from chain_nonce where network = $1 and sender = $2 and role = $3 for update',
    [network, bytes(sender), role],
  );
  if (!rows[0]) throw new Error('an address of ours has another role already');
  return rows[0].next_nonce > mined ? rows[0].next_nonce : mined;
}

/** Moves a sweep on that gas is given to; false where another has moved it. */
export async function fuelSweep(tx: Tx, network: string, { sweepId, state }: OpenSweep, coins: bigint): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update sweep set state = 'fuelling', why = '', fuelled = fuelled + 1, fuel = fuel + $4::numeric where network = $1 and sweep_id = $2 and state = $3`,
    [network, sweepId, state, String(coins)],
  );
  return rowCount === 1;
}

/** Moves a sweep on that is signed; false where another has moved it. */
export async function signSweep(
  tx: Tx,
  network: string,
  { sweepId, state }: OpenSweep,
  { raw, destination }: { readonly raw: bigint; readonly destination: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update sweep set state = 'signed', why = '', raw_amount = $4::numeric, destination = $5 where network = $1 and sweep_id = $2 and state = $3`,
    [network, sweepId, state, String(raw), destination],
  );
  return rowCount === 1;
}

/** The newest attempt of everything that was signed for sweeps and of whose nonce nobody knows yet what becomes of it. */
export async function openSweepTxs(db: Database | Tx, network: string): Promise<OpenSweepTx[]> {
  const { rows } = await ('system' in db ? db.system : db).query<
    OpenRow & { kind: 'sweep' | 'fuel'; derivation_index: number; destination: string | null; address: string }
  >(
    `select distinct on (t.sender, t.nonce) t.owner_id, t.serial_number, t.nonce, t.attempt, t.txid, t.raw, t.max_fee, t.max_tip, t.cancels, t.sent_block, t.kind,
       sweep.derivation_index, sweep.destination, sweep.address
     from chain_tx as t join sweep on sweep.network = t.network and sweep.sweep_id = split_part(t.serial_number, ' ', 1)
     where t.network = $1 and t.kind in ('sweep', 'fuel') and t.outcome is null order by t.sender, t.nonce, t.attempt desc`,
    [network],
  );
  return rows.map((row) => ({
    ...openOfRow(row),
    kind: row.kind,
    index: row.derivation_index,
    destination: row.destination ?? '',
    address: row.address,
  }));
}

/** Notes that what is signed for a sweep was signed once more, to another address of ours. */
export async function redirectSweep(
  tx: Tx,
  network: string,
  { serialNumber }: Pick<OpenSweepTx, 'serialNumber'>,
  destination: string,
): Promise<void> {
  await tx.query('update sweep set destination = $3 where network = $1 and sweep_id = $2', [network, serialNumber, destination]);
}

export interface Holding {
  readonly network: string;
  readonly role: 'hot' | 'gas' | 'cold';
  readonly address: string;
  readonly tokens: bigint;
  readonly coins: bigint;
  readonly lacksTokens: boolean;
  readonly lacksCoins: boolean;
}

/** Notes what the signer's addresses on a network have, where staff see it. */
export async function noteHoldings(db: Database, network: string, holdings: readonly Holding[]): Promise<void> {
  await db.system.query('delete from chain_holding where network = $1 and not role = any ($2::text[])', [
    network,
    holdings.map(({ role }) => role),
  ]);
  for (const one of holdings) {
    await db.system.query(
      `insert into chain_holding as known (network, role, address, tokens, coins, lacks_tokens, lacks_coins, low_at, looked_at)
       select $1, $2, $3, $4::numeric, $5::numeric, $6, $7, case when $6 or $7 then at end, at from (select now() as at) as moment
       on conflict (network, role) do update set address = excluded.address, tokens = excluded.tokens, coins = excluded.coins, lacks_tokens = excluded.lacks_tokens,
         lacks_coins = excluded.lacks_coins, looked_at = excluded.looked_at,
         low_at = case when excluded.low_at is not null then coalesce(known.low_at, excluded.low_at) end`,
      [network, one.role, one.address, String(one.tokens), String(one.coins), one.lacksTokens, one.lacksCoins],
    );
  }
}
