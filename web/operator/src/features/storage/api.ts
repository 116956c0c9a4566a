import { keysOf } from '@purser/console-kit/act-key';
import { client } from '@purser/console-kit/client';
import { callQuery, refresh } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { storageGet, storageTest } from '@purser/contract/features/storage';

export const place = callQuery(storageGet, {}, ['system']);

export async function testStorage(): Promise<OutputOf<typeof storageTest>> {
  try {
    return await keysOf(storageTest).attempt('', (idempotencyKey) => client.request(storageTest, {}, { idempotencyKey }));
  } finally {
    refresh(['system']);
  }
}
