import { isCoinCode } from '@purser/contract/coin';
import { walletPaymentPasswordSet } from '@purser/contract/features/wallet';
import { paymentPasswordPage, walletLoginPage, walletPage, type PayerRenderer } from '@purser/contract/payer-pages';
import { loginDraft, loginPath, type PayerLogin } from '../../domain/payer-login.ts';
import { unkeyed } from '../../platform/commands/write.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { payerPage, safePath, show, signedIn, type PageAnswer, type PayerPageRoute } from '../../platform/http/payer-pages.ts';
import type { PayerRequest, Texts } from '../../platform/http/payer-request.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Session } from '../../platform/security/sessions.ts';
import type { Wallet } from './service.ts';

const PAGE_SIZE = 20;
const HOME = '/wallet';

/** The wallet as pages and plain forms. */
export function walletPages(wallet: Wallet, login: PayerLogin, renderer: PayerRenderer): PayerPageRoute[] {
  return [
    payerPage(walletLoginPage, {
      acts: {
        login: {
          async act(asked) {
            await login.login(asked);
            return safePath(asked.form['next']);
          },
          toldAt: ({ form }) => loginPath(safePath(form['next'])),
          typed: login.typed,
        },
      },
    }),

    payerPage(walletPage, {
      async show(asked) {
        if (asked.session) return showWallet(wallet, asked, asked.session);
        const draft = loginDraft(asked, login.challenge(), renderer.areaCodes(asked.language));
        return show(walletLoginPage, { login: draft, next: safePath(asked.query['next']) });
      },
      acts: {
        logout: {
          async act(asked) {
            await login.logout(asked);
            return HOME;
          },
          toldAt: () => HOME,
        },
      },
    }),

    payerPage(paymentPasswordPage, {
      async show({ request, session, query }) {
        if (!session) return { goTo: loginPath(request.url) };
        const { nick, has_payment_password } = await wallet.overview(session.ownerId);
        return show(paymentPasswordPage, { nick, has_payment_password, next: safePath(query['next']) });
      },
      acts: {
        save: {
          async act(asked) {
            const context = unkeyed(signedIn(asked), clientAddress(asked.request));
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

async function showWallet(wallet: Wallet, { query, language }: PayerRequest, { ownerId }: Session): Promise<PageAnswer> {
  const wished = query['coin'] ?? '';
  const coin = isCoinCode(wished) ? wished : null;
  const page = Math.min(Math.max(1, Math.floor(Number(query['page'] ?? 1)) || 1), 500);
  const [overview, records] = await Promise.all([
    wallet.overview(ownerId),
    wallet.records({ page, page_size: PAGE_SIZE, sort_order: 'desc', coin_name: coin ?? undefined }, { ownerId, language }),
  ]);
  const filter = { coin_name: coin, page, page_size: PAGE_SIZE };
  return show(walletPage, { overview, records, filter, password_saved: query['saved'] === '1' });
}

function paymentPasswords({ login_password = '', payment_password, payment_password_again }: Texts) {
  const input = walletPaymentPasswordSet.input.safeParse({ login_password, payment_password, payment_password_again });
  if (!input.success) throw new Refusal('invalid_input', { field: input.error.issues[0]?.path.join('.') ?? '' }, null);
  return input.data;
}
