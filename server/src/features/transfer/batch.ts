import { merchantAddress } from '@purser/contract/address';
import type { OutputOf } from '@purser/contract/call';
import type { transferAdd } from '@purser/contract/features/transfer';
import { formatAmount } from '@purser/contract/money';
import { newSerialNumber } from '@purser/contract/serial';
import { planTransfer } from '@purser/ledger/posting';
import { uuidv7 } from 'uuidv7';
import { coinTerms } from '../../domain/coin-terms.ts';
import type { MoneyBatch } from '../../platform/commands/money-batch.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { announce } from '../../platform/streams/hub.ts';
import { insertTransfers, type NewTransfer, parties } from './queries.ts';
import { agreeTerms, type TransferParty, type TransferRequest } from './terms.ts';

export type TransferRecord = OutputOf<typeof transferAdd>;

export interface TransferCommand extends TransferRequest {
  readonly remark: string;
  readonly idempotencyKey: string | undefined;
  readonly requestHash: Buffer;
  /** After this time of the database's the transfer is not made any more. */
  readonly deadline: Date;
}

interface World {
  /** The senders', who bear the fees. */
  readonly terms: Awaited<ReturnType<typeof coinTerms>>;
  readonly known: ReadonlyMap<number, TransferParty>;
}

type Plan = Omit<NewTransfer, 'createTime'>;

/** Transfers between merchants, in order, each whole or not at all. */
export const transfers: MoneyBatch<TransferCommand, World, Plan, TransferRecord> = {
  name: 'transfer',
  fairnessKey: ({ from }) => from,
  claim: ({ from, idempotencyKey, requestHash }) => ({ ownerId: from, key: idempotencyKey, requestHash }),

  lock: async (tx, commands) => {
    const senders = commands.map(({ from, coin }) => ({ merchantId: from, coin }));
    const merchants = commands.flatMap(({ from, to }) => [from, to]);
    const [terms, known] = await Promise.all([coinTerms(tx, senders), parties(tx, merchants)]);
    return { terms, known };
  },

  plan: (command, { terms, known }) => {
    const { from, to, coin, remark } = command;
    const agreed = agreeTerms(command, terms.of({ merchantId: from, coin }), known.get(from), known.get(to));
    const { amount, fee } = agreed;
    const serialNumber = newSerialNumber('transfer');
    const posting = planTransfer({
      owner_id: from,
      posting_id: uuidv7(),
      serial_number: serialNumber,
      from,
      to,
      coin,
      amount_minor: amount,
      fee_minor: fee,
    });
    const names = { fromName: known.get(from)?.name ?? '', toName: known.get(to)?.name ?? '' };
    return { posting, serialNumber, from, to, ...names, coin, ...agreed, remark };
  },

  refusal: ({ outcome }) => {
    if (outcome === 'insufficient') return refuse('insufficient_balance');
    if (outcome === 'account_missing') return refuse('market_not_enabled');
    // A fresh id cannot be a replay.
    return undefined;
  },

  apply: async (_tx, made) => {
    const done = made.map(({ plan, postedAt }) => ({ ...plan, createTime: postedAt }));
    const touched = [...new Set(done.flatMap(({ from, to }) => [from, to]))];
    const changed = touched.map((merchantId) => [merchantId, ['transfers', 'balances']] as const);
    return {
      results: done.map(recordOf),
      write: async (last) => {
        await insertTransfers(last, done);
        await announce(last, { merchants: changed });
      },
    };
  },

  halves: {
    home: ({ from }) => from,
    keep: ({ amount, fee, settlement, ...plan }): Kept => ({
      ...plan,
      posting: undefined,
      amount: String(amount),
      fee: String(fee),
      settlement: String(settlement),
    }),
    // The recipient agreed to nothing that could have changed since: the account is open, and the money is taken.
    resume: async (_tx, crossings) =>
      crossings.map(({ kept, crossing }) => {
        const { amount, fee, settlement, ...plan } = kept as Kept;
        return { ...plan, posting: crossing.second, amount: BigInt(amount), fee: BigInt(fee), settlement: BigInt(settlement) };
      }),
    refusal: () => refuse('busy'),
  },
};

/** A plan as it is kept for the second half. */
type Kept = Omit<Plan, 'posting' | Minor> & { readonly posting: undefined } & Readonly<Record<Minor, string>>;
type Minor = 'amount' | 'fee' | 'settlement';

function recordOf(transfer: NewTransfer): TransferRecord {
  const { decimals } = transfer;
  return {
    serial_number: transfer.serialNumber,
    payment_merchant_id: transfer.from,
    payment_merchant_name: transfer.fromName,
    receipt_merchant_id: transfer.to,
    receipt_merchant_name: transfer.toName,
    payment_address: merchantAddress(transfer.from),
    receipt_address: merchantAddress(transfer.to),
    coin_name: transfer.coin,
    transfer_amount: formatAmount(transfer.amount, decimals),
    transfer_fee: formatAmount(transfer.fee, decimals),
    internal_transfer_fee: formatAmount(0n, decimals),
    settlement_amount: formatAmount(transfer.settlement, decimals),
    transfer_type: 'transfer',
    transfer_status: 'completed',
    remark: transfer.remark,
    create_time: transfer.createTime.toISOString(),
  };
}
