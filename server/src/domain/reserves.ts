import type { RESERVE_STATES } from '@purser/contract/features/ledger';
import { ofProvider } from '@purser/ledger/account';
import type { Queryable } from '@purser/ledger/accounts';

/** What somebody outside says that they hold in a coin, in minor units. */
export interface Attestation {
  readonly attestation_id: string;
  readonly coin: string;
  readonly amount_minor: bigint;
  readonly source: string;
  readonly as_of: Date;
  readonly remark: string;
  readonly entered_by: number;
  readonly entered_name: string;
  readonly created_at: Date;
}

interface Held {
  readonly purpose: string;
  readonly amount_minor: bigint;
}

/** A coin's reserves; amounts in minor units. */
export interface Reserves {
  readonly coin: string;
  /** To all merchants and wallet users: available, frozen and to be confirmed. */
  readonly owed_minor: bigint;
  /** The provider's own: fees, and reward funds that were not granted. */
  readonly own: readonly Held[];
  /** Where the ledger places it: bank, custody, issued, exchanged. Sums to what is owed and the provider's own. */
  readonly outside: readonly Held[];
  /** The newest of each source. */
  readonly attestations: readonly Attestation[];
  /** Their sum; undefined where nothing was attested. */
  readonly held_minor: bigint | undefined;
  /** `short` is an alarm: more is owed than others say is held. `unattested`: something is owed and nobody has said what is held. */
  readonly state: (typeof RESERVE_STATES)[number];
}

/** Accounts of the provider's that hold its own money; all others of its face the outside world. */
const OWN: ReadonlySet<string> = new Set(['fees', 'reward_pool']);

/**
 * The reserves of every coin, in the order of the coins. The sum over all accounts of a coin is zero (`ledger verify` proves it), so what is owed
 * to parties is what the provider's few accounts are below zero: no party's account is read, however many there are. What is being cleared between groups
 * of shards is on its way from one party to another, and so owed to them.
 *
 * @param db staff's connections, in the system's scope
 */
export async function reservesOf(db: Queryable): Promise<Reserves[]> {
  const { rows: coins } = await db.query<{ code: string }>('select code from coin order by position, code');
  const { rows: balances } = await db.query<{ coin: string; purpose: string; amount: string }>(
    `select coin, purpose, sum(available::numeric + frozen + pending)::text as amount
     from ledger.account where ${ofProvider('owner_id')} and purpose <> 'clearing' group by coin, purpose order by coin, purpose`,
  );
  const attested = await newestAttestations(db);
  return coins.map(({ code }) =>
    reservesOfCoin(
      code,
      balances.filter(({ coin }) => coin === code).map(({ purpose, amount }) => ({ purpose, amount_minor: BigInt(amount) })),
      attested.filter(({ coin }) => coin === code),
    ),
  );
}

function reservesOfCoin(coin: string, provider: readonly Held[], attestations: readonly Attestation[]): Reserves {
  const own = provider.filter(({ purpose }) => OWN.has(purpose));
  const outside = provider
    .filter(({ purpose }) => !OWN.has(purpose))
    .map(({ purpose, amount_minor }) => ({ purpose, amount_minor: -amount_minor }));
  const owed_minor = -sumOf(provider);
  const held_minor = attestations.length === 0 ? undefined : sumOf(attestations);
  return { coin, owed_minor, own, outside, attestations, held_minor, state: stateOf(owed_minor, held_minor) };
}

function sumOf(amounts: readonly { readonly amount_minor: bigint }[]): bigint {
  return amounts.reduce((sum, { amount_minor }) => sum + amount_minor, 0n);
}

function stateOf(owed: bigint, held: bigint | undefined): Reserves['state'] {
  if (held === undefined) return owed > 0n ? 'unattested' : 'covered';
  return owed > held ? 'short' : 'covered';
}

/** Walks from each source to the next, so that it reads one row for each however many each has said. */
async function newestAttestations(db: Queryable): Promise<Attestation[]> {
  const { rows } = await db.query<Omit<Attestation, 'amount_minor' | 'entered_by'> & { amount: bigint; entered_by: bigint }>(
    `with recursive source as (
       (select coin, source from reserve_attestation order by coin, source limit 1)
       union all
       select next.coin, next.source from source cross join lateral (
         select a.coin, a.source from reserve_attestation a where (a.coin, a.source) > (source.coin, source.source) order by a.coin, a.source limit 1
       ) next
     )
     select a.attestation_id, a.coin, a.amount, a.source, a.as_of, a.remark, a.entered_by, staff.name as entered_name, a.created_at
     from source cross join lateral (
       select * from reserve_attestation a where a.coin = source.coin and a.source = source.source
       order by a.as_of desc, a.created_at desc, a.attestation_id desc limit 1
     ) a join staff on staff.staff_id = a.entered_by
     order by a.coin, a.source`,
  );
  return rows.map(({ amount, entered_by, ...rest }) => ({ ...rest, amount_minor: amount, entered_by: Number(entered_by) }));
}
