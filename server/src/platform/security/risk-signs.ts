import { RISK_LASTS_H, RISK_REASONS, type RiskReason, type RiskSign } from '@purser/contract/risk';
import type { Queryable } from '@purser/ledger/accounts';
import { createHash } from 'node:crypto';
import type { Tx } from '../database/tx.ts';
import { noteKnownAddress } from './sign-in-limits.ts';

/** Whose withdrawal it is; of a merchant's system, with what it signed and from where. */
export interface Asking {
  readonly ownerId: number;
  readonly key?: { readonly accessKey: string; readonly ip: string };
}

const MOST_KNOWN_DEVICES = 50;
const DEVICE_BYTES = 16;

/** Notes what has just happened to an owner's access, in the transaction in which it happens. */
export async function noteRiskSign(tx: Tx, ownerId: number, sign: RiskSign): Promise<void> {
  await tx.query(
    `insert into risk_sign (owner_id, sign, noted_at) values ($1, $2, now())
     on conflict (owner_id, sign) do update set noted_at = excluded.noted_at`,
    [ownerId, sign],
  );
}

/** Notes from where and with what an owner has signed in, and whether either is new. The first ones are not: there was nothing before them. */
export async function noteSignInPlace(
  tx: Tx,
  ownerId: number,
  { ip, userAgent, memberId }: { readonly ip: string; readonly userAgent: string; readonly memberId?: number },
): Promise<void> {
  if (await noteKnownAddress(tx, ownerId, ip, memberId)) await noteNew(tx, ownerId, 'new_address', 'known_address');
  if (await noteKnownDevice(tx, ownerId, userAgent)) await noteNew(tx, ownerId, 'new_device', 'known_device');
}

/** What was known before may have been forgotten since: that there once was something stands in the sign itself. */
async function noteNew(
  tx: Tx,
  ownerId: number,
  sign: 'new_device' | 'new_address',
  known: 'known_device' | 'known_address',
): Promise<void> {
  const { rows } = await tx.query<{ noted_at: string }>(
    `select case when (select count(*) from (select from ${known} where owner_id = $1 limit 2) as one) > 1
       or exists (select from risk_sign where owner_id = $1 and sign = $2) then now() else '-infinity' end::text as noted_at`,
    [ownerId, sign],
  );
  await tx.query(
    `insert into risk_sign (owner_id, sign, noted_at) values ($1, $2, $3)
     on conflict (owner_id, sign) do update set noted_at = greatest(risk_sign.noted_at, excluded.noted_at)`,
    [ownerId, sign, rows[0]?.noted_at],
  );
}

/** Answers whether the device is new; of an account the newest ones are kept. */
async function noteKnownDevice(tx: Tx, ownerId: number, userAgent: string): Promise<boolean> {
  const { rows } = await tx.query<{ is_new: boolean }>(
    `insert into known_device (owner_id, device) values ($1, $2)
     on conflict (owner_id, device) do update set last_login_at = excluded.last_login_at returning xmax = 0 as is_new`,
    [ownerId, deviceOf(userAgent)],
  );
  await tx.query(
    `delete from known_device where owner_id = $1 and device in (
       select device from known_device where owner_id = $1 order by last_login_at desc offset ${MOST_KNOWN_DEVICES})`,
    [ownerId],
  );
  return rows[0]?.is_new === true;
}

/**
 * What a browser says of itself, less its versions: they change every few weeks on the same device. Anybody may say the same, so a device that is
 * known proves nothing; one that is not is a sign.
 */
function deviceOf(userAgent: string): Buffer {
  return createHash('sha256')
    .update(userAgent.replaceAll(/[\d._]+/g, ''))
    .digest()
    .subarray(0, DEVICE_BYTES);
}

/**
 * Why withdrawals that are asked for now should be looked at by a person, for each in the order in which they are asked about; none where nothing
 * speaks for it.
 */
export async function riskReasons(db: Queryable, asking: readonly Asking[]): Promise<RiskReason[][]> {
  const each = new Map(asking.map((one) => [textOf(one), one]));
  const asked = [...each.values()];
  const { rows } = await db.query<{ position: bigint; reason: RiskReason }>({
    name: 'risk-reasons',
    text: `
      with asked as (
        select *, clock_timestamp() - interval '${RISK_LASTS_H} hours' as since
        from unnest($1::bigint[], $2::text[], $3::inet[]) with ordinality as one (owner_id, access_key, ip, position)
      )
      select asked.position, sign.sign as reason
      from asked
      cross join lateral (select sign from risk_sign where risk_sign.owner_id = asked.owner_id and noted_at > asked.since) as sign
      union all
      select asked.position, found.reason
      from asked
      cross join lateral (
        select merchant_id, access_key, changed_at from access_key
        where access_key.merchant_id = asked.owner_id and access_key.access_key = asked.access_key group by merchant_id, access_key
      ) as key
      left join lateral (
        select first_used_at from access_key_address as used
        where used.merchant_id = key.merchant_id and used.access_key = key.access_key and used.ip = asked.ip
        group by merchant_id, access_key, ip
      ) as used on true
      cross join lateral (
        values ('key_changed', key.changed_at > asked.since), ('key_new_address', coalesce(used.first_used_at > asked.since, true))
      ) as found (reason, holds)
      where found.holds`,
    values: [asked.map(({ ownerId }) => ownerId), asked.map(({ key }) => key?.accessKey ?? null), asked.map(({ key }) => key?.ip ?? null)],
  });
  const found = new Map(
    [...each.keys()].map((text, index) => [
      text,
      new Set(rows.filter(({ position }) => Number(position) === index + 1).map(({ reason }) => reason)),
    ]),
  );
  return asking.map((one) => RISK_REASONS.filter((reason) => found.get(textOf(one))?.has(reason)));
}

function textOf({ ownerId, key }: Asking): string {
  return `${ownerId} ${key?.accessKey ?? ''} ${key?.ip ?? ''}`;
}
