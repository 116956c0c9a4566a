import type { Hex } from 'ox/Hex';
import { addressBytes, addressOf } from '../../../domain/chain-address.ts';
import { expiryOf, paymentSigned } from '../../../platform/chain/tron-transaction.ts';
import type { DigestSigner, SweepKeys } from './keys.ts';
import type { TronSweepPolicy } from './policy.ts';
import { keepTx, noteSent } from './queue.ts';
import { least, ofThisChain, unitOf } from './rules.ts';
import * as queue from './sweep-queue.ts';
import { depositKey, HOLDINGS_EVERY_MS, MOST_FUELLED, MOST_ON_THE_WAY, mustBeWorth, NotNow } from './sweep-rules.ts';
import type { Signed } from './transfer.ts';
import { broadcastTo, headOf, type Heights, heightsOf, isDue, lifeFrom, mayBeTaken } from './tron-heights.ts';
import { feeLimitOf, TRANSFER_BYTES } from './tron-fees.ts';
import type { SignerOfTron } from './tron-signer.ts';
import { signTronPayment, signTronTransfer } from './tron-transfer.ts';

export interface SweeperOfTron extends Omit<SignerOfTron, 'restMs' | 'keys'> {
  readonly keys: SweepKeys;
}

/** A payment of TRX with its signature has some 270 bytes. */
const PAYMENT_BYTES = 300n;

/** What a sweep is to be, and what it takes. */
interface Sweep {
  readonly to: Hex;
  readonly raw: bigint;
  /** What its energy costs now, and the most that it may cost. */
  readonly energyCosts: bigint;
  readonly feeLimit: bigint;
  /** What its bytes cost, reckoned as if they were paid. */
  readonly bytesCost: bigint;
}

/**
 * Brings together what lies at deposit addresses on TRON, as on other networks: TRX for energy first, then the transfer. What expires before a block has it is planned
 * anew when two nodes say so; until then nothing else is signed for the same sweep.
 */
export class TronSweeper {
  readonly #of: SweeperOfTron;
  #toldAt = -Infinity;

  constructor(of: SweeperOfTron) {
    this.#of = of;
  }

  async tick(): Promise<void> {
    const { policy, db, network, providers, log } = this.#of;
    const heights = await heightsOf(await ofThisChain(providers, policy.chain_id, log));
    await this.#tellHoldings(heights);
    const { sweep } = policy;
    if (!sweep) return;
    await this.#sendOn(heights);
    await queue.planSweeps(db, network, sweep.least * unitOf(policy));
    for (const open of await queue.openSweeps(db, network)) await this.#goOn(heights, sweep, open);
  }

  /** What is signed, and may still be taken, is given to the nodes. */
  async #sendOn(heights: Heights): Promise<void> {
    const { db, network } = this.#of;
    for (const one of await queue.openSweepTxs(db, network)) {
      if (mayBeTaken(heights, expiryOf(one.raw)) && isDue(one.sentBlock, headOf(heights))) await this.#send(heights, one);
    }
  }

  async #send(heights: Heights, signed: Signed): Promise<void> {
    const { db, network, log } = this.#of;
    if (await broadcastTo(heights, signed, log)) await noteSent(db, network, signed.txid, headOf(heights));
  }

  async #goOn(heights: Heights, sweep: TronSweepPolicy, open: queue.OpenSweep): Promise<void> {
    const { db, network, log } = this.#of;
    try {
      const signed = await this.#signNext(heights, sweep, open);
      if (signed) await this.#send(heights, signed);
    } catch (error) {
      if (!(error instanceof NotNow)) throw error;
      if (open.why !== error.why || error.isOver) {
        log.warn({ sweep: open.sweepId, address: open.address, why: error.why }, 'a sweep does not go on');
        await queue.noteSweep(db, network, open, error);
      }
    }
  }

  /** Signs the sweep where its address has what it takes, else a payment of TRX to it. */
  async #signNext(heights: Heights, sweep: TronSweepPolicy, open: queue.OpenSweep): Promise<Signed | undefined> {
    const key = depositKey(this.#of.keys, 'tron', open);
    const from = addressBytes('tron', open.address);
    const planned = await this.#planned(heights, sweep, open);
    const means = await Promise.all(heights.map(({ provider: { node } }) => node.meansOf(from, 'walletsolidity')));
    const coins = means.map((one) => one.coins).reduce((lowest, one) => (one < lowest ? one : lowest));
    const { energy, account } = await heights[0].provider.node.prices();
    const rented = means.map((one) => one.energy * energy).reduce((lowest, one) => (one < lowest ? one : lowest));
    const has = coins + rented - planned.bytesCost;
    // It is given what the transfer may cost at the most, so that it has enough for what it costs once that is final.
    if (has < planned.energyCosts) return this.#signFuel(heights, sweep, open, { coins: planned.feeLimit - has, account });
    return this.#signSweep(heights, open, key, { ...planned, feeLimit: has < planned.feeLimit ? has : planned.feeLimit });
  }

  /** What is solidified at the address, if the chain would carry its transfer out and it is worth that. */
  async #planned(heights: Heights, sweep: TronSweepPolicy, open: queue.OpenSweep): Promise<Sweep> {
    const { policy } = this.#of;
    const sender = addressBytes('tron', open.address);
    const raw = await least(heights, ({ provider: { node } }) => node.tokensOf(policy.token, sender, 'walletsolidity'));
    if (raw === 0n || (!open.isAsked && raw < sweep.least * unitOf(policy))) throw new NotNow('empty', true);
    const { node } = heights[0].provider;
    const to = await this.#destinationOf(heights, sweep, raw);
    // Asked before any TRX is given away: a token that has frozen the address would keep it.
    const energy = await node.energyOf({ sender, token: policy.token, to, raw });
    if (energy === undefined) throw new NotNow('chain_refuses');
    const prices = await node.prices();
    const feeLimit = feeLimitOf(energy, prices.energy);
    if (feeLimit > policy.most_fee_trx) throw new NotNow('gas_price');
    const bytesCost = TRANSFER_BYTES * prices.byte;
    const costs = feeLimit + bytesCost + PAYMENT_BYTES * prices.byte + prices.account;
    mustBeWorth('tron', sweep, { raw, unit: unitOf(policy), costs });
    return { to, raw, energyCosts: energy * prices.energy, feeLimit, bytesCost };
  }

  async #signSweep(heights: Heights, open: queue.OpenSweep, key: DigestSigner, planned: Sweep): Promise<Signed | undefined> {
    const { db, network, policy, log } = this.#of;
    const { to, raw, feeLimit } = planned;
    return db.systemTransaction(async (tx) => {
      const nonce = await queue.holdSweepNonce(tx, { network, sender: key.address }, 'deposit', 0n);
      if (!(await queue.signSweep(tx, network, open, { raw, destination: addressOf('tron', to) }))) return undefined;
      const sender = addressBytes('tron', open.address);
      const made = await signTronTransfer(key, { sender, token: policy.token, to, raw, feeLimit, ...lifeFrom(heights, nonce) });
      const { ownerId, sweepId: serialNumber } = open;
      const fees = { maxFee: feeLimit, maxTip: 0n };
      await keepTx(tx, { network, sender: key.address, ...fees, ...made, nonce, attempt: 1, ownerId, serialNumber, kind: 'sweep' });
      log.info({ sweep: open.sweepId, address: open.address, txid: made.txid }, 'a sweep is signed');
      return made;
    });
  }

  async #signFuel(
    heights: Heights,
    sweep: TronSweepPolicy,
    open: queue.OpenSweep,
    { coins, account }: { readonly coins: bigint; readonly account: bigint },
  ): Promise<Signed | undefined> {
    const { db, network, keys, journal, log } = this.#of;
    if (open.fuelled >= MOST_FUELLED) throw new NotNow('fuelled_often', true);
    if (coins > sweep.most_fuel || journal.fuelledInADay(network) + coins > sweep.most_fuel_in_a_day) throw new NotNow('fuel_limit');
    const { gas } = keys;
    const sender = addressBytes('evm', gas.address);
    const onTheWay = (await queue.openSweepTxs(db, network)).filter(({ kind }) => kind === 'fuel');
    if (onTheWay.length >= MOST_ON_THE_WAY) return undefined;
    const { byte } = await heights[0].provider.node.prices();
    const costs = PAYMENT_BYTES * byte + account;
    const spent = onTheWay.reduce((sum, { raw, maxFee }) => sum + paymentSigned(raw).coins + maxFee, 0n);
    const have = await least(heights, async ({ provider: { node } }) => (await node.meansOf(sender)).coins);
    if (have < spent + coins + costs) throw new NotNow('gas_short');
    return db.systemTransaction(async (tx) => {
      const nonce = await queue.holdSweepNonce(tx, { network, sender: gas.address }, 'gas', 0n);
      if (!(await queue.fuelSweep(tx, network, open, coins))) return undefined;
      const made = await signTronPayment(gas, { sender, to: addressBytes('tron', open.address), coins, ...lifeFrom(heights, nonce) });
      await journal.fuel(network, open.address, coins);
      const { ownerId } = open;
      const serialNumber = `${open.sweepId} ${open.fuelled + 1}`;
      const fees = { maxFee: costs, maxTip: 0n };
      await keepTx(tx, { network, sender: gas.address, ...fees, ...made, nonce, attempt: 1, ownerId, serialNumber, kind: 'fuel' });
      log.info({ sweep: open.sweepId, address: open.address, txid: made.txid }, 'TRX is given to a deposit address');
      return made;
    });
  }

  async #destinationOf(heights: Heights, { cold }: TronSweepPolicy, raw: bigint): Promise<Hex> {
    const { policy } = this.#of;
    if (!cold) return this.#hot;
    const hot = await heights[0].provider.node.tokensOf(policy.token, this.#hot);
    return hot + raw > cold.hot_keeps * unitOf(policy) ? cold.address : this.#hot;
  }

  async #tellHoldings(heights: Heights): Promise<void> {
    if (performance.now() - this.#toldAt < HOLDINGS_EVERY_MS) return;
    const { db, network, policy, keys } = this.#of;
    const { node } = heights[0].provider;
    const of = async (role: queue.Holding['role'], address: Hex): Promise<queue.Holding> => {
      const [tokens, { coins }] = await Promise.all([node.tokensOf(policy.token, address), node.meansOf(address)]);
      return {
        network,
        role,
        address: addressOf('tron', address),
        tokens,
        coins,
        lacksTokens: role === 'hot' && tokens < (policy.least_hot ?? 0n) * unitOf(policy),
        lacksCoins: role !== 'cold' && coins < (policy.least_coins ?? 0n),
      };
    };
    const { sweep } = policy;
    await queue.noteHoldings(db, network, [
      await of('hot', this.#hot),
      ...(sweep ? [await of('gas', addressBytes('evm', keys.gas.address))] : []),
      ...(sweep?.cold ? [await of('cold', sweep.cold.address)] : []),
    ]);
    this.#toldAt = performance.now();
  }

  /** The hot key's twenty bytes. */
  get #hot(): Hex {
    return addressBytes('evm', this.#of.key.address);
  }
}
