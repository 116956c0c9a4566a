import { randomBytes } from 'node:crypto';
import type { TestApp } from '../../../platform/testing/app.ts';
import type { TestMerchant } from '../../../platform/testing/parties.ts';

/** An access key put straight into the database, to sign requests with. It has long been there: withdrawals with a new one are looked at. */
export async function makeKey(app: TestApp, { merchant_id }: TestMerchant, ipPermission: readonly string[] = []) {
  const access_key = `pk_${merchant_id.toString(36)}_${randomBytes(10).toString('hex')}`;
  const secret = randomBytes(24).toString('base64url');
  await app.sql(
    `insert into access_key (merchant_id, access_key, secret, ip_permission, changed_at) values ($1, $2, $3, $4, now() - interval '30 days')`,
    [merchant_id, access_key, app.platform.secrets.seal('access-key', secret), ipPermission],
  );
  return { access_key, secret };
}
