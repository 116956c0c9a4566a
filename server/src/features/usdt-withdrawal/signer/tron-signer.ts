import { USDT } from '@purser/contract/exchange';
import type { Address } from 'ox/Address';
import type { Hex } from 'ox/Hex';
import type { Logger } from 'pino';
import { addressBytes } from '../../../domain/chain-address.ts';
import type { TronProvider } from '../../../platform/chain/tron-node.ts';
import { signedParts, transferSigned, type TronTransfer, txidOf } from '../../../platform/chain/tron-transaction.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { areEnough, WITNESSES } from '../../../domain/chain-witness.ts';
import { mustHaveArrived, tronArrivals } from './arrival.ts';
import type { Journal, SignedLine } from './journal.ts';
import type { DigestSigner, SweepKeys } from './keys.ts';
import type { TronPolicy } from './policy.ts';
import * as queue from './queue.ts';
import { isSame, mustBeAllowed, ofThisChain, orderOf, seeAddresses, unitOf } from './rules.ts';
import { feeLimitOf, TRANSFER_BYTES } from './tron-fees.ts';
import { type Evidence, type Missing, SignedBefore } from './signed-before.ts';
import { broadcastTo, fateOf, headOf, type Heights, heightsOf, isDue, lifeFrom, mayBeTaken } from './tron-heights.ts';
import { signTronTransfer } from './tron-transfer.ts';
import type { Signed } from './transfer.ts';
import { nameOf, NotNow, Waits } from './waits.ts';

export interface SignerOfTron {
  /** As purser_signer. */
  readonly db: Database;
  readonly network: string;
  readonly policy: TronPolicy;
  /** For how long an address rests after the journal first saw it. */
  readonly restMs: number;
  readonly key: DigestSigner;
  /** Of deposit addresses: what came to none of them is not sent back. */
  readonly keys: Pick<SweepKeys, 'deposit'>;
  readonly journal: Journal;
  readonly providers: readonly TronProvider[];
  readonly log: Logger;
}

/** Transactions that wait to be settled at a time. */
const MOST_OPEN = 32;
type OpenTx = queue.OpenTx;

/**
 * Pays approved withdrawals on TRON and sends back what two people have said, where transactions have no nonce: whatever is signed may be carried out beside everything else that is signed,
 * until it expires. So a withdrawal has one transaction at a time, and another one only when two nodes say that the one before it can be in no
 * block. What counts is in the database and in the journal: one that is killed at any moment goes on where it was.
 */
export class TronSigner {
  readonly #of: SignerOfTron;
  readonly #sender: { readonly network: string; readonly sender: Address };
  /** The key's twenty bytes. */
  readonly #from: Hex;
  readonly #waits: Waits;
  readonly #before: SignedBefore;
  /** What the nodes that answer at this look have. */
  #heights: Heights | undefined;
  #readUpTo = new Date(0);
  #tookOver = false;

  constructor(of: SignerOfTron) {
    this.#of = of;
    this.#sender = { network: of.network, sender: of.key.address };
    this.#from = addressBytes('evm', of.key.address);
    this.#waits = new Waits(of);
    this.#before = new SignedBefore({
      ...of,
      sender: this.#sender,
      evidenceOf: (missing) => this.#evidenceOf(missing),
      readAs: (tx, order, { raw }, next) => this.#readAs(tx, order, raw, next),
    });
  }

  /** Sends on what is signed, signs anew what has expired, and signs what is approved; tells why the rest waits. */
  tick(): Promise<void> {
    return this.#waits.during(() => this.#look());
  }

  async #look(): Promise<void> {
    const { db, policy, network, log } = this.#of;
    this.#readUpTo = await seeAddresses(this.#of, this.#readUpTo);
    const heights = await heightsOf(await ofThisChain(this.#of.providers, policy.chain_id, log));
    if (!this.#tookOver) {
      await db.systemTransaction((tx) => queue.takeOver(tx, this.#sender));
      this.#tookOver = true;
    }
    this.#heights = heights;
    await this.#before.takeUp();
    const open = await queue.openOf(db, this.#sender);
    for (const one of open) await this.#noting(one, () => this.#sendOn(heights, one));
    let free = MOST_OPEN - open.length;
    for (const payout of await queue.waitingOn(db, network)) {
      const isPaid = await this.#noting(payout, async () => {
        if (free <= 0) throw new NotNow('many_open', 'as many are on their way as may be at a time');
        await queue.mustSignOn(db, network);
        return this.#pay(heights, payout);
      });
      if (isPaid) free -= 1;
    }
  }

  /** Does it, and notes why where that is not possible now; whether it was done. */
  async #noting(one: Pick<queue.Approved, 'ownerId' | 'serialNumber'>, work: () => Promise<void>): Promise<boolean> {
    await this.#waits.goesOn();
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof NotNow)) throw error;
      this.#waits.note(one, error);
      return false;
    }
  }

  /** Gives the nodes what they have not, and signs anew what none of them can have any more, unless nothing new is signed on the network: then staff decide. */
  async #sendOn(heights: Heights, before: OpenTx): Promise<void> {
    const { expiresMs } = transferSigned(before.raw);
    const head = headOf(heights);
    if (mayBeTaken(heights, expiresMs)) {
      await this.#mustGo(before);
      if (isDue(before.sentBlock, head)) await this.#send(heights, before, head);
      return;
    }
    if ((await fateOf(heights, { txid: before.txid, expiresMs })) !== 'dead') return;
    if (!(await queue.signsOn(this.#of.db, this.#of.network))) return;
    const signed = await this.#sign(heights, await this.#orderOf(before), before);
    if (!signed) return;
    this.#of.log.info({ order: before.serialNumber, txid: signed.txid, instead_of: before.txid }, 'an expired transaction is signed anew');
    await this.#send(heights, { ...before, ...signed }, head);
  }

  async #pay(heights: Heights, payout: queue.Approved): Promise<void> {
    const signed = await this.#sign(heights, payout);
    if (!signed) throw new NotNow('address_refused', 'its address was blocked or is one of ours, or it is not to be paid any more');
    this.#of.log.info({ order: payout.serialNumber, txid: signed.txid }, `${nameOf(payout.serialNumber)} is signed`);
    await this.#send(heights, { ...payout, ...signed }, headOf(heights));
  }

  /** Throws for what is signed and not to be paid any more: where its address was blocked since, it is not given to nodes again. */
  async #mustGo(before: OpenTx): Promise<void> {
    const { db, network } = this.#of;
    if (!(await db.systemTransaction((tx) => queue.holdAgain(tx, network, before))))
      throw new NotNow('address_refused', 'what is signed is left: its address was blocked, or it is not to be paid any more');
  }

  async #send(heights: Heights, one: Pick<OpenTx, 'ownerId' | 'serialNumber'> & Signed, head: bigint): Promise<void> {
    const { db, network, log } = this.#of;
    if (await broadcastTo(heights, one, log)) await queue.noteSent(db, network, one.txid, head);
    else this.#waits.note(one, new NotNow('not_taken', 'no node takes it'));
  }

  /** A withdrawal as it is asked for now; throws when it is not to be paid any more. */
  async #orderOf(before: OpenTx): Promise<queue.Approved> {
    const order = await this.#of.db.systemTransaction((tx) => queue.holdAgain(tx, this.#of.network, before));
    if (!order) throw new NotNow('address_refused', 'its transaction has expired, and it is not to be paid any more');
    return order;
  }

  /**
   * Signs a withdrawal, or takes what the journal has signed for it already, and keeps that in one transaction; undefined when it is no longer
   * to be paid, or another signer was first. `before` is the transaction that it replaces, which is dead.
   */
  async #sign(heights: Heights, listed: queue.Approved, before?: OpenTx): Promise<Signed | undefined> {
    const { db, key, journal, network } = this.#of;
    const lines = journal.signedFor(orderOf(listed));
    if (before)
      this.#mustRepeat(
        listed,
        lines.find(({ txid }) => txid === before.txid),
      );
    const living = await this.#living(heights, lines);
    if (!living) await (before ? this.#mustBeOfPolicy(listed) : this.#mustBeAllowed(heights, listed));
    const planned = living ? undefined : await this.#planned(heights, listed, before);
    return db.systemTransaction(async (tx) => {
      const next = await queue.holdNonce(tx, this.#sender);
      const payout = await (before ? queue.holdAgain(tx, network, before) : queue.holdPayout(tx, listed));
      if (!payout) return undefined;
      if (before) await queue.mustSignOn(tx, network);
      if (!isSame(payout, listed)) throw new NotNow('changed', 'it was changed meanwhile');
      const number = before?.nonce ?? next;
      // Another signer did it, or what becomes of it is known by now.
      if (before && (await queue.openOf(tx, this.#sender)).find(({ nonce }) => nonce === number)?.txid !== before.txid) return undefined;
      const signed = living ?? (planned && (await signTronTransfer(key, { ...planned, ...lifeFrom(heights, number) })));
      if (!signed) return undefined;
      const transfer = transferSigned(signed.raw);
      this.#mustPay(payout, transfer);
      const { ownerId, serialNumber, amount } = payout;
      const { txid, raw } = signed;
      if (!living)
        await journal.sign({ at: Date.now(), network, order: orderOf(payout), sender: key.address, nonce: number, txid, amount, raw });
      const fees = { maxFee: transfer.feeLimit, maxTip: 0n };
      await queue.keepTx(tx, {
        ...this.#sender,
        ...fees,
        txid,
        raw,
        nonce: number,
        attempt: (before?.attempt ?? 0) + 1,
        ownerId,
        serialNumber,
      });
      return { txid, raw };
    });
  }

  /**
   * Of what the journal has for a withdrawal, the transaction that may still be carried out: it is the one to send, whatever the database knows.
   * Undefined when all of them are dead; throws when one is in a block, or is not known well enough.
   */
  async #living(heights: Heights, lines: readonly SignedLine[]): Promise<Signed | undefined> {
    const { network, key } = this.#of;
    let living: Signed | undefined;
    for (const line of lines) {
      const { txid, raw } = line;
      const isOurs = line.network === network && line.sender === key.address && isWhole(line);
      const expiresMs = isOurs ? transferSigned(line.raw).expiresMs : 0;
      const fate = isOurs ? await fateOf(heights, { txid: txid as Hex, expiresMs }) : 'done';
      if (fate === 'dead') continue;
      // What has expired is not worth keeping, and whether it is dead is not certain yet.
      const hasExpired = heights.some(({ newest }) => newest.timeMs >= expiresMs);
      if (fate === 'done' || hasExpired || living || raw === undefined)
        throw new NotNow('signed_before', 'the journal has a transaction for it that may still be mined, or was');
      living = { txid: txid as Hex, raw };
    }
    return living;
  }

  /** What the chain has of what the journal signed for an order and the database does not have: where one alone may have paid it, that is the one. */
  async #evidenceOf({ lines }: Missing): Promise<Evidence | undefined> {
    const heights = this.#heights;
    if (!heights) return undefined;
    await this.#waits.goesOn();
    const living: { readonly line: SignedLine; readonly isSure: boolean }[] = [];
    for (const line of lines) {
      const expiresMs = isWhole(line) ? transferSigned(line.raw).expiresMs : Infinity;
      const fate = await fateOf(heights, { txid: line.txid as Hex, expiresMs });
      if (fate !== 'dead') living.push({ line, isSure: fate === 'done' || mayBeTaken(heights, expiresMs) });
    }
    const newest = living.at(-1);
    if (!newest) return undefined;
    const { line, isSure } = newest;
    const isEnough = areEnough(heights.length, WITNESSES) && living.length === 1 && isSure;
    return { txid: line.txid, made: isEnough && isWhole(line) ? [{ txid: line.txid as Hex, raw: line.raw }] : undefined };
  }

  /** What was signed for an order, if it pays that and nothing else; its number is ours alone. */
  async #readAs(tx: Tx, order: queue.Approved, raw: Hex, next: bigint) {
    const transfer = transferSigned(raw);
    const { policy } = this.#of;
    const paysIt =
      transfer.sender === this.#from &&
      transfer.token === policy.token &&
      transfer.to === addressBytes('tron', order.address) &&
      transfer.raw === order.amount * unitOf(policy) &&
      order.coin === USDT;
    const known = (await queue.openOf(tx, this.#sender)).find((one) => orderOf(one) === orderOf(order));
    return paysIt ? { nonce: known?.nonce ?? next, maxFee: transfer.feeLimit, maxTip: 0n } : undefined;
  }

  /** What is to be signed, if the chain would carry it out as things are. */
  async #planned(
    heights: Heights,
    { address, amount }: queue.Approved,
    before?: OpenTx,
  ): Promise<Omit<TronTransfer, keyof ReturnType<typeof lifeFrom>>> {
    const { policy, db } = this.#of;
    const { node } = heights[0].provider;
    const pays = { sender: this.#from, token: policy.token, to: addressBytes('tron', address), raw: amount * unitOf(policy) };
    const [energy, prices, tokens, means, others] = await Promise.all([
      node.energyOf(pays),
      node.prices(),
      node.tokensOf(policy.token, this.#from),
      node.meansOf(this.#from),
      queue.openOf(db, this.#sender),
    ]);
    const open = others.filter(({ txid }) => txid !== before?.txid).map(({ raw }) => transferSigned(raw));
    const needed = open.reduce((sum, { raw }) => sum + raw, pays.raw);
    if (tokens < needed) throw new NotNow('usdt_short', 'the hot address has too little USDT', { missing: needed - tokens });
    if (energy === undefined) throw new NotNow('chain_refuses', 'the chain would not carry it out');
    const feeLimit = feeLimitOf(energy, prices.energy);
    if (feeLimit > policy.most_fee_trx) throw new NotNow('gas_price', 'energy costs more than most_fee_trx');
    const bytes = TRANSFER_BYTES * prices.byte * BigInt(open.length + 1);
    const have = means.coins + means.energy * prices.energy;
    const costs = open.reduce((sum, one) => sum + one.feeLimit, feeLimit + bytes);
    if (have < costs) throw new NotNow('gas_short', 'the hot address has too little TRX', { missing: costs - have });
    return { ...pays, feeLimit };
  }

  /** What is signed anew is what the journal has: amounts and addresses that came into the database since are not new in that way. */
  #mustRepeat(payout: queue.Approved, before: SignedLine | undefined): void {
    if (before?.raw === undefined)
      throw new NotNow('signed_elsewhere', 'its transaction has expired, and the journal knows nothing of that one');
    this.#mustPay(payout, transferSigned(before.raw));
  }

  async #mustBeAllowed(heights: Heights, listed: queue.Approved): Promise<void> {
    await mustBeAllowed(this.#of, listed);
    await mustHaveArrived({ ...this.#of, witnesses: heights.map((one) => tronArrivals(one.provider, this.#of.policy.token)) }, listed);
  }

  #mustBeOfPolicy({ amount, network }: queue.Approved): void {
    if (network !== this.#of.network || amount > this.#of.policy.most_at_once)
      throw new NotNow('limit_once', 'the policy does not allow it any more');
  }

  #mustPay({ address, amount }: queue.Approved, { sender, token, to, raw, feeLimit }: TronTransfer): void {
    const { policy } = this.#of;
    if (sender !== this.#from || token !== policy.token)
      throw new NotNow('other_policy', 'it is signed by another key or for another token than the policy has');
    if (feeLimit > policy.most_fee_trx) throw new NotNow('gas_price', 'its fees are above most_fee_trx');
    if (to !== addressBytes('tron', address) || raw !== amount * unitOf(policy))
      throw new NotNow('signed_elsewhere', 'what is signed for it does not pay it');
  }
}

/** Whether the journal has the transaction itself, and it is the one of that name. */
function isWhole(line: SignedLine): line is SignedLine & { readonly raw: Hex } {
  return line.raw !== undefined && txidOf(signedParts(line.raw).raw) === line.txid;
}
