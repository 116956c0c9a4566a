import { makeParties, type LoadMerchant, type LoadUser } from '../../server/src/platform/testing/load-parties.ts';
import { SMALL_NOTIFICATION_QUEUE } from '../../server/src/platform/testing/notification-queue.ts';
import { freePort } from '../../server/src/platform/testing/programs.ts';
import { makeProduction, type Production } from '../support/production.ts';
import { Meter } from './meter.ts';

/** A small production under a steady load of payments. */
export interface World extends Production {
  readonly meter: Meter;
  readonly merchants: readonly LoadMerchant[];
  readonly users: readonly LoadUser[];
}

export async function startWorld(): Promise<World> {
  const production = await makeProduction(await freePort(), { databaseSettings: SMALL_NOTIFICATION_QUEUE });
  const { platform, owner, programs } = production;
  const meter = new Meter(platform);
  const close = async () => {
    await meter.stop();
    await production.close();
  };
  try {
    const parties = await makeParties(platform, owner, { merchants: 3, users: 6, webhook: undefined });
    await programs.startPrograms();
    meter.start(programs.apis, parties.merchants, parties.users);
    return { ...production, meter, ...parties, close };
  } catch (error) {
    await close();
    throw error;
  }
}
