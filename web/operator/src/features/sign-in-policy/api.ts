import { callQuery } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { signInPolicyQuery } from '@purser/contract/features/sign-in-policy';
import { POLICY_BOUNDS, type PolicyNumber } from '@purser/contract/sign-in-policy';

export type KeptPolicy = OutputOf<typeof signInPolicyQuery>;

export const policy = callQuery(signInPolicyQuery, {}, ['system']);

/** The numbers of the policy, in the order of the page; those of sessions are pairs. */
export const SESSION_NUMBERS = [
  ['staff', 'staff_idle_min', 'staff_absolute_min'],
  ['merchant', 'merchant_idle_min', 'merchant_absolute_min'],
  ['user', 'user_idle_min', 'user_absolute_min'],
] as const;
export const OTHER_NUMBERS = ['attempts', 'staff_password_minimum'] as const;
export const NUMBERS = Object.keys(POLICY_BOUNDS) as PolicyNumber[];
