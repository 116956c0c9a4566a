import { LAST_PROVIDER_OWNER_ID, PROVIDER_OWNER_ID } from '@purser/ledger/account';

/** The owners of the accounts that fees are in, for `shift`. */
export const FEES = `select generate_series(${PROVIDER_OWNER_ID}, ${LAST_PROVIDER_OWNER_ID})`;

/** The small provider that the corruptions are committed to: two merchants, two payers, all in USDP. */
export interface Forgeable {
  readonly alice: number;
  readonly bob: number;
  readonly payer: number;
  readonly otherPayer: number;
  /** Serial numbers of alice's transfers to bob, the oldest first. */
  readonly transfers: readonly string[];
  /** Serial numbers of alice's paid orders: two of the same amount by the two payers, and one with reward funds. */
  readonly paid: readonly string[];
  /** The last of these, of which a part was refunded, some of it as reward funds. */
  readonly refundedOrder: string;
  /** Serial number of an order that nobody has paid. */
  readonly open: string;
  /** Serial number of alice's withdrawal of 7.00 that waits for review: its money is held. Another one of 3.00 was approved, then reversed. */
  readonly waiting: string;
  /** The hold of that order. */
  readonly hold: string;
  /** An agent, and whom they referred. */
  readonly agent: number;
  readonly referred: number;
  /** Serial numbers of what orders of these earned the agent: one that was paid, and one that is due. */
  readonly commissions: { readonly paid: string; readonly due: string };
}

export interface Corruption {
  readonly what: string;
  readonly sql: (of: Forgeable) => string;
  /** The check that is there to find it; others may find it as well. */
  readonly check: string;
}

export const account = (owner: number, purpose = 'main') => `owner_id = ${owner} and coin = 'USDP' and purpose = '${purpose}'`;
export const first = (of: Forgeable) => of.transfers[0] as string;
export const last = (of: Forgeable) => of.transfers.at(-1) as string;

/** Changes what a posting did to one account's available funds, with everything that comes after it. */
export const shift = (owner: number | string, purpose: string, serial: string, by: number) => `
  update ledger.entry e set available_after = available_after + ${by},
    available_before = available_before + case when e.serial_number = '${serial}' then 0 else ${by} end
  from (select owner_id, coin, purpose, version from ledger.entry where serial_number = '${serial}' and purpose = '${purpose}' and owner_id in (${owner})) s
  where (e.owner_id, e.coin, e.purpose) = (s.owner_id, s.coin, s.purpose) and e.version >= s.version;
  update ledger.account a set available = available + ${by}
  from (select owner_id, coin, purpose from ledger.entry where serial_number = '${serial}' and purpose = '${purpose}' and owner_id in (${owner})) s
  where (a.owner_id, a.coin, a.purpose) = (s.owner_id, s.coin, s.purpose);`;

/** Sums the totals up again, as somebody would who wants no trace. */
export const SUM_UP = `truncate ledger.running_total, ledger.rollup; select ledger.roll_up(100, 1000, 1);`;

/** Takes the newest posting away, with its rows, and sets accounts and types back to what they were before it. */
export const REMOVE_NEWEST = (of: Forgeable) => `
  delete from merchant_transfer where serial_number = '${last(of)}';
  delete from ledger.posting where serial_number = '${last(of)}';
  delete from ledger.entry where serial_number = '${last(of)}';
  update ledger.account a set version = e.version, available = e.available_after, last_posted_at = e.posted_at, last_type = e.type,
    last_type_version = e.type_version
  from (select distinct on (owner_id, coin, purpose) * from ledger.entry order by owner_id, coin, purpose, version desc) e
  where (a.owner_id, a.coin, a.purpose) = (e.owner_id, e.coin, e.purpose);`;

export const FORGE_PAIR = (of: Forgeable) => `
  insert into ledger.posting (owner_id, posting_id, type, serial_number, content_mac, posted_at)
  values (${of.bob}, '01890000-0000-7000-8000-00000000f00d', 'refund', 'FORGED', sha256('forged'), (select max(posted_at) from ledger.posting));
  insert into ledger.entry (owner_id, coin, purpose, version, type_version, posting_owner_id, posting_id, type, serial_number, counterparty,
    available_before, available_after, frozen_before, frozen_after, pending_before, pending_after, charge, posted_at)
  select owner_id, coin, purpose, version + 1, 1, ${of.bob}, '01890000-0000-7000-8000-00000000f00d', 'refund', 'FORGED', other, available,
    available + change, 0, 0, 0, 0, 0, greatest(last_posted_at, (select max(posted_at) from ledger.posting))
  from ledger.account join (values (${of.alice}, 500, ${of.bob}), (${of.bob}, -500, ${of.alice})) as leg(owner_id, change, other) using (owner_id)
  where coin = 'USDP' and purpose = 'main';
  update ledger.account a set version = e.version, available = e.available_after, last_posted_at = e.posted_at, last_type = e.type, last_type_version = 1
  from ledger.entry e where e.serial_number = 'FORGED' and (a.owner_id, a.coin, a.purpose) = (e.owner_id, e.coin, e.purpose);`;

export const dated = (serial: string, by: string) => `
  update ledger.posting set posted_at = posted_at + interval '${by}' where serial_number = '${serial}';
  update ledger.entry set posted_at = posted_at + interval '${by}' where serial_number = '${serial}';`;
