import { amount, paymentPassword as paymentPasswordField } from '@purser/contract/fields';
import type { PageProblem } from '@purser/contract/payer-page';
import { bankWithdrawalPage, type PayerRenderer } from '@purser/contract/payer-pages';
import type { BankWithdrawalQuote } from '@purser/contract/wallet-bank';
import { typedAmount } from '@purser/contract/typed-amount';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { agreementFirst } from '../../domain/agreement-first.ts';
import { loginPath } from '../../domain/payer-login.ts';
import { checkPaymentPassword } from '../../domain/payment-password.ts';
import { lockWalletUser, walletBankAccounts, walletMarkets } from '../../domain/wallet-bank.ts';
import { answerOf, keyedWrite, unkeyed } from '../../platform/commands/write.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { typedMinor } from '../../platform/http/asked-amount.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { pageNumber, readForm } from '../../platform/http/payer-form.ts';
import { payerPage, type PayerPageRoute, show, signedIn } from '../../platform/http/payer-pages.ts';
import { problemOf, type Texts } from '../../platform/http/payer-request.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Session } from '../../platform/security/sessions.ts';
import { fiatWithdrawals } from './list.ts';
import { cancelWithdrawal, quoteWithdrawal, requestWithdrawal } from './service.ts';

const HERE = '/wallet/bank-withdrawal';
const PAGE_SIZE = 20;

const wish = z.object({ payment_method_id: z.uuid(), coin_name: z.string().max(12), amount });
/** What is confirmed; `attempt` names it, so that a form that is sent twice asks once. */
const confirmed = wish.extend({ rate: z.string().max(40), count: amount, attempt: z.uuid(), payment_password: paymentPasswordField });

/** Withdrawals of a wallet user to a linked bank card, as a page with plain forms: first what it costs, then the payment password. */
export function bankWithdrawalPages(platform: Platform, renderer: PayerRenderer): PayerPageRoute[] {
  const { db } = platform;
  const withdrawals = fiatWithdrawals(db.coins);
  const toldAt = (asked: { readonly form: Texts }, { outcome }: Refusal): string => {
    const { payment_method_id = '', coin_name = '', amount: typed = '' } = asked.form;
    const here = typed === '' ? HERE : `${HERE}?${new URLSearchParams({ payment_method_id, coin_name, amount: typed }).toString()}`;
    return outcome === 'unauthenticated' ? loginPath(here) : here;
  };
  return [
    payerPage(bankWithdrawalPage, {
      async show(asked) {
        const { request, session, query, language } = asked;
        if (!session) return { goTo: loginPath(request.url) };
        const agreement = await agreementFirst(platform, asked, session);
        if (agreement) return agreement;
        const { ownerId } = session;
        const typed = typedAmount(query['amount'] ?? '', query['coin_name']);
        const { accounts, coins, has_payment_password, quote } = await db.scoped(ownerId, async (tx) => {
          const found = await walletBankAccounts(tx, ownerId);
          const { has_payment_password: has } = await walletMarkets(tx, ownerId);
          return {
            accounts: found.filter(({ status }) => status === 'verified'),
            coins: await ownCoins(tx, ownerId),
            has_payment_password: has,
            quote: await quoteOf(tx, ownerId, { ...query, amount: typed }, (refusal) =>
              problemOf(refusal, { language, wholeCoins: db.coins.whole }, (field) =>
                renderer.fieldLabel(bankWithdrawalPage.name, field, language),
              ),
            ),
          };
        });
        const number = pageNumber(query['page']);
        const records = await withdrawals.page(db, { page: number, page_size: PAGE_SIZE, sort_order: 'desc' }, { ownerId, language });
        return show(bankWithdrawalPage, {
          accounts,
          coins,
          has_payment_password,
          asked: {
            payment_method_id: query['payment_method_id'] ?? '',
            coin_name: query['coin_name'] ?? '',
            amount: typed,
          },
          quote,
          attempt: uuidv7(),
          records: records.list,
          paging: { page: number, pages: Math.ceil(records.total / PAGE_SIZE) },
          done: query['done'] === 'asked' || query['done'] === 'cancelled' ? query['done'] : null,
        });
      },
      acts: {
        request: {
          async act(asked) {
            const session = signedIn(asked);
            const input = readForm(confirmed, asked.form);
            await keyedWrite(platform, unkeyed(session, clientAddress(asked.request)), {
              prepare: () => checkPaymentPassword(platform, session, input.payment_password),
              act: async (tx) => {
                await lockWalletUser(tx, session.ownerId);
                const made = await tx
                  .selectFrom('review_order')
                  .select('serial_number')
                  .where('owner_id', '=', BigInt(session.ownerId))
                  .where('kind', '=', 'fiat_withdrawal')
                  .where('order_id', '=', input.attempt)
                  .executeTakeFirst();
                if (made) return { order_no: made.serial_number };
                const { order_no } = await requestWithdrawal(
                  tx,
                  platform,
                  { ...userOf(session), orderId: input.attempt },
                  { ...input, note: '' },
                );
                return { order_no };
              },
              audit: ({ order_no }) => ({
                action: 'fiat_withdrawal.add',
                details: { order_no, coin: input.coin_name, amount: input.amount },
              }),
            });
            return `${HERE}?done=asked`;
          },
          toldAt,
        },
        cancel: {
          async act(asked) {
            const session = signedIn(asked);
            const order_no = asked.form['order_no'] ?? '';
            await keyedWrite(platform, unkeyed(session, clientAddress(asked.request)), {
              act: async (tx) => answerOf(await cancelWithdrawal(tx, platform, userOf(session), order_no), () => null),
              audit: () => ({ action: 'fiat_withdrawal.cancel', details: { order_no } }),
            });
            return `${HERE}?done=cancelled`;
          },
          toldAt,
        },
      },
    }),
  ];
}

function userOf({ ownerId }: Session) {
  return { ownerId, kind: 'user', id: String(ownerId), name: String(ownerId) } as const;
}

/** The coins that the wallet holds something of, or could, each with what is available. */
async function ownCoins(tx: Tx, userId: number): Promise<{ coin_name: string; available_asset: string }[]> {
  const { rows } = await tx.query<{ coin: string; available: bigint }>(
    `select a.coin::text as coin, a.available from ledger.account a join coin on coin.code = a.coin::text
     where a.owner_id = $1 and a.purpose = 'main' and coin.is_on order by coin.position`,
    [userId],
  );
  return rows.map(({ coin, available }) => ({ coin_name: coin, available_asset: tx.coins.format(available, coin) }));
}

/** What was asked for would cost; null while nothing was. What refuses it is told beside the form, before the payment password is asked for. */
async function quoteOf(tx: Tx, userId: number, query: Texts, tell: (refusal: Refusal) => PageProblem): Promise<BankWithdrawalQuote | null> {
  if ((query['amount'] ?? '') === '') return null;
  try {
    const decimals = tx.coins.find(query['coin_name'] ?? '')?.decimals;
    if (decimals !== undefined) typedMinor(query['amount'] ?? '', decimals);
    return { costs: await quoteWithdrawal(tx, userId, readForm(wish, query)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { outcome, detail } = tell(error);
    return { outcome, problem: detail };
  }
}
