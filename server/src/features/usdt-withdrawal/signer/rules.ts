import { USDT, USDT_DECIMALS } from '@purser/contract/exchange';
import type { Logger } from 'pino';
import type { ChainProvider } from '../../../platform/chain/providers.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Lasting } from '../../../platform/observe/lasting.ts';
import type { Journal } from './journal.ts';
import { beyondPolicy, type NetworkPolicy } from './policy.ts';
import { addressesSince, type Approved } from './queue.ts';
import { returnOf } from './return-number.ts';
import { NoNode, NotNow } from './waits.ts';

/** What holds for signing on every kind of network. */

/** Addresses are read again from so long before the newest that was read: a transaction may commit later than another that began after it. */
const OVERLAP_MS = 600_000;

interface Rules {
  readonly network: string;
  readonly policy: Pick<NetworkPolicy, 'most_at_once' | 'most_in_an_hour' | 'most_in_a_day'>;
  /** For how long an address rests after the journal first saw it. */
  readonly restMs: number;
  readonly journal: Journal;
}

/** Throws for a withdrawal or a return that the signer's own rules do not let it sign now: amounts, and the rest of new addresses. */
export async function mustBeAllowed(rules: Rules, { address, amount, coin, network }: Approved): Promise<void> {
  const { policy, journal, restMs } = rules;
  if (coin !== USDT || network !== rules.network) throw new NotNow('not_usdt', 'it is no withdrawal of USDT on this network');
  const beyond = beyondPolicy(policy, amount, journal.spent(network));
  if (beyond) throw beyond;
  await journal.see([address]);
  const seen = journal.firstSeen(address) ?? Date.now();
  const untilMs = seen + restMs;
  if (Date.now() < untilMs) throw new NotNow('address_rests', `its address rests until ${new Date(untilMs).toISOString()}`, { untilMs });
}

/** Has the journal see the addresses that came into address books since a time; gives the time to read on from. */
export async function seeAddresses(
  { db, network, journal }: { readonly db: Database; readonly network: string; readonly journal: Journal },
  readUpTo: Date,
): Promise<Date> {
  const { addresses, newest } = await addressesSince(db, network, new Date(readUpTo.getTime() - OVERLAP_MS));
  await journal.see(addresses);
  return newest;
}

/** What was told of each provider that does not answer for its chain. */
const told = new WeakMap<ChainProvider, Lasting>();

/** The providers that answer for a chain; throws where none does. */
export async function ofThisChain<Provider extends ChainProvider>(
  providers: readonly Provider[],
  chainId: number,
  log: Logger,
): Promise<readonly [Provider, ...Provider[]]> {
  const asked = await Promise.allSettled(providers.map(({ client }) => client.getChainId()));
  const [first, ...others] = providers.filter((provider, index) => {
    const { name } = provider;
    const lasting = told.get(provider) ?? new Lasting();
    told.set(provider, lasting);
    const answer = asked[index]?.status === 'fulfilled' ? asked[index].value : 'none';
    if (answer === chainId) lasting.ended(() => log.info({ provider: name }, 'a provider answers for the chain again'));
    else lasting.failed(answer, () => log.warn({ provider: name, answer }, 'a provider is not of the chain, or away'));
    return answer === chainId;
  });
  if (!first) throw new NoNode('no provider of the chain answers');
  return [first, ...others];
}

/** An order as the journal names it; what is sent back by the transfer alone, whoever the database says it came for. */
export const orderOf = ({ ownerId, serialNumber }: Pick<Approved, 'ownerId' | 'serialNumber'>): string =>
  returnOf(serialNumber) ? serialNumber : `${ownerId} ${serialNumber}`;

export const isSame = (one: Approved, other: Approved): boolean =>
  one.network === other.network && one.address === other.address && one.coin === other.coin && one.amount === other.amount;

/** A token's smallest units in a minor unit of USDT. */
export const unitOf = ({ token_decimals }: Pick<NetworkPolicy, 'token_decimals'>): bigint => 10n ** BigInt(token_decimals - USDT_DECIMALS);

/** What the nodes say, the least of it: none of them alone makes it more. */
export async function least<Provider>(providers: readonly Provider[], ask: (provider: Provider) => Promise<bigint>): Promise<bigint> {
  const answers = await Promise.all(providers.map(ask));
  return answers.reduce((lowest, one) => (one < lowest ? one : lowest));
}
