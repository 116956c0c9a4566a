import { z } from 'zod';
import { call } from '../call.ts';
import { empty } from '../fields.ts';

/** Where files lie: in a folder of the machine, or in a bucket of a server that speaks S3. */
export const STORAGE_KINDS = ['folder', 'bucket'] as const;

/**
 * What a test of the storage found wrong: at which step it failed (`write`, `read`, `remove`), that other bytes came back than were written
 * (`different`), or that it took longer than a test may (`too_slow`). What a server said stands in the log.
 */
export const STORAGE_PROBLEMS = ['write', 'read', 'different', 'remove', 'too_slow'] as const;

const whole = z.number().int();

export const storageGet = call({
  path: '/v1/operator/storage/get',
  caller: 'staff',
  permission: 'system.read',
  summary: 'Where files are kept, without keys: a folder with the space that is left there, or a bucket',
  input: empty,
  output: z.strictObject({
    kind: z.enum(STORAGE_KINDS),
    /** The folder, or the address of the bucket. */
    place: z.string(),
    /** The machine that has answered; its folder is meant. Null for a bucket. */
    host: z.string().nullable(),
    /** Bytes that the disk of the folder has left and has in all; null for a bucket, and where the system does not tell. */
    free_bytes: whole.nullable(),
    total_bytes: whole.nullable(),
  }),
});

export const storageTest = call({
  path: '/v1/operator/storage/test',
  caller: 'staff',
  permission: 'system.change',
  write: true,
  summary: 'Writes a small object, reads it back and removes it, within seconds, and says how that went',
  input: empty,
  output: z.strictObject({
    /** Null when everything went well. */
    problem: z.enum(STORAGE_PROBLEMS).nullable(),
    duration_ms: whole,
  }),
  errors: ['too_many_requests'],
});
