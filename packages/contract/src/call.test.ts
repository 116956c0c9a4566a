import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { call } from './call.ts';
import { CALLS } from './calls.ts';
import { googleCode } from './fields.ts';

const declared = {
  path: '/v1/test/act',
  caller: 'merchant',
  summary: 'Acts',
  input: z.strictObject({ text: z.string() }),
  output: z.null(),
} as const;

describe('a declared call', () => {
  it('reads, by POST, in an envelope, and refuses nothing of its own unless it says so', () => {
    expect(call(declared)).toMatchObject({
      method: 'POST',
      write: false,
      keyed: false,
      confirm: undefined,
      answer: 'envelope',
      errors: [],
    });
  });

  it('that writes takes a key when its caller is known', () => {
    const keyed = (caller: Parameters<typeof call>[0]['caller'], rest = {}) => call({ ...declared, caller, write: true, ...rest }).keyed;
    expect([keyed('merchant'), keyed('access_key'), keyed('payer')]).toEqual([true, true, true]);
    expect(keyed('staff', { permission: 'system.change' })).toBe(true);
    expect([keyed('public'), keyed('payer_maybe'), keyed('merchant', { keyed: false })]).toEqual([false, false, false]);
    expect(call({ ...declared, write: true, keyed: false }).errors).toEqual(['outcome_unknown']);
  });

  it('of staff names a permission, and no other does', () => {
    expect(call({ ...declared, caller: 'staff', permission: 'party.read' }).permission).toBe('party.read');
    expect(() => call({ ...declared, caller: 'staff' })).toThrow('/v1/test/act: a call of staff names a permission');
    expect(() => call({ ...declared, permission: 'party.read' })).toThrow('and no other does');
  });

  it('that is confirmed has the code in its input and asks for nothing else', () => {
    const confirmed = call({ ...declared, write: true, confirm: 'google_code' });
    expect(confirmed.input.shape.google_code).toBe(googleCode);
    expect(confirmed.input.safeParse({ text: 'a', google_code: '123456' }).success).toBe(true);
    expect(confirmed.input.safeParse({ text: 'a' }).success).toBe(false);
    expect(confirmed.input.safeParse({ text: 'a', google_code: '12345' }).success).toBe(false);
    expect(confirmed.input.safeParse({ text: 'a', google_code: '123456', more: 1 }).success).toBe(false);
  });

  it('of staff that is confirmed takes a passkey in place of the code, and no other does', () => {
    const staff = { ...declared, caller: 'staff', permission: 'self.manage', write: true, confirm: 'google_code' } as const;
    const passkey = { id: 'AAAA', response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' } };
    expect(call(staff).input.safeParse({ text: 'a', google_code: passkey }).success).toBe(true);
    expect(call(staff).input.safeParse({ text: 'a', google_code: '123456' }).success).toBe(true);
    expect(call(staff).input.safeParse({ text: 'a', google_code: { ...passkey, more: 1 } }).success).toBe(false);
    expect(call(staff).errors).toContain('passkey_refused');
    const merchants = call({ ...declared, write: true, confirm: 'google_code' });
    expect(merchants.input.safeParse({ text: 'a', google_code: passkey }).success).toBe(false);
    expect(merchants.errors).not.toContain('passkey_refused');
  });

  it('says which field a refusal is about, and of the code itself', () => {
    const fields = { recipient_unknown: 'text' } as const;
    expect(call({ ...declared, write: true, fields }).fields).toEqual(fields);
    expect(call({ ...declared, write: true, confirm: 'google_code', fields }).fields).toEqual({
      ...fields,
      too_many_requests: 'google_code',
      wrong_google_code: 'google_code',
      google_code_used: 'google_code',
    });
  });

  it('lists its refusals in order of precedence: the key, its own, the code, then those of waiting', () => {
    const errors = ['maintenance', 'not_found'] as const;
    expect(call({ ...declared, write: true, confirm: 'google_code', batched: true, errors }).errors).toEqual([
      'maintenance',
      'idempotency_mismatch',
      'request_in_progress',
      'not_found',
      'too_many_requests',
      'wrong_google_code',
      'google_code_used',
      'busy',
      'too_late',
      'outcome_unknown',
    ]);
  });
});

describe('every call', () => {
  it('that takes an authenticator code of somebody who is signed in is declared as confirmed', () => {
    const asking = CALLS.filter(
      ({ caller, input }) => (caller === 'merchant' || caller === 'staff') && input instanceof z.ZodObject && 'google_code' in input.shape,
    );
    expect(asking.map(({ path, confirm }) => [path, confirm])).toEqual(asking.map(({ path }) => [path, 'google_code']));
    expect(asking.length).toBeGreaterThan(5);
  });

  it('names a field for a refusal that it has, and only fields that it has', () => {
    for (const { path, fields, errors, input } of CALLS) {
      expect(
        Object.keys(fields).filter((name) => !errors.some((error) => error === name)),
        path,
      ).toEqual([]);
      for (const field of Object.values(fields))
        expect(input instanceof z.ZodObject && field in input.shape, `${path} ${field}`).toBe(true);
    }
  });

  it('that writes takes an idempotency key, but for signing in and out and a visitor', () => {
    expect(CALLS.filter(({ write, keyed }) => write && !keyed).map(({ path }) => path)).toEqual([
      '/v1/merchant/auth/get_google_secret',
      '/v1/merchant/auth/login',
      '/v1/merchant/common/logout',
      '/v1/checkout/scan',
      '/v1/wallet/login',
      '/v1/wallet/logout',
      '/v1/wallet/register/code',
      '/v1/wallet/register',
      '/v1/wallet/recover/code',
      '/v1/wallet/recover',
      '/v1/wallet/passkey/login',
      '/v1/wallet/passkey/creation',
      '/v1/operator/auth/login',
      '/v1/operator/auth/set_up',
      '/v1/operator/logout',
      '/v1/merchant/auth/set_up',
    ]);
  });
});
