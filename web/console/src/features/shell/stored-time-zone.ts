import type { OutputOf } from '@purser/contract/call';
import type { accountDetail } from '@purser/contract/features/account';
import { readStored } from '../../shared/storage.ts';

/** The account's zone as it was when the console was last open here: what is drawn before the account has come is drawn in it. */
export function storedTimeZone(): string | undefined {
  try {
    const account = JSON.parse(readStored('userInfo') ?? 'null') as Partial<OutputOf<typeof accountDetail>> | null;
    const zone: unknown = account?.own?.time_zone;
    return typeof zone === 'string' ? zone : undefined;
  } catch {
    return undefined;
  }
}
