import { z } from 'zod';
import { call } from '../call.ts';
import { empty } from '../fields.ts';
import { promises } from '../promised-time.ts';

/** Grows with each change: what is changed is what was looked at. */
const revision = z.number().int().positive();
const kept = z.strictObject({ revision, ...promises.shape });

export const promisedTimeQuery = call({
  path: '/v1/operator/promised_time/query',
  caller: 'staff',
  permission: 'system.read',
  summary: 'Within how many hours each kind of what waits for staff is promised to be dealt with',
  input: empty,
  output: kept,
});

export const promisedTimeChange = call({
  path: '/v1/operator/promised_time/change',
  caller: 'staff',
  permission: 'system.change',
  write: true,
  confirm: 'google_code',
  summary: 'Sets within how many hours each kind of what waits is promised to be dealt with',
  input: kept,
  output: kept,
  errors: ['promised_time_changed'],
});
