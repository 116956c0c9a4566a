import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { transferAdd, transferQueryBalance } from '@purser/contract/features/transfer';
import { feeOf, formatAmount, formatRate } from '@purser/contract/money';
import { coinTerms } from '../../domain/coin-terms.ts';
import { payRecipient } from '../../domain/unknown-parties.ts';
import { deadlineBy } from '../../platform/commands/batcher.ts';
import type { CommandBatcher } from '../../platform/commands/grouped-batcher.ts';
import { moneyBatch } from '../../platform/commands/money-batch.ts';
import { confirmedCommand } from '../../platform/commands/write.ts';
import { askedAmount } from '../../platform/http/asked-amount.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Answer, MerchantContext } from '../../platform/http/route.ts';
import { type TransferCommand, type TransferRecord, transfers } from './batch.ts';
import { availableOf, parties } from './queries.ts';
import { agreeTerms, type TransferRequest } from './terms.ts';

export class TransferService {
  readonly #platform: Platform;
  readonly #transfers: CommandBatcher<TransferCommand, TransferRecord | Answer<TransferRecord>>;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#transfers = moneyBatch(platform, transfers);
  }

  async quote(
    merchantId: number,
    { coin_name, amount }: ParsedInputOf<typeof transferQueryBalance>,
  ): Promise<OutputOf<typeof transferQueryBalance>> {
    const key = { merchantId, coin: coin_name };
    const terms = (await coinTerms(this.#platform.db, [key])).of(key);
    if (!terms) throw refuse('coin_unknown');
    const { decimals } = terms;
    const asked = amount === undefined ? undefined : askedAmount(amount, decimals);
    const fee = asked === undefined ? undefined : feeOf(asked, terms.transfer_fee_bp);
    const money = (minor: bigint) => formatAmount(minor, decimals);
    return {
      coin_name,
      available_asset: money(await availableOf(this.#platform.db, merchantId, coin_name)),
      transfer_minimum: money(terms.transfer_minimum),
      transfer_fee_rate: formatRate(terms.transfer_fee_bp),
      transfer_fee: fee === undefined ? null : money(fee),
      internal_transfer_fee: fee === undefined ? null : money(0n),
      settlement_amount: asked === undefined || fee === undefined ? null : money(asked > fee ? asked - fee : 0n),
    };
  }

  add(input: ParsedInputOf<typeof transferAdd>, context: MerchantContext): Promise<TransferRecord | Answer<TransferRecord>> {
    const { merchantId, idempotencyKey, requestHash } = context;
    const deadline = deadlineBy(this.#platform.clock);
    const { receipt_merchant_id: to, coin_name: coin, amount, settlement_amount: shown } = input;
    const request = { from: merchantId, to, coin, amount, shown };
    const transfer = () =>
      confirmedCommand(this.#platform, input, context, {
        check: () => this.#check(request),
        // The transfer itself is on record by its serial number.
        audit: { action: 'transfer.confirm', details: { to: request.to, coin: request.coin, amount: request.amount } },
        submit: () => this.#transfers.submit({ ...request, remark: input.remark, idempotencyKey, requestHash, deadline }),
      });
    return payRecipient(this.#platform, context, transfer);
  }

  async #check(request: TransferRequest): Promise<void> {
    const { db } = this.#platform;
    const key = { merchantId: request.from, coin: request.coin };
    const [terms, known] = await Promise.all([coinTerms(db, [key]), parties(db.system, [request.from, request.to])]);
    const { amount } = agreeTerms(request, terms.of(key), known.get(request.from), known.get(request.to));
    if ((await availableOf(db, request.from, request.coin)) < amount) throw refuse('insufficient_balance');
  }
}
