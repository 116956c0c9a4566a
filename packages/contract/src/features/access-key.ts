import { z } from 'zod';
import { call } from '../call.ts';
import { empty, instant, nothing } from '../fields.ts';

/** The most API keys an account can have. */
export const ACCESS_KEY_LIMIT = 1;
export const MOST_PERMITTED_IPS = 50;

/** Addresses or CIDR ranges from which the key may be used; an empty list permits any. */
const permittedIps = z.array(z.string().min(1).max(64)).max(MOST_PERMITTED_IPS);
const keyId = z.string().min(1).max(64);

const accessKey = z.strictObject({
  access_key: keyId,
  ip_permission: permittedIps,
  create_time: instant,
  last_used_time: instant.nullable(),
});

export const accessKeyDetail = call({
  path: '/v1/merchant/access_key/detail',
  caller: 'merchant',
  summary: "The merchant's API key, without its secret",
  input: empty,
  output: z.strictObject({ list: z.array(accessKey), kyc_completed: z.boolean() }),
});

export const accessKeyAdd = call({
  path: '/v1/merchant/access_key/add',
  caller: 'merchant',
  write: true,
  confirm: 'google_code',
  summary: 'Creates the API key; its secret is in the first answer and never again, also not when the request is repeated',
  input: z.strictObject({ ip_permission: permittedIps.default([]) }),
  output: z.strictObject({
    ...accessKey.shape,
    /** Null in the answer to a repeated request: it was shown once. */
    secret: z.string().nullable(),
  }),
  errors: ['ip_invalid', 'kyc_required', 'access_key_limit'],
  fields: { ip_invalid: 'ip_permission' },
});

export const accessKeyUpdate = call({
  path: '/v1/merchant/access_key/update',
  caller: 'merchant',
  write: true,
  sets: true,
  confirm: 'google_code',
  summary: 'Changes from which addresses the key may be used',
  input: z.strictObject({ access_key: keyId, ip_permission: permittedIps }),
  output: accessKey,
  errors: ['ip_invalid', 'not_found'],
  fields: { ip_invalid: 'ip_permission' },
});

export const accessKeyDelete = call({
  path: '/v1/merchant/access_key/delete',
  caller: 'merchant',
  write: true,
  confirm: 'google_code',
  summary: 'Deletes the key; requests signed with it are refused from then on',
  input: z.strictObject({ access_key: keyId }),
  output: nothing,
  errors: ['not_found'],
});
