import type { OutputOf, ParsedInputOf } from '@purser/contract/call';
import type { userWithdrawalApproval, userWithdrawalDetail, userWithdrawalReject } from '@purser/contract/features/user-withdrawal';
import { moveReviewOrders } from '../../domain/review-order.ts';
import { answerOf, confirmedWrite } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Answer, MerchantContext } from '../../platform/http/route.ts';
import { type RowOutcome, shownOutcome } from '../../platform/http/row-outcome.ts';
import type { Platform } from '../../platform/platform.ts';
import { actorOf } from '../../platform/security/member-login.ts';
import { userWithdrawals } from './kind.ts';
import { findWithdrawal } from './queries.ts';
import { type UserWithdrawal, userWithdrawalOf } from './view.ts';

type Decided = OutputOf<typeof userWithdrawalApproval>;

/** A merchant's decisions on what its users take out. */
export class UserWithdrawals {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  async detail(which: ParsedInputOf<typeof userWithdrawalDetail>, { merchantId }: MerchantContext): Promise<UserWithdrawal> {
    const { db } = this.#platform;
    return db.scoped(merchantId, async (tx) => userWithdrawalOf(await findWithdrawal(tx, merchantId, which), tx.coins));
  }

  approve(input: ParsedInputOf<typeof userWithdrawalApproval>, context: MerchantContext): Promise<Decided | Answer<Decided>> {
    return this.#decide(input, context, { event: 'approve' });
  }

  reject(input: ParsedInputOf<typeof userWithdrawalReject>, context: MerchantContext): Promise<Decided | Answer<Decided>> {
    return this.#decide(input, context, { event: 'reject', remark: input.remark });
  }

  async #decide(
    input: ParsedInputOf<typeof userWithdrawalApproval>,
    context: MerchantContext,
    decision: { readonly event: 'approve' } | { readonly event: 'reject'; readonly remark: string },
  ): Promise<Decided | Answer<Decided>> {
    const { merchantId, language } = context;
    const decided = await confirmedWrite<readonly Kept[]>(this.#platform, input, context, {
      // Whom the money goes to is looked at, and is nobody of the merchant's own.
      acrossOwners: true,
      act: async (tx) => {
        const by = { kind: 'merchant', id: actorOf(merchantId, context.session.member), name: await reviewerOf(tx, context) } as const;
        const moves = input.serial_numbers.map((serialNumber) => ({ ownerId: merchantId, serialNumber, by, ...decision }));
        const results = await moveReviewOrders(tx, this.#platform, userWithdrawals, moves);
        const [first] = results;
        if (results.length === 1 && first instanceof Refusal) throw first;
        return results.map((result, index): Kept => ({
          serial_number: input.serial_numbers[index] ?? '',
          ...(result instanceof Refusal ? { outcome: result.outcome, values: result.values } : { outcome: 'ok', values: {} }),
        }));
      },
      audit: (rows) => ({
        action: `user_withdrawal.${decision.event}`,
        details: {
          serial_numbers: rows.filter(({ outcome }) => outcome === 'ok').map(({ serial_number }) => serial_number),
          ...(decision.event === 'reject' && { remark: decision.remark }),
        },
      }),
    });
    return answerOf(decided, (rows) => ({
      done: rows.filter(({ outcome }) => outcome === 'ok').length,
      list: rows.map(({ serial_number, ...row }) => ({ serial_number, ...shownOutcome(row, language) })),
    }));
  }
}

/** What became of one withdrawal, as it is kept. */
interface Kept extends RowOutcome {
  readonly serial_number: string;
}

/** How the records name whoever decides. */
async function reviewerOf(tx: Tx, { merchantId, session }: MerchantContext): Promise<string> {
  if (session.member) return session.member.username;
  const { username } = await tx
    .selectFrom('merchant')
    .select('username')
    .where('merchant_id', '=', BigInt(merchantId))
    .executeTakeFirstOrThrow();
  return username;
}
