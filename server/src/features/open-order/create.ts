import { coinOfMarket, decimalsOf, MARKETS, type CoinCode } from '@purser/contract/coin';
import type { Language } from '@purser/contract/language';
import { feeOf, formatAmount, parseAmount } from '@purser/contract/money';
import { newSerialNumber } from '@purser/contract/serial';
import type { CommandResult } from '../../platform/commands/batcher.ts';
import { claimKeys, settleKeys, type ClaimResult } from '../../platform/commands/idempotency.ts';
import { openOrderOf, recordOrderEvents, type OpenOrder, type PaymentOrder } from '../../domain/order-events.ts';
import { newOrderToken } from '../../domain/order-token.ts';
import { refuse, type Refusal } from '../../platform/http/refusal.ts';
import { noteNonces, type SignedCaller } from '../../platform/security/signed-requests.ts';
import { insertOrders, loadTerms, type NewOrder, type Terms } from './queries.ts';
import type { Tx } from '../../platform/database/tx.ts';

/** What a merchant's system asked for, already valid by itself. */
export interface CreateCommand {
  readonly caller: SignedCaller;
  readonly idempotencyKey: string | undefined;
  readonly requestHash: Buffer;
  /** After this time of the database's the order is not made any more. */
  readonly deadline: Date;
  readonly orderId: string;
  readonly coin: CoinCode;
  readonly amount: string;
  readonly externalAccount: string;
  readonly description: string;
  readonly returnAddress: string | undefined;
  readonly language: Language | undefined;
  readonly lifetimeMin: number | undefined;
}

/** `replayed`: the idempotency key had been used for the same request, and this is its first answer. */
export interface Created {
  readonly replayed: boolean;
  readonly order: OpenOrder;
}

type Outcome = Created | Refusal;

/**
 * Creates many orders in one transaction, one statement for each step whatever their number. A refused command
 * disturbs none of its neighbours; its nonce stays used.
 */
export async function createOrders(tx: Tx, publicUrl: string, commands: readonly CreateCommand[]): Promise<CommandResult<Created>[]> {
  const fresh = await noteNonces(
    tx,
    commands.map(({ caller }) => caller),
  );
  // Only a command whose nonce is new may touch its idempotency key: a replayed request has no effect at all.
  const signed = commands.filter((_, index) => fresh[index]);
  const claims = signed.map(({ caller, idempotencyKey, requestHash }) => ({
    ownerId: caller.merchantId,
    key: idempotencyKey,
    requestHash,
  }));
  const claimed = await claimKeys(tx, claims);
  const fromClaims = new Map(signed.map((command, index) => [command, outcomeOfClaim(claimed[index])]));
  const created = await insertAll(
    tx,
    publicUrl,
    signed.filter((command) => fromClaims.get(command) === undefined),
  );
  const outcomes = commands.map((command): Outcome => fromClaims.get(command) ?? created.get(command) ?? refuse('nonce_replayed'));
  const outcomeOf = new Map(commands.map((command, index) => [command, outcomes[index]]));
  // Only keys claimed just now are settled: a replayed one keeps its first answer.
  const toSettle = signed.map((command, index) => ({ claim: claims[index], command })).filter(({ command }) => created.has(command));
  await settleKeys(
    tx,
    toSettle.flatMap(({ claim }) => (claim ? [claim] : [])),
    toSettle.map(({ command }) => toKeep(outcomeOf.get(command))),
  );
  return outcomes.map((outcome) => (outcome instanceof Error ? { ok: false, refusal: outcome } : { ok: true, value: outcome }));
}

function toKeep(outcome: Outcome | undefined): OpenOrder | Refusal | undefined {
  return outcome instanceof Error ? outcome : outcome?.order;
}

/** What a claim already decides; undefined where the command is to be run. */
function outcomeOfClaim(claim: ClaimResult | undefined): Outcome | undefined {
  switch (claim?.kind) {
    case 'replay':
      return { replayed: true, order: claim.answer as OpenOrder };
    case 'mismatch':
      return refuse('idempotency_mismatch');
    case 'refused':
      return claim.refusal;
    case 'in_progress':
      return refuse('request_in_progress');
    default:
      return undefined;
  }
}

async function insertAll(tx: Tx, publicUrl: string, commands: readonly CreateCommand[]): Promise<Map<CreateCommand, Outcome>> {
  const outcomes = new Map<CreateCommand, Outcome>();
  if (commands.length === 0) return outcomes;
  const terms = await loadTerms(
    tx,
    commands.map(({ caller }) => caller.merchantId),
  );
  const planned = new Map<string, { command: CreateCommand; order: NewOrder }>();
  for (const command of commands) {
    const order = plan(command, terms);
    if (order instanceof Error) outcomes.set(command, order);
    else planned.set(order.serialNumber, { command, order });
  }
  const inserted = await insertOrders(
    tx,
    [...planned.values()].map(({ order }) => order),
  );
  await recordOrderEvents(
    tx,
    publicUrl,
    inserted.map((order) => ({ type: 'order.created', order })),
  );
  const bySerial = new Map<string, PaymentOrder>(inserted.map((order) => [order.serial_number, order]));
  for (const [serialNumber, { command }] of planned) {
    const order = bySerial.get(serialNumber);
    outcomes.set(command, order ? { replayed: false, order: openOrderOf(order, publicUrl) } : refuse('merchant_order_duplicate'));
  }
  return outcomes;
}

/** The order's row, or the first refusal in the contract's order of precedence. */
function plan(command: CreateCommand, terms: Terms): NewOrder | Refusal {
  const merchant = terms.merchants.get(command.caller.merchantId);
  const coin = terms.coins.get(command.coin);
  if (command.deadline < terms.now) return refuse('too_late');
  if (!merchant || merchant.status === 'suspended') return refuse('merchant_suspended');
  const enabled = MARKETS.some((market) => merchant.markets.includes(market) && coinOfMarket(market) === command.coin);
  if (!coin || !enabled) return refuse('market_not_enabled');
  const decimals = decimalsOf(command.coin);
  const amount = parseAmount(command.amount, decimals);
  if (typeof amount !== 'bigint' || amount < coin.order_minimum || amount > coin.order_maximum) {
    return refuse('order_amount_out_of_range', {
      minimum: formatAmount(coin.order_minimum, decimals),
      maximum: formatAmount(coin.order_maximum, decimals),
    });
  }
  const handlingFee = feeOf(amount, coin.payment_fee_bp);
  if (handlingFee >= amount) return refuse('fee_exceeds_amount');
  return {
    merchantId: command.caller.merchantId,
    serialNumber: newSerialNumber('payment'),
    orderId: command.orderId,
    token: newOrderToken(command.caller.merchantId),
    coin: command.coin,
    amount,
    handlingFee,
    externalAccount: command.externalAccount,
    description: command.description,
    returnAddress: command.returnAddress ?? merchant.return_address,
    language: command.language ?? null,
    lifetimeMin: command.lifetimeMin ?? merchant.order_lifetime_min,
  };
}
