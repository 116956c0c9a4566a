import { walletMarketEnable, walletPaymentPasswordSet } from '@purser/contract/features/wallet';
import {
  paymentPasswordPage,
  walletLoginPage,
  walletPage,
  type PayerRenderer,
  type ReceivedAdjustment,
} from '@purser/contract/payer-pages';
import { agreementFirst } from '../../domain/agreement-first.ts';
import { AUDIENCES_OF } from '../../domain/agreements.ts';
import { loginDraft, loginPath, type PayerLogin } from '../../domain/payer-login.ts';
import { countUnreadAnnouncements } from '../../domain/published-content.ts';
import { unkeyed } from '../../platform/commands/write.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { pageNumber, readForm } from '../../platform/http/payer-form.ts';
import {
  payerPage,
  safePath,
  show,
  signedIn,
  suspendedTold,
  type PageAnswer,
  type PayerPageRoute,
} from '../../platform/http/payer-pages.ts';
import type { PayerRequest, Texts } from '../../platform/http/payer-request.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Session } from '../../platform/security/sessions.ts';
import type { Wallet } from './service.ts';

const PAGE_SIZE = 20;
const HOME = '/wallet';

/** What merchants have added to a user's balance that waits to be confirmed. */
type WaitingOf = (userId: number) => Promise<readonly ReceivedAdjustment[]>;

/** What the wallet shows that is not the wallet's own. */
interface Beside {
  readonly waitingOf: WaitingOf;
  /** Has the provider stated what it owes? */
  readonly hasLiabilities: () => Promise<boolean>;
  /** Whether the wallet shows the way to confirming by face. */
  readonly hasFace: (userId: number) => Promise<boolean>;
}

/** The wallet as pages and plain forms. */
export function walletPages(
  platform: Platform,
  wallet: Wallet,
  login: PayerLogin,
  renderer: PayerRenderer,
  beside: Beside,
): PayerPageRoute[] {
  return [
    payerPage(walletLoginPage, {
      acts: {
        login: {
          async act(asked) {
            return { goTo: safePath(asked.form['next']), signedIn: await login.login(asked) };
          },
          toldAt: ({ form }) => loginPath(safePath(form['next'])),
          typed: login.typed,
        },
      },
    }),

    payerPage(walletPage, {
      async show(asked) {
        if (asked.session)
          return (await agreementFirst(platform, asked, asked.session)) ?? showWallet(platform, wallet, beside, asked, asked.session);
        const draft = loginDraft(asked, {
          challenge: login.challenge(asked),
          areaCodes: renderer.areaCodes(asked.language),
          may_register: await login.mayRegister(),
        });
        const next = safePath(asked.query['next']);
        return show(walletLoginPage, { login: draft, next, recovered: asked.query['recovered'] === '1' }, suspendedTold(asked));
      },
      acts: {
        logout: {
          async act(asked) {
            await login.logout(asked);
            return HOME;
          },
          toldAt: () => HOME,
        },
        enable: {
          async act(asked) {
            const input = walletMarketEnable.input.safeParse({ market: asked.form['market'] });
            if (!input.success) throw refuse('market_unknown');
            await wallet.enableMarket(input.data, unkeyed(signedIn(asked), clientAddress(asked.request)));
            return safePath(asked.form['next']);
          },
          toldAt({ form }, { outcome }) {
            const back = safePath(form['next']);
            return outcome === 'unauthenticated' ? loginPath(back) : back;
          },
        },
      },
    }),

    payerPage(paymentPasswordPage, {
      async show({ request, session, query }) {
        if (!session) return { goTo: loginPath(request.url) };
        const { nick, has_payment_password, held_until } = await wallet.paymentPassword(session.ownerId);
        const next = safePath(query['next']);
        return show(paymentPasswordPage, { nick, has_payment_password, held_until: held_until?.toISOString() ?? null, next });
      },
      acts: {
        save: {
          async act(asked) {
            const session = signedIn(asked);
            const context = { ...unkeyed(session, clientAddress(asked.request)), session };
            await wallet.setPaymentPassword(paymentPasswords(asked.form), context);
            const next = safePath(asked.form['next']);
            return next === HOME ? `${HOME}?saved=1` : next;
          },
          toldAt({ form }, { outcome }) {
            const here = `${paymentPasswordPage.path}?next=${encodeURIComponent(safePath(form['next']))}`;
            return outcome === 'unauthenticated' ? loginPath(here) : here;
          },
        },
      },
    }),
  ];
}

async function showWallet(
  { db }: Platform,
  wallet: Wallet,
  { waitingOf, hasLiabilities, hasFace }: Beside,
  { query, language }: PayerRequest,
  { ownerId }: Session,
): Promise<PageAnswer> {
  const coin = wallet.knownCoin(query['coin'] ?? '');
  const page = pageNumber(query['page']);
  const [overview, waiting, records, unread, has_liabilities, has_face] = await Promise.all([
    wallet.overview(ownerId),
    waitingOf(ownerId),
    wallet.records({ page, page_size: PAGE_SIZE, sort_order: 'desc', coin_name: coin ?? undefined }, { ownerId, language }),
    countUnreadAnnouncements(db.system, ownerId, AUDIENCES_OF.user),
    hasLiabilities(),
    hasFace(ownerId),
  ]);
  const filter = { coin_name: coin, page, page_size: PAGE_SIZE };
  const password_saved = query['saved'] === '1';
  return show(walletPage, { overview, records, waiting, filter, password_saved, unread, has_liabilities, has_face });
}

function paymentPasswords({ login_password, payment_password, payment_password_again }: Texts) {
  return readForm(walletPaymentPasswordSet.input, { login_password, payment_password, payment_password_again });
}
