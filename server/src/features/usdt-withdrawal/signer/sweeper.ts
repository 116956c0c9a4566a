import { USDT_DECIMALS } from '@purser/contract/exchange';
import { type Address, checksum } from 'ox/Address';
import { parseAbi } from 'viem';
import { areEnough } from '../../../domain/chain-witness.ts';
import type { ChainProvider } from '../../../platform/chain/providers.ts';
import { broadcast } from './broadcast.ts';
import { feesNow, moreThan } from './fees.ts';
import type { DigestSigner, SweepKeys } from './keys.ts';
import type { SignerOfNetwork } from './network-signer.ts';
import type { SweepPolicy } from './policy.ts';
import { holdOpen, keepTx, noteSent } from './queue.ts';
import { least } from './rules.ts';
import * as queue from './sweep-queue.ts';
import { depositKey, HOLDINGS_EVERY_MS, MOST_FUELLED, MOST_ON_THE_WAY, mustBeWorth, NotNow } from './sweep-rules.ts';
import { callData, type Fees, FUEL_GAS, fuelIn, transferIn, type Unsigned } from './transaction-content.ts';
import { type Signed, signFuel, signTransfer } from './transfer.ts';

const BALANCE = parseAbi(['function balanceOf(address) view returns (uint256)']);

export interface SweeperOfNetwork extends Omit<SignerOfNetwork, 'restMs' | 'keys'> {
  readonly keys: SweepKeys;
}

/**
 * Brings together what lies at deposit addresses on one network, to the hot address and, beyond what that keeps, to the cold one. Where it goes and what it
 * may cost is the policy's to say; whose key signs is derived here. So whoever changes the database makes it sweep nothing but our own addresses to our own.
 */
export class Sweeper {
  readonly #of: SweeperOfNetwork;
  #toldAt = -Infinity;

  constructor(of: SweeperOfNetwork) {
    this.#of = of;
  }

  async tick(): Promise<void> {
    const { policy, db, network } = this.#of;
    const providers = await this.#ofThisChain();
    if (providers.length === 0) return;
    await this.#tellHoldings(providers);
    const { sweep } = policy;
    if (!sweep) return;
    const head = (await Promise.all(providers.map(({ client }) => client.getBlockNumber()))).reduce(
      (high, one) => (one > high ? one : high),
      0n,
    );
    await this.#sendOn(providers, head);
    // One node alone could have a nonce taken that is never mined.
    if (!areEnough(providers.length, this.#of.providers.length)) return;
    await queue.planSweeps(db, network, sweep.least * this.#unit);
    for (const open of await queue.openSweeps(db, network)) await this.#goOn(providers, sweep, open, head);
  }

  async #ofThisChain(): Promise<readonly ChainProvider[]> {
    const { providers, policy } = this.#of;
    const asked = await Promise.allSettled(providers.map(({ client }) => client.getChainId()));
    return providers.filter((_, index) => {
      const answer = asked[index];
      return answer?.status === 'fulfilled' && answer.value === policy.chain_id;
    });
  }

  /** What is signed is given to the nodes, and what is stuck is signed again with more fees, as far as its sender can pay them. */
  async #sendOn(providers: readonly ChainProvider[], head: bigint): Promise<void> {
    const { db, network, policy } = this.#of;
    for (const one of await queue.openSweepTxs(db, network)) {
      const isStuck = one.sentBlock !== undefined && head - one.sentBlock >= BigInt(policy.stuck_after_blocks);
      if (one.sentBlock !== undefined && !isStuck) continue;
      const again = isStuck ? await this.#replace(providers, one).catch(notNow) : undefined;
      await this.#send(providers, again ?? one, head);
    }
  }

  async #send(providers: readonly ChainProvider[], { txid, raw }: Signed, head: bigint): Promise<void> {
    const { db, network, log } = this.#of;
    if (await broadcast(providers, raw, log)) await noteSent(db, network, txid, head);
  }

  /** The same transaction once more under its nonce, with higher fees; undefined when it may not pay more, or is mined. */
  async #replace(providers: readonly ChainProvider[], before: queue.OpenSweepTx): Promise<Signed | undefined> {
    const { db, network, policy, keys, log } = this.#of;
    const key = before.kind === 'fuel' ? keys.gas : depositKey(keys, 'evm', before);
    if ((await minedOf(providers, key.address)) > before.nonce) return undefined;
    const transfer = before.kind === 'fuel' ? undefined : this.#sameTransfer(before);
    if (before.kind === 'sweep' && !transfer) return undefined;
    const gas = transfer?.gas ?? FUEL_GAS;
    const sent = before.kind === 'fuel' ? fuelIn(before.raw).coins : 0n;
    const have = await least(providers, ({ client }) => client.getBalance({ address: key.address }));
    const payable = have > sent ? (have - sent) / gas : 0n;
    const most = payable < policy.most_gas_price_gwei ? payable : policy.most_gas_price_gwei;
    const fees = moreThan(before, await feesNow(first(providers), most), most);
    if (!fees) return undefined;
    return db.systemTransaction(async (tx) => {
      const role = before.kind === 'fuel' ? 'gas' : 'deposit';
      await queue.holdSweepNonce(tx, { network, sender: key.address }, role, 0n);
      if (!(await holdOpen(tx, network, before.txid))) return undefined;
      const newest = (await queue.openSweepTxs(tx, network)).find(({ txid }) => txid === before.txid);
      if (!newest) return undefined;
      const made = transfer ? await signTransfer(key, { ...transfer, ...fees }) : await signFuel(key, { ...fuelIn(before.raw), ...fees });
      if (transfer && transfer.to !== before.destination) await queue.redirectSweep(tx, network, before, transfer.to);
      const { ownerId, serialNumber, nonce, kind } = before;
      await keepTx(tx, { network, sender: key.address, ...fees, ...made, nonce, attempt: before.attempt + 1, ownerId, serialNumber, kind });
      log.info({ sweep: serialNumber, txid: made.txid, instead_of: before.txid }, 'a stuck transaction is replaced');
      return made;
    });
  }

  /** What was signed for a sweep, as the policy has it now: what went to an address that it has no more goes to the hot one. Undefined where it is of another token or chain. */
  #sameTransfer({ raw }: queue.OpenSweepTx): Unsigned | undefined {
    const { key, policy } = this.#of;
    const signed = transferIn(raw);
    if (signed.token !== policy.token || signed.chainId !== policy.chain_id) return undefined;
    return this.#destinations().includes(signed.to) ? signed : { ...signed, to: key.address };
  }

  async #goOn(providers: readonly ChainProvider[], sweep: SweepPolicy, open: queue.OpenSweep, head: bigint): Promise<void> {
    const { db, network, log } = this.#of;
    try {
      const signed = await this.#signNext(providers, sweep, open);
      if (signed) await this.#send(providers, signed, head);
    } catch (error) {
      if (!(error instanceof NotNow)) throw error;
      if (open.why !== error.why || error.isOver) {
        log.warn({ sweep: open.sweepId, address: open.address, why: error.why }, 'a sweep does not go on');
        await queue.noteSweep(db, network, open, error);
      }
    }
  }

  /** Signs the sweep where its address has the gas for it, else the gas. */
  async #signNext(providers: readonly ChainProvider[], sweep: SweepPolicy, open: queue.OpenSweep): Promise<Signed | undefined> {
    const { policy } = this.#of;
    const key = depositKey(this.#of.keys, 'evm', open);
    const { address } = key;
    const raw = await least(providers, ({ client }) =>
      client.readContract({ address: policy.token, abi: BALANCE, functionName: 'balanceOf', args: [address], blockTag: 'finalized' }),
    );
    if (raw === 0n || (!open.isAsked && raw < sweep.least * this.#unit)) throw new NotNow('empty', true);
    const to = await this.#destinationOf(providers, sweep, raw);
    const { client } = first(providers);
    const data = callData({ to, raw });
    // Asked before any gas is given away: a token that has frozen the address would keep it.
    const used = await client.estimateGas({ account: address, to: policy.token, data }).catch(() => undefined);
    if (used === undefined) throw new NotNow('chain_refuses');
    const gas = (used * 13n) / 10n;
    const fees = await feesNow(first(providers), policy.most_gas_price_gwei);
    if (!fees) throw new NotNow('gas_price');
    mustBeWorth('evm', sweep, { raw, unit: this.#unit, costs: (gas + FUEL_GAS) * fees.maxFee });
    const have = await least(providers, (one) => one.client.getBalance({ address, blockTag: 'finalized' }));
    const payable = have / gas;
    // Gas is given for twice the price of its time: while it is final, the price may rise by most of that.
    if (payable >= (await leastFee(first(providers), fees))) {
      const maxFee = payable < fees.maxFee ? payable : fees.maxFee;
      return this.#signSweep(providers, open, key, { to, raw, gas, fees: { ...fees, maxFee } });
    }
    return this.#signFuel(providers, sweep, open, gas * fees.maxFee - have, fees);
  }

  async #signSweep(
    providers: readonly ChainProvider[],
    open: queue.OpenSweep,
    key: DigestSigner,
    { to, raw, gas, fees }: { readonly to: Address; readonly raw: bigint; readonly gas: bigint; readonly fees: Fees },
  ): Promise<Signed | undefined> {
    const { db, network, policy, log } = this.#of;
    const mined = await minedOf(providers, key.address);
    return db.systemTransaction(async (tx) => {
      const nonce = await queue.holdSweepNonce(tx, { network, sender: key.address }, 'deposit', mined);
      if (!(await queue.signSweep(tx, network, open, { raw, destination: to }))) return undefined;
      const made = await signTransfer(key, { token: policy.token, to, raw, gas, nonce, chainId: policy.chain_id, ...fees });
      const { ownerId, sweepId: serialNumber } = open;
      await keepTx(tx, { network, sender: key.address, ...fees, ...made, nonce, attempt: 1, ownerId, serialNumber, kind: 'sweep' });
      log.info({ sweep: open.sweepId, address: open.address, txid: made.txid }, 'a sweep is signed');
      return made;
    });
  }

  async #signFuel(
    providers: readonly ChainProvider[],
    sweep: SweepPolicy,
    open: queue.OpenSweep,
    coins: bigint,
    fees: Fees,
  ): Promise<Signed | undefined> {
    const { db, network, policy, keys, journal, log } = this.#of;
    if (open.fuelled >= MOST_FUELLED) throw new NotNow('fuelled_often', true);
    if (coins > sweep.most_fuel || journal.fuelledInADay(network) + coins > sweep.most_fuel_in_a_day) throw new NotNow('fuel_limit');
    const { gas } = keys;
    const onTheWay = (await queue.openSweepTxs(db, network)).filter(({ kind }) => kind === 'fuel').map(({ raw }) => fuelIn(raw));
    if (onTheWay.length >= MOST_ON_THE_WAY) return undefined;
    const spent = onTheWay.reduce((sum, one) => sum + one.coins + FUEL_GAS * one.maxFee, 0n);
    const have = await least(providers, ({ client }) => client.getBalance({ address: gas.address }));
    if (have < spent + coins + FUEL_GAS * fees.maxFee) throw new NotNow('gas_short');
    const mined = await minedOf(providers, gas.address);
    return db.systemTransaction(async (tx) => {
      const nonce = await queue.holdSweepNonce(tx, { network, sender: gas.address }, 'gas', mined);
      if (!(await queue.fuelSweep(tx, network, open, coins))) return undefined;
      const made = await signFuel(gas, { chainId: policy.chain_id, nonce, to: checksum(open.address), coins, ...fees });
      await journal.fuel(network, open.address, coins);
      const { ownerId } = open;
      const serialNumber = `${open.sweepId} ${open.fuelled + 1}`;
      await keepTx(tx, { network, sender: gas.address, ...fees, ...made, nonce, attempt: 1, ownerId, serialNumber, kind: 'fuel' });
      log.info({ sweep: open.sweepId, address: open.address, txid: made.txid }, 'gas is given to a deposit address');
      return made;
    });
  }

  #destinations(): readonly Address[] {
    const { key, policy } = this.#of;
    return [key.address, ...(policy.sweep?.cold ? [policy.sweep.cold.address] : [])];
  }

  async #destinationOf(providers: readonly ChainProvider[], { cold }: SweepPolicy, raw: bigint): Promise<Address> {
    const { key, policy } = this.#of;
    if (!cold) return key.address;
    const args = [key.address] as const;
    const hot = await first(providers).client.readContract({ address: policy.token, abi: BALANCE, functionName: 'balanceOf', args });
    return hot + raw > cold.hot_keeps * this.#unit ? cold.address : key.address;
  }

  async #tellHoldings(providers: readonly ChainProvider[]): Promise<void> {
    if (performance.now() - this.#toldAt < HOLDINGS_EVERY_MS) return;
    const { db, network, policy, key, keys } = this.#of;
    const { client } = first(providers);
    const of = async (role: queue.Holding['role'], address: Address): Promise<queue.Holding> => {
      const [tokens, coins] = await Promise.all([
        client.readContract({ address: policy.token, abi: BALANCE, functionName: 'balanceOf', args: [address] }),
        client.getBalance({ address }),
      ]);
      return {
        network,
        role,
        address,
        tokens,
        coins,
        lacksTokens: role === 'hot' && tokens < (policy.least_hot ?? 0n) * this.#unit,
        lacksCoins: role !== 'cold' && coins < (policy.least_coins ?? 0n),
      };
    };
    const { sweep } = policy;
    await queue.noteHoldings(db, network, [
      await of('hot', key.address),
      ...(sweep ? [await of('gas', keys.gas.address)] : []),
      ...(sweep?.cold ? [await of('cold', sweep.cold.address)] : []),
    ]);
    this.#toldAt = performance.now();
  }

  /** The token's smallest units in a minor unit of USDT. */
  get #unit(): bigint {
    return 10n ** BigInt(this.#of.policy.token_decimals - USDT_DECIMALS);
  }
}

/** What is not replaced now is sent again as it is. */
function notNow(error: unknown): undefined {
  if (!(error instanceof NotNow)) throw error;
}

/** How many of an address's transactions all nodes have seen mined. */
function minedOf(providers: readonly ChainProvider[], address: Address): Promise<bigint> {
  return least(providers, async ({ client }) => BigInt(await client.getTransactionCount({ address, blockTag: 'latest' })));
}

/** The least that a unit of gas may be allowed to cost: a quarter more than now, and the tip. */
async function leastFee({ client }: ChainProvider, { maxFee, maxTip }: Fees): Promise<bigint> {
  const { baseFeePerGas } = await client.getBlock();
  const fee = ((baseFeePerGas ?? 0n) * 5n) / 4n + maxTip;
  return fee < maxFee ? fee : maxFee;
}

function first(providers: readonly ChainProvider[]): ChainProvider {
  const [provider] = providers;
  if (!provider) throw new Error('there is no provider');
  return provider;
}
