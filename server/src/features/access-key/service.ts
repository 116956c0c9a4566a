import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import {
  ACCESS_KEY_LIMIT,
  type accessKeyAdd,
  type accessKeyDelete,
  type accessKeyDetail,
  type accessKeyUpdate,
} from '@purser/contract/features/access-key';
import { randomBytes } from 'node:crypto';
import { audit } from '../../platform/proof/audit.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { announce } from '../../platform/streams/hub.ts';
import { write } from '../../platform/commands/idempotency.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { Answer, type MerchantContext } from '../../platform/http/route.ts';
import { takeGoogleCode } from '../../platform/security/totp.ts';
import { normaliseIps } from './permitted-ips.ts';
import { type AccessKeyRow, deleteKey, insertKey, kycCompleted, listKeys, updateKey } from './queries.ts';

type Detail = OutputOf<typeof accessKeyDetail>;
type AccessKey = Detail['list'][number];
type NewAccessKey = OutputOf<typeof accessKeyAdd>;

const PUBLIC_ID_BYTES = 12;
const SECRET_BYTES = 32;

export class AccessKeys {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  async detail(merchantId: number): Promise<Detail> {
    return this.#platform.db.scoped(merchantId, async (tx) => ({
      list: (await listKeys(tx, merchantId)).map(keyOf),
      kyc_completed: await kycCompleted(tx, merchantId),
    }));
  }

  async add(input: ParsedInputOf<typeof accessKeyAdd>, context: MerchantContext): Promise<NewAccessKey | Answer<NewAccessKey>> {
    const { db, secrets } = this.#platform;
    const { merchantId } = context;
    const permittedIps = normaliseIps(input.ip_permission, context.language);
    // The key names its merchant, so that a signed request finds it without a search across owners.
    const accessKey = `pk_${merchantId.toString(36)}_${randomBytes(PUBLIC_ID_BYTES).toString('hex')}`;
    const secret = `sk_${randomBytes(SECRET_BYTES).toString('base64url')}`;
    const sealedSecret = secrets.seal('access-key', secret);
    const added = await write<NewAccessKey>(db, merchantId, context, async (tx) => {
      // Taking the code locks the merchant's row: of two that add at once, the second sees the first one's key.
      await takeGoogleCode(tx, this.#platform, context, input.google_code);
      if (!(await kycCompleted(tx, merchantId))) throw refuse('kyc_required');
      if ((await listKeys(tx, merchantId)).length >= ACCESS_KEY_LIMIT) throw refuse('access_key_limit', { limit: ACCESS_KEY_LIMIT });
      const row = await insertKey(tx, { merchantId, accessKey, sealedSecret, permittedIps });
      await this.#note(tx, context, 'access_key.add', { access_key: accessKey, ip_permission: permittedIps });
      // The first answer is kept for replays: the secret is no part of it, not even sealed.
      return { ...keyOf(row), secret: null };
    });
    return added instanceof Answer ? new Answer(added.outcome, { ...added.data, secret: null }) : { ...added, secret };
  }

  async update(input: ParsedInputOf<typeof accessKeyUpdate>, context: MerchantContext): Promise<AccessKey | Answer<AccessKey>> {
    const { merchantId } = context;
    const permittedIps = normaliseIps(input.ip_permission, context.language);
    return write(this.#platform.db, merchantId, context, async (tx) => {
      await takeGoogleCode(tx, this.#platform, context, input.google_code);
      const row = await updateKey(tx, merchantId, input.access_key, permittedIps);
      if (!row) throw refuse('not_found');
      await this.#note(tx, context, 'access_key.update', { access_key: row.access_key, ip_permission: permittedIps });
      return keyOf(row);
    });
  }

  async delete(input: ParsedInputOf<typeof accessKeyDelete>, context: MerchantContext): Promise<null | Answer<null>> {
    const { merchantId } = context;
    return write(this.#platform.db, merchantId, context, async (tx) => {
      await takeGoogleCode(tx, this.#platform, context, input.google_code);
      if (!(await deleteKey(tx, merchantId, input.access_key))) throw refuse('not_found');
      await this.#note(tx, context, 'access_key.delete', { access_key: input.access_key });
      return null;
    });
  }

  async #note(tx: Tx, { merchantId, ip }: MerchantContext, action: string, details: Readonly<Record<string, unknown>>): Promise<void> {
    await audit(tx, this.#platform.secrets, {
      ownerId: merchantId,
      actorKind: 'merchant',
      actor: String(merchantId),
      action,
      details,
      ip,
    });
    await announce(tx, { merchants: [[merchantId, ['access_key']]] });
  }
}

function keyOf(row: AccessKeyRow): AccessKey {
  return {
    access_key: row.access_key,
    ip_permission: row.ip_permission,
    create_time: row.created_at.toISOString(),
    last_used_time: row.last_used_at?.toISOString() ?? null,
  };
}
