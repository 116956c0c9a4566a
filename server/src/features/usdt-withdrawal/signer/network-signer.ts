import { USDT } from '@purser/contract/exchange';
import { checksum, type Address } from 'ox/Address';
import { keccak256 } from 'ox/Hash';
import type { Hex } from 'ox/Hex';
import type { Logger } from 'pino';
import { parseAbi } from 'viem';
import { areEnough } from '../../../domain/chain-witness.ts';
import type { ChainProvider } from '../../../platform/chain/providers.ts';
import type { Database } from '../../../platform/database/database.ts';
import { receiptOf } from '../../../platform/chain/receipts.ts';
import { broadcast } from './broadcast.ts';
import { feesNow, moreThan } from './fees.ts';
import { evmEvidence } from './evm-evidence.ts';
import type { Journal } from './journal.ts';
import { evmArrivals, mustHaveArrived } from './arrival.ts';
import type { DigestSigner, SweepKeys } from './keys.ts';
import type { NetworkPolicy } from './policy.ts';
import * as queue from './queue.ts';
import { isSame, least, mustBeAllowed, ofThisChain, orderOf, seeAddresses, unitOf } from './rules.ts';
import { type Evidence, type Missing, SignedBefore } from './signed-before.ts';
import { callData, cancelIn, type Fees, FUEL_GAS, type Transfer, transferIn, type Unsigned } from './transaction-content.ts';
import { signCancel, type Signed, signTransfer } from './transfer.ts';
import { nameOf, NotNow, Waits } from './waits.ts';

export interface SignerOfNetwork {
  /** As purser_signer. */
  readonly db: Database;
  readonly network: string;
  readonly policy: NetworkPolicy;
  /** For how long an address rests after the journal first saw it. */
  readonly restMs: number;
  readonly key: DigestSigner;
  /** Of deposit addresses: what came to none of them is not sent back. */
  readonly keys: Pick<SweepKeys, 'deposit'>;
  readonly journal: Journal;
  readonly providers: readonly ChainProvider[];
  readonly log: Logger;
}

/** Transactions of one sender that wait to be mined at a time: nodes keep no more than some tens. */
const MOST_OPEN = 32;
const BALANCE = parseAbi(['function balanceOf(address) view returns (uint256)']);

/**
 * Pays approved withdrawals on one network, and sends back what two people have said. What counts is in the database and in the journal: one that is killed at any moment goes on where it was,
 * and two beside each other take turns.
 */
export class NetworkSigner {
  readonly #of: SignerOfNetwork;
  readonly #sender: { readonly network: string; readonly sender: Address };
  readonly #waits: Waits;
  /** What no block took for long and was sent again as it was, by its TXID. */
  #stuck = new Set<string>();
  readonly #before: SignedBefore;
  /** Those that answer at this look. */
  #providers: readonly ChainProvider[] = [];
  #readUpTo = new Date(0);
  #tookOver = false;

  constructor(of: SignerOfNetwork) {
    this.#of = of;
    this.#sender = { network: of.network, sender: of.key.address };
    this.#waits = new Waits(of);
    this.#before = new SignedBefore({
      ...of,
      sender: this.#sender,
      evidenceOf: (missing) => this.#evidenceOf(missing),
      readAs: async (_tx, order, { raw }) => this.#readAs(order, raw),
    });
  }

  /** Sends on what is signed, replaces what is stuck, and signs what is approved; tells why the rest waits. */
  tick(): Promise<void> {
    return this.#waits.during(() => this.#look());
  }

  async #look(): Promise<void> {
    const { db, policy, log } = this.#of;
    this.#readUpTo = await seeAddresses(this.#of, this.#readUpTo);
    const providers = await ofThisChain(this.#of.providers, policy.chain_id, log);
    const [mined, head] = await Promise.all([this.#mined(providers), headOf(providers)]);
    if (!this.#tookOver) {
      await db.systemTransaction((tx) => queue.takeOver(tx, this.#sender));
      this.#tookOver = true;
    }
    this.#providers = providers;
    await this.#before.takeUp();
    await this.#sendOn(providers, mined, head);
    await this.#signApproved(providers, mined, head);
  }

  /** How many of the sender's transactions all providers have seen mined: none of them makes it more where another answers. */
  #mined(providers: readonly ChainProvider[]): Promise<bigint> {
    const { address } = this.#of.key;
    return least(providers, async ({ client }) => BigInt(await client.getTransactionCount({ address, blockTag: 'latest' })));
  }

  async #sendOn(providers: readonly ChainProvider[], mined: bigint, head: bigint): Promise<void> {
    const waiting = await queue.openOf(this.#of.db, this.#sender, mined);
    this.#stuck = new Set(waiting.flatMap(({ txid }) => (this.#stuck.has(txid) ? [txid] : [])));
    for (const [index, one] of waiting.entries()) {
      await this.#waits.goesOn();
      if (one.nonce > mined + BigInt(index))
        this.#waits.note(one, new NotNow('nonce_gap', 'a nonce before its own is missing: no block can take it'));
      try {
        await this.#sendOne(providers, one, head, index === 0);
      } catch (error) {
        if (!(error instanceof NotNow)) throw error;
        this.#waits.note(one, error);
      }
    }
  }

  /** Throws for what does not go on by that. */
  async #sendOne(providers: readonly ChainProvider[], one: queue.OpenTx, head: bigint, isFirst: boolean): Promise<void> {
    const isStuck = one.sentBlock !== undefined && head - one.sentBlock >= BigInt(this.#of.policy.stuck_after_blocks);
    if (!one.cancels && !(await this.#mayGo(one))) {
      if (await this.#replace(providers, one, head, { instead: 'cancel' })) return;
      // It is not sent again; what nodes have may be mined all the same.
      throw new NotNow('call_off_dear', 'what is signed is left: its address was blocked, and calling it off costs more than it may');
    }
    if (isStuck || one.sentBlock === undefined) await this.#sendAgain(providers, one, head, { isStuck, isFirst });
    if (this.#stuck.has(one.txid)) throw new NotNow('not_mined', 'no block takes it; it is sent again as it is');
  }

  async #sendAgain(
    providers: readonly ChainProvider[],
    one: queue.OpenTx,
    head: bigint,
    { isStuck, isFirst }: { readonly isStuck: boolean; readonly isFirst: boolean },
  ): Promise<void> {
    // The others wait for the first: more fees for them would bring nothing.
    if (isStuck && isFirst && (await this.#replace(providers, one, head, { instead: 'same' }))) return;
    if (isStuck) this.#stuck.add(one.txid);
    await this.#send(providers, one, head);
  }

  /** Whether what is signed is still to be paid: its address may have been blocked since. It is called off then, on the chain, so that those behind it go on. */
  async #mayGo(one: queue.OpenTx): Promise<boolean> {
    const { db, network } = this.#of;
    return (await db.systemTransaction((tx) => queue.holdAgain(tx, network, one))) !== undefined;
  }

  async #send(providers: readonly ChainProvider[], one: Sent, head: bigint): Promise<void> {
    const { db, network, log } = this.#of;
    if (await broadcast(providers, one.raw, log)) await queue.noteSent(db, network, one.txid, head);
    else this.#waits.note(one, new NotNow('not_taken', 'no node takes it'));
  }

  /**
   * Signs something under the nonce of what is open, with higher fees: the same once more, or a cancellation of what is not to be paid any more. False when it may not pay more, or
   * is none that was signed here. Whichever of them is mined has taken the nonce from all others.
   */
  async #replace(
    providers: readonly ChainProvider[],
    before: queue.OpenTx,
    head: bigint,
    { instead }: { readonly instead: 'same' | 'cancel' },
  ): Promise<boolean> {
    const { db, policy, network, log } = this.#of;
    if (!this.#isOwn(before)) {
      this.#waits.note(before, new NotNow('signed_elsewhere', 'the journal knows nothing of a transaction that the database has'));
      return false;
    }
    const fees = moreThan(before, await feesNow(first(providers), policy.most_gas_price_gwei), policy.most_gas_price_gwei);
    if (!fees) return false;
    const cancels = before.cancels || instead === 'cancel';
    const signed = await db.systemTransaction(async (tx) => {
      await queue.holdNonce(tx, this.#sender);
      // What becomes of the nonce is known by now, or another signer did it.
      if (!(await queue.holdOpen(tx, network, before.txid))) return undefined;
      const newest = (await queue.openOf(tx, this.#sender)).find(({ nonce }) => nonce === before.nonce);
      if (newest?.txid !== before.txid) return undefined;
      // Held from here on, and asked once more: its address may have been blocked, or taken off the list, a moment ago.
      const order = await queue.holdAgain(tx, network, before);
      if (!before.cancels && (order === undefined) !== cancels) return undefined;
      const made = await (cancels ? this.#cancelled(before, fees) : this.#again(before, fees));
      const { ownerId, serialNumber, nonce } = before;
      await queue.keepTx(tx, { ...this.#sender, ...fees, ...made, nonce, attempt: before.attempt + 1, ownerId, serialNumber, cancels });
      return made;
    });
    if (!signed) return true;
    log.info(
      { order: before.serialNumber, txid: signed.txid, instead_of: before.txid },
      cancels && !before.cancels ? 'what is signed is called off: its address was blocked' : 'a stuck transaction is replaced',
    );
    await this.#send(providers, { ...before, ...signed }, head);
    return true;
  }

  /** Whether what the database has as signed was signed here. */
  #isOwn(open: queue.OpenTx): boolean {
    const { journal } = this.#of;
    if (keccak256(open.raw) !== open.txid) return false;
    return open.cancels ? journal.hasCancelled(open.txid) : journal.signedFor(orderOf(open)).some(({ txid }) => txid === open.txid);
  }

  /** The same transfer with other fees, signed and noted. */
  async #again(before: queue.OpenTx, fees: Fees): Promise<Signed> {
    const { key, journal, network } = this.#of;
    const asked: Unsigned = { ...transferIn(before.raw), ...fees };
    this.#mustBeOfPolicy(asked);
    const made = await signTransfer(key, asked);
    const amount = asked.raw / this.#unit;
    await journal.sign({
      at: Date.now(),
      network,
      order: orderOf(before),
      sender: key.address,
      nonce: before.nonce,
      txid: made.txid,
      amount,
      raw: made.raw,
    });
    return made;
  }

  /** What takes the nonce of a transfer, or of an earlier cancellation, and does nothing: signed and noted. */
  async #cancelled(before: queue.OpenTx, fees: Fees): Promise<Signed> {
    const { key, journal, network, policy } = this.#of;
    const { chainId, nonce } = before.cancels ? cancelIn(before.raw) : transferIn(before.raw);
    if (chainId !== policy.chain_id) throw new Error('it is signed for another chain than the policy has');
    const made = await signCancel(key, { chainId, nonce, to: key.address, ...fees });
    await journal.cancel({ at: Date.now(), network, order: orderOf(before), sender: key.address, nonce, txid: made.txid });
    return made;
  }

  async #signApproved(providers: readonly ChainProvider[], mined: bigint, head: bigint): Promise<void> {
    const { db, network, log } = this.#of;
    const approved = await queue.waitingOn(db, network);
    let open = (await queue.openOf(db, this.#sender, mined)).length;
    for (const payout of approved) {
      await this.#waits.goesOn();
      try {
        if (open >= MOST_OPEN) throw new NotNow('many_open', 'as many are on their way as may be at a time');
        await queue.mustSignOn(db, network);
        const signed = await this.#sign(providers, mined, payout);
        open += 1;
        log.info({ order: payout.serialNumber, txid: signed.txid }, `${nameOf(payout.serialNumber)} is signed`);
        await this.#send(providers, { ...payout, ...signed }, head);
      } catch (error) {
        if (!(error instanceof NotNow)) throw error;
        this.#waits.note(payout, error);
      }
    }
  }

  /** Takes the next nonce for a withdrawal, signs it and keeps what was signed, in one transaction; throws when it is no longer to be paid. */
  async #sign(providers: readonly ChainProvider[], mined: bigint, listed: queue.Approved) {
    const { db, key, policy, journal, network } = this.#of;
    await mustBeAllowed(this.#of, listed);
    await mustHaveArrived({ ...this.#of, witnesses: providers.map((one) => evmArrivals(one, policy.token)) }, listed);
    const { transfer, gas, fees } = await this.#planned(providers, mined, listed);
    const dead = await this.#deadNonces(providers, listed);
    return db.systemTransaction(async (tx) => {
      const next = await queue.holdNonce(tx, this.#sender);
      const payout = await queue.holdPayout(tx, listed);
      if (!payout) throw new NotNow('address_refused', 'its address was blocked or is one of ours, or it is not to be paid any more');
      if (!isSame(payout, listed)) throw new NotNow('changed', 'it was changed meanwhile');
      // Behind the chain when something else has signed with this key.
      if (mined > next) this.#mustBeSaidByTwo(providers);
      const nonce = next > mined ? next : mined;
      for (const before of journal.signedFor(orderOf(payout))) {
        const isThisOne = before.network === network && before.sender === key.address && before.nonce === nonce;
        if (!isThisOne && !dead.has(before.txid))
          throw new NotNow('signed_before', 'the journal has a transaction for it that may still be mined, or was');
      }
      const asked: Unsigned = { ...transfer, ...fees, gas, nonce, chainId: policy.chain_id };
      const signed = await signTransfer(key, asked);
      this.#mustPay(payout, transferIn(signed.raw));
      const { ownerId, serialNumber, amount } = payout;
      await journal.sign({ at: Date.now(), network, order: orderOf(payout), sender: key.address, nonce, ...signed, amount });
      await queue.keepTx(tx, { ...this.#sender, ...fees, ...signed, nonce, attempt: 1, ownerId, serialNumber });
      return signed;
    });
  }

  /** What is to be signed, if the chain would carry it out as things are. */
  async #planned(
    providers: readonly ChainProvider[],
    mined: bigint,
    { address, amount }: queue.Approved,
  ): Promise<{ transfer: Transfer; gas: bigint; fees: Fees }> {
    const { key, policy } = this.#of;
    const provider = first(providers);
    const { client } = provider;
    const transfer = { token: policy.token, to: checksum(address), raw: amount * this.#unit };
    const fees = await feesNow(provider, policy.most_gas_price_gwei);
    if (!fees) throw new NotNow('gas_price', 'gas costs more than most_gas_price_gwei');
    const { tokens, coins, open } = await this.#means(providers, mined);
    const needed = open.reduce((sum, { raw }) => sum + raw, transfer.raw);
    if (tokens < needed) throw new NotNow('usdt_short', 'the hot address has too little USDT', { missing: needed - tokens });
    const used = await client.estimateGas({ account: key.address, to: policy.token, data: callData(transfer) }).catch((error: unknown) => {
      throw new NotNow('chain_refuses', 'the chain would not carry it out', { cause: error });
    });
    const gas = (used * 13n) / 10n;
    const costs = open.reduce((sum, one) => sum + one.gas * one.maxFee, gas * fees.maxFee);
    if (coins < costs) throw new NotNow('gas_short', 'the hot address has too little for gas', { missing: costs - coins });
    return { transfer, gas, fees };
  }

  /** What the hot address has, as the least that a node says, and what is still to leave it: all that is open, but for what every node had mined before it was asked, and has afterwards. */
  async #means(providers: readonly ChainProvider[], minedBefore: bigint) {
    const { key, policy, db } = this.#of;
    const [tokens, coins] = await Promise.all([
      least(providers, ({ client }) =>
        client.readContract({ address: policy.token, abi: BALANCE, functionName: 'balanceOf', args: [key.address] }),
      ),
      least(providers, ({ client }) => client.getBalance({ address: key.address })),
    ]);
    // A reorganisation may have put back what had left.
    const mined = await this.#mined(providers);
    const open = await queue.openOf(db, this.#sender, mined < minedBefore ? mined : minedBefore);
    return { tokens, coins, open: open.map(takenBy) };
  }

  /** Of what the journal has for a withdrawal, the transactions that can never pay it any more: their nonce is used for good, and not by them, or they reverted. */
  async #deadNonces(providers: readonly ChainProvider[], payout: Waiting): Promise<ReadonlySet<string>> {
    const before = this.#of.journal.signedFor(orderOf(payout)).filter(({ network }) => network === this.#of.network);
    if (before.length > 0) this.#mustBeSaidByTwo(providers);
    const dead = await Promise.all(
      before.map(async ({ txid, nonce, sender }) => {
        const isDeadAt = async ({ client }: ChainProvider): Promise<boolean> => {
          const used = await client.getTransactionCount({ address: sender as Address, blockTag: 'finalized' });
          if (BigInt(used) <= nonce) return false;
          const receipt = await receiptOf(client, txid as Address);
          return receipt?.status !== 'success';
        };
        return (await Promise.all(providers.map(isDeadAt))).every(Boolean);
      }),
    );
    return new Set(before.flatMap(({ txid }, index) => (dead[index] ? [txid] : [])));
  }

  /** Throws where one node alone answers and there are others: it could make a nonce that is never mined, or have something paid twice. */
  #mustBeSaidByTwo(providers: readonly ChainProvider[]): void {
    if (!areEnough(providers.length, this.#of.providers.length))
      throw new NotNow('one_node', 'fewer than two nodes say what the chain has of it');
  }

  /** What the chain has of what the journal signed for an order and the database does not have. */
  async #evidenceOf(missing: Missing): Promise<Evidence | undefined> {
    await this.#waits.goesOn();
    const providers = this.#providers;
    const isEnough = areEnough(providers.length, this.#of.providers.length);
    const dead = isEnough ? await this.#deadNonces(providers, missing) : new Set<string>();
    return evmEvidence(
      providers,
      isEnough,
      missing.lines.filter(({ txid }) => !dead.has(txid)),
    );
  }

  /** What was signed for an order, if it pays that and nothing else. */
  #readAs({ address, amount, coin }: queue.Approved, raw: Hex) {
    const { policy } = this.#of;
    const { token, chainId, to, raw: units, nonce, maxFee, maxTip } = transferIn(raw);
    const paysIt =
      token === policy.token && chainId === policy.chain_id && to === checksum(address) && units === amount * this.#unit && coin === USDT;
    return paysIt ? { nonce, maxFee, maxTip } : undefined;
  }

  #mustPay({ address, amount }: queue.Approved, signed: Unsigned): void {
    this.#mustBeOfPolicy(signed);
    if (signed.to !== checksum(address) || signed.raw !== amount * this.#unit) throw new Error('what was signed does not pay the order');
  }

  #mustBeOfPolicy({ token, chainId, maxFee }: Unsigned): void {
    const { policy } = this.#of;
    if (token !== policy.token || chainId !== policy.chain_id)
      throw new NotNow('other_policy', 'it is signed for another token or chain than the policy has');
    if (maxFee > policy.most_gas_price_gwei) throw new NotNow('gas_price', 'its fees are above most_gas_price_gwei');
  }

  /** The token's smallest units in a minor unit of USDT. */
  get #unit(): bigint {
    return unitOf(this.#of.policy);
  }
}

type Waiting = Pick<queue.Approved, 'ownerId' | 'serialNumber'>;
/** What is given to nodes, and what it pays. */
type Sent = Pick<queue.OpenTx, 'ownerId' | 'serialNumber' | 'txid' | 'raw'>;

/** What an open transaction may take of the hot address: USDT as the token counts, and gas. */
function takenBy({ cancels, raw }: queue.OpenTx): Pick<Unsigned, 'raw' | 'gas' | 'maxFee'> {
  return cancels ? { raw: 0n, gas: FUEL_GAS, maxFee: cancelIn(raw).maxFee } : transferIn(raw);
}

function first(providers: readonly ChainProvider[]): ChainProvider {
  const [provider] = providers;
  if (!provider) throw new Error('there is no provider');
  return provider;
}

async function headOf(providers: readonly ChainProvider[]): Promise<bigint> {
  const heads = await Promise.all(providers.map(({ client }) => client.getBlockNumber()));
  return heads.reduce((highest, head) => (head > highest ? head : highest), 0n);
}
