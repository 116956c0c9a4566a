import { CARDHOLDER_NAME, LONGEST_BANK_NAME, LONGEST_HOLDER_NAME } from '@purser/contract/bank-account';
import { paymentPassword as paymentPasswordField, shownLine } from '@purser/contract/fields';
import { bankCardsPage } from '@purser/contract/payer-pages';
import { z } from 'zod';
import { loginPath } from '../../domain/payer-login.ts';
import { checkPaymentPassword } from '../../domain/payment-password.ts';
import { lockWalletUser, walletBankAccounts, walletMarkets } from '../../domain/wallet-bank.ts';
import { keyedWrite, unkeyed } from '../../platform/commands/write.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { readForm } from '../../platform/http/payer-form.ts';
import { payerPage, type PayerPageRoute, safePath, show, signedIn } from '../../platform/http/payer-pages.ts';
import type { Texts } from '../../platform/http/payer-request.ts';
import type { Platform } from '../../platform/platform.ts';
import { linkMethod, unlinkMethod } from './own.ts';

const HERE = '/wallet/bank-cards';

/** This page's path, with where the payer goes back to. */
function here({ next }: Texts, done?: 'linked' | 'unlinked'): string {
  const query = new URLSearchParams({ ...(safePath(next) !== '/wallet' && { next: safePath(next) }), ...(done && { done }) }).toString();
  return query === '' ? HERE : `${HERE}?${query}`;
}

const linkForm = z.object({
  market: z.string().max(12),
  holder_name: shownLine.trim().min(1).max(LONGEST_HOLDER_NAME).regex(CARDHOLDER_NAME),
  bank_name: shownLine.trim().min(1).max(LONGEST_BANK_NAME),
  bank_code: z.string().max(24),
  account_number: z.string().max(64),
  payment_password: paymentPasswordField,
});
const unlinkForm = z.object({ payment_method_id: z.uuid(), payment_password: paymentPasswordField });

/** The bank cards that a wallet user is paid out to, as a page with plain forms. */
export function bankCardPages(platform: Platform): PayerPageRoute[] {
  const { db, secrets } = platform;
  return [
    payerPage(bankCardsPage, {
      async show({ request, session, query, typed }) {
        if (!session) return { goTo: loginPath(request.url) };
        const { ownerId } = session;
        const [accounts, { markets, has_payment_password }] = await db.scoped(ownerId, (tx) =>
          Promise.all([walletBankAccounts(tx, ownerId), walletMarkets(tx, ownerId)]),
        );
        return show(bankCardsPage, { accounts, markets, has_payment_password, typed, done: doneIn(query), next: safePath(query['next']) });
      },
      acts: {
        link: {
          async act(asked) {
            const session = signedIn(asked);
            const input = readForm(linkForm, { bank_code: '', ...asked.form });
            await keyedWrite(platform, unkeyed(session, clientAddress(asked.request)), {
              prepare: () => checkPaymentPassword(platform, session, input.payment_password),
              act: async (tx) => {
                await lockWalletUser(tx, session.ownerId);
                const { payment_method_id, shown_number } = await linkMethod(
                  tx,
                  secrets,
                  { ownerId: session.ownerId, party: 'user' },
                  input,
                );
                return { payment_method_id, shown_number };
              },
              audit: ({ payment_method_id, shown_number }) => ({
                action: 'payment_method.add',
                details: { payment_method_id, market: input.market, account_number: shown_number },
              }),
            });
            return here(asked.form, 'linked');
          },
          toldAt: ({ form }, { outcome }) => (outcome === 'unauthenticated' ? loginPath(here(form)) : here(form)),
          // The number is not among them: what was typed travels in a cookie.
          typed: ({ market = '', holder_name = '', bank_name = '', bank_code = '' }) => ({ market, holder_name, bank_name, bank_code }),
        },
        unlink: {
          async act(asked) {
            const session = signedIn(asked);
            const { payment_method_id, payment_password } = readForm(unlinkForm, asked.form);
            await keyedWrite(platform, unkeyed(session, clientAddress(asked.request)), {
              prepare: () => checkPaymentPassword(platform, session, payment_password),
              act: async (tx) => {
                await unlinkMethod(tx, session.ownerId, payment_method_id);
                return null;
              },
              audit: () => ({ action: 'payment_method.delete', details: { payment_method_id } }),
            });
            return here(asked.form, 'unlinked');
          },
          toldAt: ({ form }, { outcome }) => (outcome === 'unauthenticated' ? loginPath(here(form)) : here(form)),
          typed: ({ payment_method_id = '' }) => ({ payment_method_id }),
        },
      },
    }),
  ];
}

function doneIn({ done }: Texts): 'linked' | 'unlinked' | null {
  return done === 'linked' || done === 'unlinked' ? done : null;
}
