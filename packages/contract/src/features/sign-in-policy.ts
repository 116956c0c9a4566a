import { z } from 'zod';
import { call } from '../call.ts';
import { empty } from '../fields.ts';
import { signInPolicy } from '../sign-in-policy.ts';

/** Grows with each change: what is changed is what was looked at. */
const revision = z.number().int().positive();
const kept = z.strictObject({ ...signInPolicy.shape, revision });

export const signInPolicyQuery = call({
  path: '/v1/operator/sign_in_policy/query',
  caller: 'staff',
  permission: 'system.read',
  summary: 'How people sign in: lengths of sessions, second factors of staff, passwords, attempts, and what is verified first',
  input: empty,
  output: kept,
});

export const signInPolicyChange = call({
  path: '/v1/operator/sign_in_policy/change',
  caller: 'staff',
  permission: 'system.change',
  write: true,
  confirm: 'google_code',
  summary: 'Changes how people sign in, on every node at once; open sessions become shorter with it, and not longer',
  input: z.strictObject({ revision, ...signInPolicy.shape }),
  output: kept,
  errors: ['sign_in_policy_changed', 'session_idle_too_long', 'staff_without_passkey'],
  fields: { staff_without_passkey: 'staff_factor' },
});
