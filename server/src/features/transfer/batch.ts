import type { OutputOf } from '@purser/contract/call';
import { type CoinCode, decimalsOf } from '@purser/contract/coin';
import { merchantAddress } from '@purser/contract/address';
import type { transferAdd } from '@purser/contract/features/transfer';
import { formatAmount } from '@purser/contract/money';
import { newSerialNumber } from '@purser/contract/serial';
import { planTransfer } from '@purser/ledger/posting';
import { postBatch, type PostingResult } from '@purser/ledger/store';
import { uuidv7 } from 'uuidv7';
import { lockedBy, type CommandResult } from '../../platform/commands/batcher.ts';
import { announce } from '../../platform/streams/hub.ts';
import { claimKeys, type ClaimResult, settleKeys } from '../../platform/commands/idempotency.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import { Answer } from '../../platform/http/route.ts';
import { coinTerms, insertTransfers, parties, type NewTransfer } from './queries.ts';
import { agreeTerms, type TransferRequest } from './terms.ts';
import type { Tx } from '../../platform/database/tx.ts';

type TransferRecord = OutputOf<typeof transferAdd>;

export interface TransferCommand extends TransferRequest {
  readonly remark: string;
  readonly idempotencyKey: string | undefined;
  readonly requestHash: Buffer;
  /** After this time of the database's the transfer is not made any more. */
  readonly deadline: Date;
}

type Result = CommandResult<TransferRecord | Answer<TransferRecord>>;

/** Transfers, in order, each whole or not at all, in one set-based transaction. */
export async function transferBatch(
  tx: Tx,
  { ledgerKey, skipLocked = false }: { readonly ledgerKey: Buffer; readonly skipLocked?: boolean },
  commands: readonly TransferCommand[],
): Promise<Result[]> {
  const claims = commands.map(({ from, idempotencyKey, requestHash }) => ({ ownerId: from, key: idempotencyKey, requestHash }));
  const claimed = await claimKeys(tx, claims);
  const terms = await coinTerms(
    tx,
    commands.map(({ coin }) => coin),
  );
  const known = await parties(
    tx,
    commands.flatMap(({ from, to }) => [from, to]),
  );

  const results: (Result | undefined)[] = claimed.map(resultOfClaim);
  const planned = commands.flatMap((command, index) => {
    if (results[index]) return [];
    try {
      return [{ index, transfer: plan(command, terms, known) }];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      results[index] = { ok: false, refusal: error };
      return [];
    }
  });

  const posted = await postBatch(
    tx,
    ledgerKey,
    planned.map(({ transfer }) => transfer.posting),
    { skipLocked },
  );
  const done: NewTransfer[] = [];
  for (const [place, { index, transfer }] of planned.entries()) {
    const outcome = posted[place] as PostingResult;
    if (outcome.outcome !== 'posted') {
      results[index] = notPosted(outcome);
      continue;
    }
    const transferred = { ...transfer, createTime: outcome.posted_at };
    done.push(transferred);
    results[index] = { ok: true, value: recordOf(transferred) };
  }
  await insertTransfers(tx, done);

  const fresh = claims
    .map((claim, index) => ({ claim, result: results[index] as Result }))
    .filter((_, index) => claimed[index]?.kind === 'fresh');
  await settleKeys(
    tx,
    fresh.map(({ claim }) => claim),
    fresh.map(({ result }) => (result.ok ? result.value : 'refusal' in result ? result.refusal : undefined)),
  );
  const touched = new Set(done.flatMap(({ from, to }) => [from, to]));
  await announce(tx, { merchants: [...touched].map((merchantId) => [merchantId, ['transfers', 'balances']] as const) });
  return results as Result[];
}

function resultOfClaim(claim: ClaimResult): Result | undefined {
  switch (claim.kind) {
    case 'fresh':
      return undefined;
    case 'replay':
      return { ok: true, value: new Answer('already_done', claim.answer as TransferRecord) };
    case 'mismatch':
      return { ok: false, refusal: refuse('idempotency_mismatch') };
    case 'refused':
      return { ok: false, refusal: claim.refusal };
    case 'in_progress':
      return { ok: false, refusal: refuse('request_in_progress') };
  }
}

function plan(
  command: TransferCommand,
  terms: Awaited<ReturnType<typeof coinTerms>>,
  known: Awaited<ReturnType<typeof parties>>,
): Omit<NewTransfer, 'createTime'> {
  const { from, to, coin, remark } = command;
  const { amount, fee, settlement } = agreeTerms(command, terms.get(coin), known.get(from), known.get(to));
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
  return { posting: { ...posting, deadline: command.deadline }, serialNumber, from, to, ...names, coin, amount, fee, settlement, remark };
}

function notPosted(outcome: PostingResult): Result {
  switch (outcome.outcome) {
    case 'insufficient':
      return { ok: false, refusal: refuse('insufficient_balance') };
    case 'account_missing':
      return { ok: false, refusal: refuse('market_not_enabled') };
    case 'late':
      return { ok: false, refusal: refuse('too_late') };
    case 'locked':
      return { ok: false, locked: lockedBy(outcome.account) };
    default:
      // A fresh id cannot be a replay, and what was planned here is balanced.
      return { ok: false, refusal: new Error(`a transfer's posting came back as ${outcome.outcome}`) };
  }
}

function recordOf(transfer: NewTransfer): TransferRecord {
  const decimals = decimalsOf(transfer.coin);
  return {
    serial_number: transfer.serialNumber,
    payment_merchant_id: transfer.from,
    payment_merchant_name: transfer.fromName,
    receipt_merchant_id: transfer.to,
    receipt_merchant_name: transfer.toName,
    payment_address: merchantAddress(transfer.from),
    receipt_address: merchantAddress(transfer.to),
    coin_name: transfer.coin as CoinCode,
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
