import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { LONGEST_NONCE, SIGNATURE_HEADERS, SIGNATURE_WINDOW_S, textToSign } from '@purser/contract/signature';
import { addressHolder, isWithin } from '../http/client-address.ts';
import type { DatabaseClock } from '../database/clock.ts';
import { coalesce } from '../commands/coalesce.ts';
import { askedRows } from '../database/asked-rows.ts';
import type { Database } from '../database/database.ts';
import { refuse } from '../http/refusal.ts';
import type { Secrets } from './secrets.ts';

/** A merchant's system whose signature was found right. */
export interface SignedCaller {
  readonly merchantId: number;
  readonly accessKey: string;
  /** Whom it came from: an IPv4 address, or an IPv6 network. */
  readonly ip: string;
  /** Must be noted before the request has any effect: see `noteNonce`. */
  readonly nonce: string;
}

/** What a signed request says of itself before its body. */
interface RequestHead {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly ip: string;
}

/** What the signature covers beside the headers. */
interface SignedContent {
  readonly method: string;
  readonly url: string;
  readonly body: Buffer;
}

/** A request whose key, address and time are in order and whose signature is still to be checked. */
export interface ClaimedCaller extends SignedCaller {
  readonly timestamp: string;
  readonly signature: string;
  readonly key: StoredKey;
}

interface StoredKey {
  readonly secret: Buffer;
  readonly ip_permission: readonly string[];
  readonly use_to_be_noted: boolean;
  readonly merchant_status: 'normal' | 'suspended';
}

/** An access key names its merchant, so that it is found without a search across owners. */
const ACCESS_KEY = /^pk_([0-9a-z]{1,11})_[0-9a-zA-Z]{16,32}$/;

function merchantIdOfAccessKey(accessKey: string): number | undefined {
  const owner = ACCESS_KEY.exec(accessKey)?.[1];
  return owner === undefined ? undefined : Number.parseInt(owner, 36);
}

/** How long after the window a nonce is kept: both clocks may be off in either direction. */
const NONCE_KEPT_S = 2 * SIGNATURE_WINDOW_S + 60;
/** That a key was used from an address is noted at most once in this time, so that a busy key does not write with every request. */
const USE_NOTED_EVERY_S = 60;

const SIGNATURE = /^[0-9a-f]{64}$/i;

/** Checks signed requests, in the order of precedence that the integrators' documentation gives. */
export class SignedRequests {
  readonly #secrets: Secrets;
  readonly #clock: DatabaseClock;
  readonly #findKey: (use: KeyUse) => Promise<StoredKey | undefined>;
  readonly #noteNonce: (caller: SignedCaller) => Promise<boolean>;
  readonly #noteUse: (use: KeyUse) => Promise<void>;

  constructor(db: Database, secrets: Secrets, clock: DatabaseClock) {
    this.#secrets = secrets;
    this.#clock = clock;
    this.#findKey = coalesce({ name: 'access_keys', underWay: db.underWay }, (uses) => findKeys(db, uses));
    this.#noteNonce = coalesce({ name: 'nonces', underWay: db.underWay }, (callers) => noteNonces(db.system, callers));
    this.#noteUse = coalesce({ name: 'key_uses', underWay: db.underWay }, (uses) => noteUses(db, uses));
  }

  /** All that can be known before the body is read: the key, the address it may be used from, the time. */
  async identify({ headers, ip: from }: RequestHead): Promise<ClaimedCaller> {
    const [accessKey, timestamp, nonce, signature] = (['key', 'timestamp', 'nonce', 'signature'] as const).map((part) => {
      const value = headers[SIGNATURE_HEADERS[part]];
      if (typeof value !== 'string' || value === '') throw refuse('signature_missing', { header: SIGNATURE_HEADERS[part] });
      return value;
    }) as [string, string, string, string];

    const merchantId = merchantIdOfAccessKey(accessKey);
    const ip = addressHolder(from);
    const key = merchantId === undefined ? undefined : await this.#findKey({ accessKey, ip });
    if (!key || merchantId === undefined) throw refuse('access_key_unknown');
    if (!ipPermitted(key.ip_permission, from)) throw refuse('key_ip_refused', { ip: from });
    const now = this.#clock.nowMs() / 1000;
    if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > SIGNATURE_WINDOW_S) {
      throw refuse('timestamp_out_of_window', { seconds: SIGNATURE_WINDOW_S, now: Math.floor(now) });
    }
    if (nonce.length > LONGEST_NONCE) throw refuse('signature_missing', { header: SIGNATURE_HEADERS.nonce });
    return { merchantId, accessKey, ip, nonce, timestamp, signature, key };
  }

  /** Checks the signature over the body as sent, before anybody makes sense of it. */
  async verify(claimed: ClaimedCaller, { method, url, body }: SignedContent): Promise<SignedCaller> {
    const { merchantId, accessKey, ip, nonce, timestamp, signature, key } = claimed;
    const [path, query] = splitUrl(url);
    const bodyHash = createHash('sha256').update(body).digest('hex');
    const text = textToSign({ method, path, query, bodyHash, timestamp, nonce });
    const expected = createHmac('sha256', this.#secrets.open('access-key', key.secret)).update(text).digest();
    // Decoding stops without a word at what is no hexadecimal digit.
    const given = Buffer.from(SIGNATURE.test(signature) ? signature : '', 'hex');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      // What was to be signed is no secret: it is the request as it arrived here, after whatever a proxy has changed.
      throw refuse('signature_wrong', {}, { text_to_sign: text });
    }
    // Only whoever signed rightly is told. Nothing is done for a suspended merchant, not even reading.
    if (key.merchant_status === 'suspended') throw refuse('merchant_suspended');
    if (key.use_to_be_noted) await this.#noteUse({ accessKey, ip });
    return { merchantId, accessKey, ip, nonce };
  }

  /** Notes the nonce; refuses one that was noted before. */
  async useNonce(caller: SignedCaller): Promise<void> {
    if (!(await this.#noteNonce(caller))) throw refuse('nonce_replayed');
  }
}

/** A URL's path, and its query as sent: a query may hold question marks of its own. */
function splitUrl(url: string): [path: string, query: string] {
  const mark = url.indexOf('?');
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
}

/** Whether an address lies within a list of addresses and CIDR ranges; an empty list permits any. */
export function ipPermitted(permitted: readonly string[], ip: string): boolean {
  return permitted.length === 0 || isWithin(permitted, ip);
}

/** A key, and whom a request signed with it came from. */
interface KeyUse {
  readonly accessKey: string;
  readonly ip: string;
}

async function findKeys(db: Database, uses: readonly KeyUse[]): Promise<(StoredKey | undefined)[]> {
  const { rows } = await db.system.query<StoredKey & { position: bigint }>({
    name: 'find-access-keys',
    text: `
      select asked.position, access_key.secret, access_key.ip_permission, merchant.status as merchant_status,
             coalesce(least(access_key.last_used_at, used.last_used_at) < now() - make_interval(secs => ${USE_NOTED_EVERY_S}), true)
               or used.last_used_at is null as use_to_be_noted
      from ${askedRows('bigint', 'text', 'inet')} as asked (merchant_id, access_key, ip, position)
      -- Grouped by its key, each look-up is a step down the primary key, whatever the planner believes of the table's size.
      cross join lateral (
        select * from access_key where access_key.merchant_id = asked.merchant_id and access_key.access_key = asked.access_key
        group by merchant_id, access_key
      ) as access_key
      cross join lateral (select status from merchant where merchant.merchant_id = access_key.merchant_id group by merchant_id) as merchant
      left join lateral (
        select last_used_at from access_key_address as used
        where used.merchant_id = access_key.merchant_id and used.access_key = access_key.access_key and used.ip = asked.ip
        group by merchant_id, access_key, ip
      ) as used on true`,
    values: valuesOf(uses),
  });
  const found: (StoredKey | undefined)[] = uses.map(() => undefined);
  for (const row of rows) found[Number(row.position) - 1] = row;
  return found;
}

/** Addresses of one key that are remembered; the newest are kept. */
const MOST_ADDRESSES_OF_KEY = 200;

async function noteUses(db: Database, uses: readonly KeyUse[]): Promise<void[]> {
  if (await db.isDistributed()) return Promise.all(uses.map((use) => noteUseOnNode(db, use)));
  // In key order, so that two processes that note the same keys cannot wait for each other.
  const { rows } = await db.system.query<{ is_new: boolean }>(
    `with used as (
       select key.*, asked.ip
       from (select distinct * from unnest($1::bigint[], $2::text[], $3::inet[]) as one (merchant_id, access_key, ip) order by 1, 2, 3) as asked
       -- The limit keeps it a step down the primary key.
       cross join lateral (
         select merchant_id, access_key, ctid as place from access_key
         where access_key.merchant_id = asked.merchant_id and access_key.access_key = asked.access_key limit 1
         for no key update skip locked
       ) as key
     ), noted as (
       -- They are locked, so they stay where they are.
       update access_key set last_used_at = now() where ctid = any (array(select place from used))
     )
     insert into access_key_address (merchant_id, access_key, ip, first_used_at)
     select merchant_id, access_key, ip, case when exists (
       select from access_key_address as before where before.merchant_id = used.merchant_id and before.access_key = used.access_key
     ) then now() else '-infinity' end
     from used
     on conflict (merchant_id, access_key, ip) do update set last_used_at = now()
     returning xmax = 0 as is_new`,
    valuesOf(uses),
  );
  if (rows.some(({ is_new }) => is_new)) await forgetOldAddresses(db, uses);
  return uses.map(() => undefined);
}

/** The same where tables are distributed: one by one, so that none waits while it holds another. */
async function noteUseOnNode(db: Database, { accessKey, ip }: KeyUse): Promise<void> {
  const key = [merchantIdOfAccessKey(accessKey), accessKey];
  await db.system.query('update access_key set last_used_at = now() where merchant_id = $1 and access_key = $2', key);
  const { rowCount: before } = await db.system.query(
    'select from access_key_address where merchant_id = $1 and access_key = $2 limit 1',
    key,
  );
  await db.system.query(
    `insert into access_key_address (merchant_id, access_key, ip, first_used_at, last_used_at)
     values ($1, $2, $3, $4::timestamptz, now()) on conflict (merchant_id, access_key, ip) do update set last_used_at = excluded.last_used_at`,
    [...key, ip, before ? 'now' : '-infinity'],
  );
  await db.system.query(
    `delete from access_key_address where merchant_id = $1 and access_key = $2 and ip in (
       select ip from access_key_address where merchant_id = $1 and access_key = $2 order by last_used_at desc offset ${MOST_ADDRESSES_OF_KEY})`,
    key,
  );
}

async function forgetOldAddresses(db: Database, uses: readonly KeyUse[]): Promise<void> {
  const [merchantIds, accessKeys] = valuesOf(uses);
  await db.system.query(
    `delete from access_key_address as old using (
       select used.merchant_id, used.access_key, used.ip
       from (select distinct * from unnest($1::bigint[], $2::text[]) as one (merchant_id, access_key)) as asked
       cross join lateral (
         select * from access_key_address as used where used.merchant_id = asked.merchant_id and used.access_key = asked.access_key
         order by last_used_at desc offset ${MOST_ADDRESSES_OF_KEY}
       ) as used
     ) as over
     where (old.merchant_id, old.access_key, old.ip) = (over.merchant_id, over.access_key, over.ip)`,
    [merchantIds, accessKeys],
  );
}

function valuesOf(uses: readonly KeyUse[]): [unknown, unknown, unknown] {
  return [uses.map(({ accessKey }) => merchantIdOfAccessKey(accessKey)), uses.map(({ accessKey }) => accessKey), uses.map(({ ip }) => ip)];
}

/**
 * Notes nonces set-wise; false for each one that was noted before, also earlier in the same list.
 *
 * @param client a pool, or the transaction of a hot call's batch
 */
export async function noteNonces(
  client: { query: (config: { name: string; text: string; values: unknown[] }) => Promise<{ rows: unknown[] }> },
  callers: readonly SignedCaller[],
): Promise<boolean[]> {
  const { rows } = await client.query({
    name: 'note-nonces',
    text: `
      insert into api_nonce (merchant_id, nonce, forget_at)
      select merchant_id, nonce, now() + make_interval(secs => ${NONCE_KEPT_S})
      from (select distinct * from unnest($1::bigint[], $2::text[]) as asked (merchant_id, nonce)) as asked
      order by merchant_id, nonce
      on conflict do nothing
      returning merchant_id, nonce`,
    values: [callers.map(({ merchantId }) => merchantId), callers.map(({ nonce }) => nonce)],
  });
  const fresh = new Set((rows as { merchant_id: bigint; nonce: string }[]).map((row) => `${row.merchant_id} ${row.nonce}`));
  // Deleting as it is claimed gives a nonce that stands twice in the list to its first request only.
  return callers.map(({ merchantId, nonce }) => fresh.delete(`${merchantId} ${nonce}`));
}
