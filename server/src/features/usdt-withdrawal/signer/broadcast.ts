import type { Hex } from 'ox/Hex';
import type { Logger } from 'pino';
import type { ChainProvider } from '../../../platform/chain/providers.ts';

/** A node has it already: from us before, or from another node. */
const KNOWN = /already known|already imported|known transaction|already in mempool|already exists/i;
/** The nonce is used: by this transaction, by another attempt, or by one that is none of ours. The receipt tells. */
const USED = /nonce too low|nonce is too low|old nonce/i;

/** Gives a transaction to all providers; whether at least one has it now, or has something mined in its place. */
export async function broadcast(providers: readonly ChainProvider[], raw: Hex, log: Logger): Promise<boolean> {
  const sent = await Promise.all(
    providers.map(async ({ name, client }) => {
      try {
        await client.sendRawTransaction({ serializedTransaction: raw });
        return true;
      } catch (error) {
        const said = wordsOf(error);
        if (KNOWN.test(said) || USED.test(said)) return true;
        log.warn({ provider: name, said }, 'a node did not take a transaction');
        return false;
      }
    }),
  );
  return sent.some(Boolean);
}

/** Everything that an error and its causes say. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const details = 'details' in error ? String(error.details) : '';
  return [error.message.split('\n')[0], details, error.cause ? wordsOf(error.cause) : ''].filter(Boolean).join('; ');
}
