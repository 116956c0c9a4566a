import { hostname } from 'node:os';
import type { OutputOf } from '@purser/contract/call';
import type { storageGet, storageTest } from '@purser/contract/features/storage';
import { keyedWrite } from '../../platform/commands/write.ts';
import type { Answer, StaffContext } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ThrottleRule } from '../../platform/security/throttle.ts';
import { tryStorage } from './try.ts';

type Tested = OutputOf<typeof storageTest>;

/** Each test writes to the storage. */
const TESTS: ThrottleRule = { scope: 'storage_test', most: 20, rememberedS: 600, window: true };
const LONGEST_TEST_MS = 10_000;

export async function storagePlace({ vault }: Pick<Platform, 'vault'>): Promise<OutputOf<typeof storageGet>> {
  const place = await vault.storage.place();
  return { ...place, host: place.kind === 'folder' ? hostname() : null };
}

/** The storage is asked before the transaction, which waits for no disk and no other server. */
export function testStorage(platform: Platform, context: StaffContext): Promise<Tested | Answer<Tested>> {
  const { log, operator, vault } = platform;
  return keyedWrite<Tested, Tested>(platform, context, {
    whose: 'provider',
    prepare: async () => {
      await operator.throttle.count([[TESTS, String(context.staffId)]]);
      return tryStorage(vault.storage, LONGEST_TEST_MS, (error) => log.warn({ err: error }, 'the test of the file storage failed'));
    },
    act: async (_tx, tested) => tested,
    audit: ({ problem }) => ({ action: 'storage.test', details: { problem } }),
  });
}
