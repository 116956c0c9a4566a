import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import {
  ACCESS_KEY_LIMIT,
  type accessKeyAdd,
  type accessKeyDelete,
  type accessKeyDetail,
  type accessKeyUpdate,
} from '@purser/contract/features/access-key';
import { randomBytes } from 'node:crypto';
import { answerOf, confirmedWrite } from '../../platform/commands/write.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, MerchantContext } from '../../platform/http/route.ts';
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
    const { merchantId } = context;
    // The key names its merchant, so that a signed request finds it without a search across owners.
    const accessKey = `pk_${merchantId.toString(36)}_${randomBytes(PUBLIC_ID_BYTES).toString('hex')}`;
    const secret = `sk_${randomBytes(SECRET_BYTES).toString('base64url')}`;
    const sealedSecret = this.#platform.secrets.seal('access-key', secret);
    const added = await confirmedWrite<AccessKey>(this.#platform, input, context, {
      act: async (tx) => {
        const permittedIps = normaliseIps(input.ip_permission, context.language);
        if (!(await kycCompleted(tx, merchantId))) throw refuse('kyc_required');
        if ((await listKeys(tx, merchantId)).length >= ACCESS_KEY_LIMIT) throw refuse('access_key_limit', { limit: ACCESS_KEY_LIMIT });
        return keyOf(await insertKey(tx, { merchantId, accessKey, sealedSecret, permittedIps }));
      },
      audit: ({ access_key, ip_permission }) => ({ action: 'access_key.add', details: { access_key, ip_permission } }),
      tells: ['access_key'],
    });
    return answerOf(added, (key, again) => ({ ...key, secret: again ? null : secret }));
  }

  update(input: ParsedInputOf<typeof accessKeyUpdate>, context: MerchantContext): Promise<AccessKey | Answer<AccessKey>> {
    return confirmedWrite<AccessKey>(this.#platform, input, context, {
      act: async (tx) => {
        const permittedIps = normaliseIps(input.ip_permission, context.language);
        const row = await updateKey(tx, context.merchantId, input.access_key, permittedIps);
        if (!row) throw refuse('not_found');
        return keyOf(row);
      },
      audit: ({ access_key, ip_permission }) => ({ action: 'access_key.update', details: { access_key, ip_permission } }),
      tells: ['access_key'],
    });
  }

  delete(input: ParsedInputOf<typeof accessKeyDelete>, context: MerchantContext): Promise<null | Answer<null>> {
    return confirmedWrite(this.#platform, input, context, {
      act: async (tx) => {
        if (!(await deleteKey(tx, context.merchantId, input.access_key))) throw refuse('not_found');
        return null;
      },
      audit: () => ({ action: 'access_key.delete', details: { access_key: input.access_key } }),
      tells: ['access_key'],
    });
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
