import type { OutputOf } from '@purser/contract/call';
import * as calls from '@purser/contract/features/wallet-withdrawal';
import { LONGEST_ADDRESS } from '@purser/contract/limits';
import { type PayerRenderer, usdtWithdrawalPage } from '@purser/contract/payer-pages';
import { typedAmount } from '@purser/contract/typed-amount';
import { uuidv7 } from 'uuidv7';
import { agreementFirst } from '../../domain/agreement-first.ts';
import { loginPath } from '../../domain/payer-login.ts';
import { unkeyed } from '../../platform/commands/write.ts';
import { typedMinor } from '../../platform/http/asked-amount.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { keyedForm, pageNumber, readForm } from '../../platform/http/payer-form.ts';
import { payerPage, type PayerPageRoute, show, signedIn } from '../../platform/http/payer-pages.ts';
import { problemOf, type Texts } from '../../platform/http/payer-request.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { walletWithdrawals } from './list.ts';
import type { WalletWithdrawals } from './wallet-service.ts';

const PAGE_SIZE = 20;
const HERE = '/wallet/usdt-withdrawal';
const DONE = ['asked', 'cancelled', 'address'] as const;

type Setting = OutputOf<typeof calls.walletWithdrawalSetting>;
type Quote = OutputOf<typeof calls.walletWithdrawalQuote>;

/** What the page needs to know of the wallet itself. */
interface WalletStanding {
  overview(userId: number): Promise<{ readonly has_payment_password: boolean }>;
}

/** Withdrawing USDT from the wallet, as a page of plain forms. */
export function usdtWithdrawalPages(
  platform: Platform,
  withdrawals: WalletWithdrawals,
  wallet: WalletStanding,
  renderer: PayerRenderer,
): PayerPageRoute[] {
  const quoteOf = async (userId: number, asked: Texts, { needs_identity, coins, networks }: Setting): Promise<Quote | null> => {
    const { coin_id = '', network = '', withdrawal_count: typed = '' } = asked;
    if (typed === '') return null;
    if (needs_identity) throw refuse('withdrawal_needs_identity');
    const decimals = platform.db.coins.find(coin_id)?.decimals;
    if (decimals !== undefined) typedMinor(typed, decimals, 'withdrawal_count');
    const quote = await withdrawals.quote(userId, readForm(calls.walletWithdrawalQuote.input, asked));
    // No payment password is asked for in vain.
    if (coins.some(({ coin_name, is_on }) => coin_name === coin_id && !is_on)) throw refuse('coin_off', { coin: coin_id });
    if (networks.every((open) => open.network !== network)) throw refuse('payout_network_off', { network });
    return quote;
  };
  return [
    payerPage(usdtWithdrawalPage, {
      async show(asked) {
        const { request, session, query, language } = asked;
        if (!session) return { goTo: loginPath(request.url) };
        const agreement = await agreementFirst(platform, asked, session);
        if (agreement) return agreement;
        const userId = session.ownerId;
        const number = pageNumber(query['page']);
        const [setting, records, { has_payment_password }] = await Promise.all([
          withdrawals.setting(userId),
          walletWithdrawals.page(platform.db, { page: number, page_size: PAGE_SIZE, sort_order: 'desc' }, { ownerId: userId, language }),
          wallet.overview(userId),
        ]);
        const { network, address = '' } = asked.typed;
        const coin_id = query['coin_id'] ?? setting.coins[0]?.coin_name ?? '';
        const wish = {
          coin_id,
          network: query['network'] ?? setting.networks[0]?.network ?? '',
          withdrawal_count: typedAmount(query['withdrawal_count'] ?? '', coin_id),
        };
        const labelOf = (field: string): string => renderer.fieldLabel(usdtWithdrawalPage.name, field, language);
        const quote = await quoteOf(userId, wish, setting).catch(refusalIn);
        const reader = { language, wholeCoins: platform.db.coins.whole };
        const { refused, ...worked } =
          quote instanceof Refusal ? { quote: null, refused: problemOf(quote, reader, labelOf).detail } : { quote, refused: null };
        const done = DONE.find((one) => one === query['done']) ?? null;
        return show(usdtWithdrawalPage, {
          setting,
          records,
          paging: { page: number, pages: Math.ceil(records.total / PAGE_SIZE) },
          asked: wish,
          ...worked,
          refused,
          typed: network === undefined ? null : { network, address },
          key: uuidv7(),
          has_payment_password,
          done,
        });
      },
      acts: {
        add: {
          async act(asked) {
            const { key: _, ...said } = asked.form;
            const input = readForm(calls.walletWithdrawalAdd.input, said);
            await withdrawals.add(input, keyedForm(platform, asked, calls.walletWithdrawalAdd, input));
            return `${HERE}?done=asked`;
          },
          toldAt: ({ form }, { outcome }) => told(outcome, askedAgain(form)),
        },
        cancel: {
          async act(asked) {
            const input = readForm(calls.walletWithdrawalCancel.input, { order_no: asked.form['order_no'] });
            await withdrawals.cancel(input, unkeyed(signedIn(asked), clientAddress(asked.request)));
            return `${HERE}?done=cancelled`;
          },
          toldAt: (_asked, { outcome }) => told(outcome, HERE),
        },
        address: {
          async act(asked) {
            const { network, address, payment_password } = asked.form;
            const input = readForm(calls.walletPayoutAddressEdit.input, { network, address, payment_password });
            await withdrawals.editAddress(input, unkeyed(signedIn(asked), clientAddress(asked.request)));
            return `${HERE}?done=address#addresses`;
          },
          toldAt: (_asked, { outcome }) => told(outcome, HERE),
          typed: ({ address = '', network = '' }) => ({ address: address.slice(0, LONGEST_ADDRESS), network: network.slice(0, 32) }),
        },
      },
    }),
  ];
}

function told(outcome: string, here: string): string {
  return outcome === 'unauthenticated' ? loginPath(here) : here;
}

/** The page as it was when the refused form was sent. */
function askedAgain({ coin_id = '', network = '', withdrawal_count = '' }: Texts): string {
  return `${HERE}?${new URLSearchParams({ coin_id, network, withdrawal_count }).toString()}`;
}

function refusalIn(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}
