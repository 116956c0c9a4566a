import type { Hex } from 'viem';
import type { ChainProvider } from '../../../platform/chain/providers.ts';
import type { CancelledLine, Journal, SignedLine } from '../signer/journal.ts';
import type { DigestSigner } from '../signer/keys.ts';

/** What a process that is killed does: from then on, nothing. */
export class Killed extends Error {}
export const MOMENTS = ['before its commit', 'after its commit, before it is sent', 'after it was sent'] as const;
type Moment = (typeof MOMENTS)[number];

/** What a signer is made of. */
interface Parts {
  readonly key: DigestSigner;
  readonly journal: Journal;
  readonly providers: readonly ChainProvider[];
}

/** The same of a signer that is killed at a moment of what it pays with this number, counted from zero. */
export function killedAt(parts: Parts, moment: Moment, number: number): Parts {
  let [signed, sent, isDead] = [0, 0, false];
  const die = (): never => {
    isDead = true;
    throw new Killed(moment);
  };
  const key: DigestSigner = { address: parts.key.address, sign: async (digest) => (isDead ? die() : parts.key.sign(digest)) };
  const journal = afterSigning(parts.journal, () => {
    if (moment === 'before its commit' && signed === number) die();
    signed += 1;
  });
  const providers = parts.providers.map((provider): ChainProvider => {
    const sendRawTransaction = async (given: { serializedTransaction: Hex }): Promise<Hex> => {
      if (isDead || (moment === 'after its commit, before it is sent' && sent === number)) die();
      const hash = await provider.client.sendRawTransaction(given);
      if (moment === 'after it was sent' && sent === number) die();
      sent += 1;
      return hash;
    };
    return { name: provider.name, client: Object.assign(Object.create(provider.client) as typeof provider.client, { sendRawTransaction }) };
  });
  return { key, journal, providers };
}

/** The same journal, with something done each time it has a signature: what is nearest to the commit, which the database has not made yet. */
export function afterSigning(journal: Journal, done: () => void | Promise<unknown>): Journal {
  return new Proxy(journal, {
    get: (target, name: keyof Journal) => {
      if (name !== 'sign' && name !== 'cancel') return target[name].bind(target);
      return async (line: SignedLine & CancelledLine) => {
        await target[name](line);
        await done();
      };
    },
  });
}

export function ignoreKill(error: unknown): void {
  if (!(error instanceof Killed)) throw error;
}
