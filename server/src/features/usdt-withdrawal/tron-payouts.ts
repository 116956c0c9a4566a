import { addressBytes } from '../../domain/chain-address.ts';
import type { ChainNetwork } from '../../domain/chain-network.ts';
import { isChain } from '../../platform/chain/providers.ts';
import { type TronInfo, type TronProvider, tronProvidersOf } from '../../platform/chain/tron-node.ts';
import { type TronTransfer, transferSigned } from '../../platform/chain/tron-transaction.ts';
import type { Nonce, Outcome, Said, Witnesses } from './payout-witnesses.ts';
import { fateAt, type TronFate } from './tron-fate.ts';

/** What becomes of payouts on TRON: of what is solidified, where a receipt says SUCCESS and the token that it has moved the very amount. */

/** Transfer(address,address,uint256) */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** The signer signs anew what has expired. What it has left for so long it will not: staff decide. */
const LEFT_AFTER_MS = 1_800_000;

type Hex = `0x${string}`;
/** What one provider says of each attempt, the newest first. */
type Testimony = readonly { readonly txid: Hex; readonly fate: TronFate }[];
interface Witness {
  readonly provider: TronProvider;
  /** The highest block that has as many confirmations as the network asks for. */
  readonly deep: bigint;
}

/** The providers of a network of TRON that answer now. */
export async function tronWitnesses(network: ChainNetwork): Promise<Witnesses> {
  const asked = await Promise.allSettled(
    tronProvidersOf(network.endpoints).map(async (provider): Promise<Witness | undefined> => {
      if (!(await isChain(provider, network))) return undefined;
      const { number } = await provider.node.newest('wallet');
      return { provider, deep: number - BigInt(network.confirmations - 1) };
    }),
  );
  const witnesses = asked.flatMap((answer) => (answer.status === 'fulfilled' && answer.value ? [answer.value] : []));
  return {
    count: witnesses.length,
    asked: async (nonce) => {
      const said = await Promise.all(witnesses.map(({ provider }) => testimony(provider, nonce)));
      return { seen: said[0] && seenIn(said[0]), outcome: agreed(network, nonce, witnesses, said) };
    },
  };
}

function testimony({ node }: TronProvider, { attempts }: Nonce): Promise<Testimony> {
  const fateOf = async ({ txid, raw }: Nonce['attempts'][number]) => ({
    txid,
    fate: await fateAt(node, { txid, expiresMs: transferSigned(raw).expiresMs }),
  });
  return Promise.all(attempts.map(fateOf));
}

function seenIn(said: Testimony): Said['seen'] {
  for (const { txid, fate } of said) {
    if (fate.is === 'final') return { txid, block: fate.info.block };
    if (fate.is === 'seen' && fate.block !== undefined) return { txid, block: fate.block };
  }
  return undefined;
}

function agreed(network: ChainNetwork, { attempts }: Nonce, witnesses: readonly Witness[], said: readonly Testimony[]): Said['outcome'] {
  const finals = said.map((of) => of.flatMap(({ txid, fate }) => (fate.is === 'final' ? [{ txid, info: fate.info }] : [])));
  const [first] = finals;
  if (!first) return undefined;
  // The newest of them was signed because the others can be in no block.
  if (finals.some(({ length }) => length > 1)) return 'unlike';
  if (finals.every(({ length }) => length === 0)) return isLeft(said) ? { outcome: 'expired' } : undefined;
  const [one] = first;
  if (!one || !finals.every((of) => of.length === 1)) return undefined;
  if (!finals.every(([other]) => other?.txid === one.txid && other.info.block === one.info.block && other.info.result === one.info.result))
    return 'unlike';
  if (witnesses.some(({ deep }) => one.info.block > deep)) return undefined;
  if (one.info.result !== 'SUCCESS') return { outcome: 'reverted' };
  const raw = attempts.find(({ txid }) => txid === one.txid)?.raw;
  const asked = raw && transferSigned(raw);
  const isPaid = asked?.token === addressBytes('tron', network.token) && finals.every(([other]) => other && hasMoved(other.info, asked));
  return raw && isPaid ? ({ outcome: 'paid', txid: one.txid, raw } satisfies Outcome) : 'unlike';
}

/** Whether all providers say that none of the attempts can be in a block, and the newest could not for long. */
function isLeft(said: readonly Testimony[]): boolean {
  const fates = said.flatMap((of) => of.map(({ fate }) => fate));
  const newest = said.map(([one]) => one?.fate);
  return fates.every(({ is }) => is === 'gone') && newest.every((fate) => fate?.is === 'gone' && fate.sinceMs > LEFT_AFTER_MS);
}

/** Whether the token says that it has moved the very amount: it may answer well and do nothing, or keep a part. */
function hasMoved({ logs }: TronInfo, { token, sender, to, raw }: TronTransfer): boolean {
  const word = (address: Hex) => `0x${address.slice(2).padStart(64, '0')}`;
  return logs.some(
    ({ address, topics, data }) =>
      address === token && topics[0] === TRANSFER && topics[1] === word(sender) && topics[2] === word(to) && BigInt(data) === raw,
  );
}
