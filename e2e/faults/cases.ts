import { apiIsFrozen, connectionsAreCut, connectionsAreSwallowed, cutAtCommit } from './connections.ts';
import { databaseIsReadOnly, isolationIsSerializable, listenerIsFrozen, snapshotIsHeld } from './database.ts';
import { accountIsLocked, poolIsExhausted } from './locks.ts';
import { sameKeyAtTwoApis } from './same-key.ts';
import { wallClocksAreWrong } from './clocks.ts';
import { workerIsFrozen } from './worker.ts';
import type { Seen } from './seen.ts';
import type { World } from './world.ts';

export interface FaultCase {
  readonly name: string;
  /** The telling ones run with every test, the others on demand. */
  readonly short: boolean;
  readonly run: (world: World) => Promise<Seen>;
}

export const CASES: readonly FaultCase[] = [
  { name: 'an api frozen inside a batch, 8 s', short: true, run: apiIsFrozen },
  { name: "a row lock on one merchant's account, 8 s", short: true, run: accountIsLocked },
  { name: "an api's connections swallowed", short: true, run: connectionsAreSwallowed },
  { name: 'the same key at two apis', short: true, run: sameKeyAtTwoApis },
  { name: 'connections cut', short: false, run: connectionsAreCut },
  { name: 'cut before COMMIT', short: false, run: (world) => cutAtCommit(world, 'before') },
  { name: 'cut after COMMIT', short: false, run: (world) => cutAtCommit(world, 'after') },
  { name: 'a database that is only read', short: true, run: databaseIsReadOnly },
  { name: 'default isolation serializable', short: false, run: isolationIsSerializable },
  { name: 'every connection of a pool taken', short: false, run: poolIsExhausted },
  { name: 'a frozen listener', short: false, run: listenerIsFrozen },
  { name: 'a snapshot held while fees are paid', short: false, run: snapshotIsHeld },
  { name: 'a worker frozen, then behind', short: false, run: workerIsFrozen },
  { name: 'wall clocks 120 s apart', short: false, run: wallClocksAreWrong },
];
