import { accessKeyUpdate } from '@purser/contract/features/access-key';
import { transferAdd } from '@purser/contract/features/transfer';
import { webhookEndpointAdd } from '@purser/contract/features/webhook';
import { expect, test } from 'vitest';
import { refusedField } from './refused-field.ts';

const refusal = (outcome: string, data: unknown = null) => ({ outcome, data, message: `told: ${outcome}` });

test('a refusal is told at the field that the contract names for it', () => {
  const fieldOf = (outcome: string) => refusedField(transferAdd, refusal(outcome))?.field;
  expect(fieldOf('recipient_suspended')).toBe('receipt_merchant_id');
  expect(fieldOf('market_not_enabled')).toBe('coin_name');
  expect(fieldOf('insufficient_balance')).toBe('amount');
  expect(fieldOf('wrong_google_code')).toBe('google_code');
  expect(refusedField(webhookEndpointAdd, refusal('webhook_address_refused'))).toEqual({
    field: 'address',
    text: 'told: webhook_address_refused',
  });
});

test('the answer knows better which field it is, and of a list which entry', () => {
  const data = { fields: [{ field: 'ip_permission.1', problem: 'office: IP format is incorrect' }] };
  expect(refusedField(accessKeyUpdate, refusal('ip_invalid', data))).toEqual({
    field: 'ip_permission',
    text: 'office: IP format is incorrect',
  });
});

test('what a validator says is not for people', () => {
  const data = { fields: [{ field: 'remark', problem: '<= 200' }] };
  expect(refusedField(transferAdd, refusal('invalid_input', data))).toEqual({ field: 'remark', text: 'told: invalid_input' });
});

test('a refusal of no field stays one', () => {
  expect(refusedField(transferAdd, refusal('busy'))).toBeUndefined();
  expect(refusedField(transferAdd, refusal('invalid_input'))).toBeUndefined();
  expect(refusedField(transferAdd, refusal('invalid_input', { fields: [{}] }))).toBeUndefined();
});
