import { addressBytes } from '../../domain/chain-address.ts';
import type { ChainNetwork } from '../../domain/chain-network.ts';
import { isChain } from '../../platform/chain/providers.ts';
import { tokenTransfersIn, type TronInfo, type TronProvider, tronProvidersOf } from '../../platform/chain/tron-node.ts';
import { expiryOf, type TronTransfer, transferSigned } from '../../platform/chain/tron-transaction.ts';
import { judged, type MovedRaw, type Nonce, type Outcome, type Said, sumOf, type Witnesses } from './payout-witnesses.ts';
import { fateAt, type TronFate } from './tron-fate.ts';

/**
 * What becomes on TRON of what was signed: of what is solidified, where a receipt says SUCCESS and the token that it has moved the very amount. A payment of TRX
 * that is in a block was made: its receipt has nothing to say.
 */

/** The signer signs anew what has expired. What it has left for so long it will not: staff decide. A sweep and its gas are planned anew instead, at once. */
const LEFT_AFTER_MS = { payout: 1_800_000, return: 1_800_000, sweep: 0, fuel: 0 } as const;

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
      return { seen: said[0] && seenIn(said[0]), found: agreed(network, nonce, witnesses, said) };
    },
  };
}

function testimony({ node }: TronProvider, { attempts, kind }: Nonce): Promise<Testimony> {
  const fateOf = async ({ txid, raw }: Nonce['attempts'][number]) => {
    const fate = await fateAt(node, { txid, expiresMs: expiryOf(raw) });
    const isMade = kind === 'fuel' && fate.is === 'final' && fate.info.result === '';
    return { txid, fate: isMade ? { ...fate, info: { ...fate.info, result: 'SUCCESS' } } : fate };
  };
  return Promise.all(attempts.map(fateOf));
}

function seenIn(said: Testimony): Said['seen'] {
  for (const { txid, fate } of said) {
    if (fate.is === 'final') return { txid, block: fate.info.block };
    if (fate.is === 'seen' && fate.block !== undefined) return { txid, block: fate.block };
  }
  return undefined;
}

/** Another attempt is signed only when two nodes say that those before it can never pay: none of them may have paid beside it. */
function agreed(network: ChainNetwork, nonce: Nonce, witnesses: readonly Witness[], said: readonly Testimony[]): Said['found'] {
  const [first] = said;
  if (!first) return undefined;
  if (said.some((of) => of.filter(hasPaid).length > 1)) return { doubt: 'nodes_differ' };
  const final = said.flatMap((of) => of.find(hasPaid) ?? of.find(isFinal) ?? []);
  const [one] = final;
  if (!one) return leftOf(nonce, said);
  if (final.length < said.length) return undefined;
  if (
    !final.every(
      ({ txid, fate: { info } }) => txid === one.txid && info.block === one.fate.info.block && info.result === one.fate.info.result,
    )
  )
    return { doubt: 'nodes_differ' };
  if (witnesses.some(({ deep }) => one.fate.info.block > deep)) return undefined;
  if (one.fate.info.result === 'SUCCESS') {
    const raw = nonce.attempts.find(({ txid }) => txid === one.txid)?.raw;
    if (raw === undefined) return { doubt: 'nodes_differ' };
    const moved = final.map(({ fate: { info } }) => (nonce.kind === 'fuel' ? true : hasMoved(network, info, transferSigned(raw))));
    return judged(moved, { txid: one.txid, raw });
  }
  if (!said.every((of) => of.every(isDead))) return undefined;
  return first[0]?.txid === one.txid ? { outcome: 'reverted' } : leftOf(nonce, said);
}

type Told = Testimony[number];
type Final = Told & { readonly fate: Extract<TronFate, { is: 'final' }> };

const isFinal = (one: Told): one is Final => one.fate.is === 'final';
const hasPaid = (one: Told): one is Final => isFinal(one) && one.fate.info.result === 'SUCCESS';
const isDead = (one: Told): boolean => one.fate.is === 'gone' || (isFinal(one) && !hasPaid(one));

/** Whether all providers say that none of the attempts can pay any more, and the newest could not for long. */
function leftOf({ kind }: Nonce, said: readonly Testimony[]): Outcome | undefined {
  const newest = said.map(([one]) => one?.fate);
  const isLeft = said.every((of) => of.every(isDead)) && newest.every((fate) => fate?.is === 'gone' && fate.sinceMs > LEFT_AFTER_MS[kind]);
  return isLeft ? { outcome: 'expired' } : undefined;
}

/** Whether the network's token says that it has moved the very amount, else what it has moved: it may answer well and do nothing, or keep a part. */
function hasMoved(network: ChainNetwork, info: TronInfo, { token, sender, to, raw }: TronTransfer): true | MovedRaw {
  const its = addressBytes('tron', network.token);
  const ofSender = tokenTransfersIn(info, its).filter(({ from }) => from === sender);
  const arrived = ofSender.filter((one) => one.to === to);
  if (token === its && arrived.some((one) => one.raw === raw)) return true;
  return { left: sumOf(ofSender), arrived: sumOf(arrived) };
}
