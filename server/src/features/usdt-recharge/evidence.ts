import { USDT, USDT_DECIMALS } from '@purser/contract/exchange';
import { formatAmount } from '@purser/contract/money';
import { connectedNetworks } from '../../domain/chain-network.ts';
import type { ReviewEvidence, ReviewOrder } from '../../domain/review-order.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { creditedByChain, otherCoinsTakenBack } from './queries.ts';
import type { LookedUp } from './look-up.ts';

/**
 * A transfer is in a block by so long after it was told: who sends it first and tells it then has it there at once, and the clocks of chains and ours differ by less than a minute. One
 * that is signed, told and mined much later, when the rate suits, would be a rate to choose afterwards.
 */
const MINED_WITHIN_MS = 10 * 60_000;
/** Of a transaction's transfers and senders so many are shown. */
const MOST_SHOWN = 20;

/** What the chain, and what its owner told before, say of a recharge that was told; only what is final and agrees in everything bears it out. */
export async function chainEvidence(tx: Tx, order: ReviewOrder): Promise<readonly ReviewEvidence[]> {
  // What was credited as it was seen is on the chain; its deposit says the rest.
  if (order.review_mode === 'automatic') return [];
  const known = [...(await creditedEvidence(tx, order)), ...(await toldBeforeEvidence(tx, order))];
  const { rows } = await tx.query<LookedUp>('select * from recharge_evidence where owner_id = $1 and serial_number = $2', [
    order.owner_id,
    order.serial_number,
  ]);
  const network = (await connectedNetworks(tx)).find((one) => one.network === order.network);
  const [found] = rows;
  if (!found && !network) return [{ name: 'chain', value: 'not_connected' }, ...known];
  // What was looked up without counting all transfers bears nothing out; the worker looks again.
  const isCounted = found?.token !== 'usdt' || found.transfers !== null || order.status !== 'pending_review';
  if (!found || !isCounted) return [{ name: 'chain', value: 'not_looked_up', agrees: false }, ...known];
  return [
    { name: 'chain', value: found.state, agrees: found.state === 'final' },
    ...(await evidenceOf(tx, order, found, network?.confirmations)),
    ...known,
  ];
}

/** What is told of a transfer that was found. One from an address of ours is none that an owner has sent: what is swept or filled up anybody may read on the chain. */
async function evidenceOf(tx: Tx, order: ReviewOrder, found: LookedUp, needed: number | undefined): Promise<ReviewEvidence[]> {
  const { state, token, recipient, confirmations, mined_at } = found;
  if (state !== 'confirming' && state !== 'final') return [];
  const depth = needed === undefined ? String(confirmations) : `${Math.min(confirmations, needed)}/${needed}`;
  const isDeep: ReviewEvidence = { name: 'chain_confirmations', value: depth, agrees: state === 'final' };
  if (token !== 'usdt') return [isDeep, ...(token === '' ? [] : [{ name: 'chain_token', value: token, agrees: false } as const])];
  return [
    isDeep,
    { name: 'chain_token', value: token, agrees: true },
    { name: 'chain_recipient', value: recipient, agrees: recipient === order.address },
    ...amountEvidence(order, found),
    ...(mined_at === null ? [] : [minedEvidence(order, mined_at)]),
    await senderEvidence(tx, order, found),
  ];
}

/** How much has come. Of several transfers to the address of everybody each may be another's: the sum says nothing, and which is whose is for people to find out. */
function amountEvidence(order: ReviewOrder, { recipient, amount, transfers, amounts }: LookedUp): ReviewEvidence[] {
  const told = BigInt(order.other_amount ?? 0);
  const sum = `${formatAmount(amount, USDT_DECIMALS)} ${USDT}`;
  if (transfers === null || transfers < 2) {
    return [{ name: 'chain_amount', value: sum, agrees: recipient === order.address && amount === told }];
  }
  // The driver gives lists of whole numbers as text.
  const each = (amounts ?? []).map(BigInt);
  const shown = firstOf(each.map((one) => formatAmount(one, USDT_DECIMALS))).join(' + ');
  const which = each.includes(told) ? 'one_of_several' : 'none_of_several';
  return [
    { name: 'chain_amount', value: sum },
    { name: 'chain_transfers', value: `${shown} ${USDT}`, agrees: false },
    { name: 'chain_told', value: amount === told ? 'all_of_several' : which },
  ];
}

/** From whom it has come. One that is blocked, or ours, speaks against all of it. */
async function senderEvidence(tx: Tx, order: ReviewOrder, { sender, senders }: LookedUp): Promise<ReviewEvidence> {
  const all = senders && senders.length > 0 ? senders : [sender];
  const unlikely = await tx.query(
    `select from blocked_address where address = any ($1::text[])
     union all select from address_directory where network = $2 and address = any ($1::text[])
     union all select from chain_holding where network = $2 and address = any ($1::text[])`,
    [all, order.network],
  );
  return { name: 'chain_sender', value: firstOf(all).join(', '), ...(unlikely.rowCount !== 0 && { agrees: false }) };
}

/** The first of many, and how many they are. */
function firstOf(all: readonly string[]): string[] {
  return all.length > MOST_SHOWN ? [...all.slice(0, MOST_SHOWN), `… (${all.length})`] : [...all];
}

function minedEvidence({ create_time }: ReviewOrder, minedAt: Date): ReviewEvidence {
  const agrees = minedAt.getTime() <= create_time.getTime() + MINED_WITHIN_MS;
  return { name: 'chain_mined', value: agrees ? 'in_time' : 'late', agrees };
}

/** Where the transfer has gone that is told: to whose own address, and by which order it was credited. */
async function creditedEvidence(tx: Tx, order: ReviewOrder): Promise<ReviewEvidence[]> {
  const [deposit] = await creditedByChain(tx, [order]);
  return deposit ? [{ name: 'chain_credited', value: deposit.serial_number ?? deposit.address, agrees: false }] : [];
}

/** Whether the same transfer was told for another coin before: between two rates of two coins nobody chooses afterwards. */
async function toldBeforeEvidence(tx: Tx, order: ReviewOrder): Promise<ReviewEvidence[]> {
  const before = await otherCoinsTakenBack(tx, order);
  if (before.length === 0) return [];
  return [{ name: 'told_before', value: before.map(({ coin, rate }) => `${rate} ${coin}`).join(', '), agrees: false }];
}
