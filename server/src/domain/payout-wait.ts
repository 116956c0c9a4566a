import { USDT } from '@purser/contract/exchange';
import type {
  PayoutWait,
  PayoutWaitReason,
  SignedDoubt,
  SignerReason,
  SignerStanding,
  SignerTrouble,
  SigningPause,
} from '@purser/contract/features/payout-wait';
import type { Queryable } from '@purser/ledger/accounts';
import { COIN_DECIMALS, decimal } from './raw-amount.ts';
import type { NetworkKind } from './chain-address.ts';

/** Why payouts on chains wait, for staff: what the signer and the worker have noted, and what the database knows itself. Nothing is decided by it. */

/** The signer tells of itself every ten seconds, and waits for a minute at the most after a failure. */
const SILENT_AFTER_S = 180;

/** How the signer of a network stands. */
export interface SignerOn {
  readonly network: string;
  readonly kind: NetworkKind;
  readonly token_decimals: number;
  readonly paused: SigningPause | null;
  readonly told_at: Date | null;
  readonly is_silent: boolean;
  readonly trouble: SignerTrouble | null;
  readonly trouble_at: Date | null;
}

/** Of every network that the signer pays. The connection is of staff. */
export async function signersOn(db: Queryable): Promise<SignerOn[]> {
  const { rows } = await db.query<SignerOn>(
    `select network.network, network.kind, coin_network.token_decimals, case when not (network.is_on and coin_network.is_on) then 'switched_off' when cursor.halted <> '' then 'halted' end as paused,
       told.told_at, coalesce(told.told_at < now() - interval '${SILENT_AFTER_S} seconds', true) as is_silent, told.trouble, told.trouble_at
     from network join coin_network on coin_network.network = network.network and coin_network.coin = $1
     left join signer_told as told on told.network = network.network left join chain_cursor as cursor on cursor.network = network.network
     where network.network in (select network from chain_nonce where is_on and role || '' = 'hot')
     order by network.network`,
    [USDT],
  );
  return rows;
}

/** What is noted of one payout by the signer. */
export interface NotedWait {
  readonly owner_id: bigint;
  readonly serial_number: string;
  readonly reason: SignerReason;
  readonly missing: string | null;
  readonly until: Date | null;
  readonly since: Date;
}

/** What the worker has noted of what is signed. */
export interface NotedDoubt {
  readonly doubt: SignedDoubt;
  readonly doubt_at: Date;
}

/** Why a payout waits that nothing was signed for; null: it is the signer's next, or paid by hand. */
export function waitOfUnsigned(signer: SignerOn | undefined, noted: NotedWait | undefined): PayoutWait | null {
  if (!signer) return null;
  if (signer.paused !== null) return of(signer.paused, null);
  return troubleOf(signer) ?? (noted ? notedBy(signer, noted) : null);
}

/** The same of one that is signed; null: nodes and blocks take their time. */
export function waitOfSigned(
  signer: SignerOn | undefined,
  noted: NotedWait | undefined,
  { doubt, isInBlock }: { readonly doubt: NotedDoubt | null; readonly isInBlock: boolean },
): PayoutWait | null {
  if (doubt) return of(doubt.doubt, doubt.doubt_at);
  if (isInBlock || !signer) return null;
  return troubleOf(signer) ?? (noted ? notedBy(signer, noted) : null);
}

function troubleOf({ is_silent, told_at, trouble, trouble_at }: SignerOn): PayoutWait | null {
  if (is_silent) return of('signer_silent', told_at);
  return trouble === null ? null : of(trouble, trouble_at);
}

function notedBy({ kind, token_decimals }: SignerOn, { reason, missing, until, since }: NotedWait): PayoutWait {
  const places = reason === 'usdt_short' ? token_decimals : COIN_DECIMALS[kind];
  return { ...of(reason, since), missing: missing === null ? null : decimal(BigInt(missing), places), until: until?.toISOString() ?? null };
}

function of(reason: PayoutWaitReason, since: Date | null): PayoutWait {
  return { reason, since: since?.toISOString() ?? null, missing: null, until: null };
}

/** How the signer stands on each of its networks, with how many wait there and why. The connection is of staff and sees the system. */
export async function signerStandings(db: Queryable): Promise<SignerStanding[]> {
  const signers = await signersOn(db);
  const { rows } = await db.query<{ network: string; reason: PayoutWaitReason; count: bigint; since: Date | null }>(
    `select network, reason, count(*) as count, min(since) as since from payout_wait where network = any ($1::text[]) group by network, reason
     union all
     select network, doubt, count(distinct (sender, nonce)), min(doubt_at) from chain_tx
     where network = any ($1::text[]) and outcome is null and doubt is not null and kind in ('payout', 'return') group by network, doubt
     order by network, count desc, reason`,
    [signers.map(({ network }) => network)],
  );
  return signers.map(({ network, told_at, is_silent, paused, trouble, trouble_at }) => ({
    network,
    told_time: told_at?.toISOString() ?? null,
    is_silent,
    paused,
    trouble,
    trouble_time: trouble_at?.toISOString() ?? null,
    waits: rows
      .filter((row) => row.network === network)
      .map(({ reason, count, since }) => ({ reason, count: Number(count), since: since?.toISOString() ?? null })),
  }));
}
