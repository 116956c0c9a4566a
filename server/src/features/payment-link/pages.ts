import { orderToken } from '@purser/contract/features/checkout';
import { collectPage } from '@purser/contract/payer-pages';
import { scannedPath } from '@purser/contract/scanned';
import { typedAmount } from '@purser/contract/typed-amount';
import { loginPath } from '../../domain/payer-login.ts';
import { payerPage, show, type PayerPageRoute } from '../../platform/http/payer-pages.ts';
import type { PayerRequest } from '../../platform/http/payer-request.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { LinkPayments } from './paying.ts';

const LONGEST_TYPED = 32;

/** A payment link, or a standing code, as payers see it: a page and a plain form that opens the payer's order. */
export function collectPages(payments: LinkPayments): PayerPageRoute[] {
  return [
    payerPage(collectPage, {
      async show(asked) {
        const token = orderToken.safeParse(asked.params['token']);
        const shown = token.success ? await payments.shown(token.data, asked.language) : undefined;
        // Its order is for whoever comes first.
        if (shown?.is_one) return { goTo: `/pay/${shown.token}` };
        const amount = (asked.typed['amount'] ?? asked.query['amount'] ?? '').slice(0, LONGEST_TYPED);
        const data = { shown: shown ?? null, amount, signed_in: asked.session !== undefined };
        return show(collectPage, data, { status: shown ? 200 : 404 });
      },
      acts: {
        open: {
          async act(asked) {
            const token = tokenOf(asked);
            const amount = amountIn(asked.form);
            if (asked.session) {
              const opened = await payments.open(token, amount, asked.session, asked.language);
              // Whoever comes here, most of them by a code, has no other one to scan where they log in once more.
              return scannedPath(`/pay/${opened.token}`, opened.needs_code);
            }
            await payments.check(token, amount);
            return loginPath(amount === '' ? pathOf(asked) : `${pathOf(asked)}?amount=${encodeURIComponent(amount)}`);
          },
          toldAt: pathOf,
          typed: (form) => ({ amount: amountIn(form) }),
        },
      },
    }),
  ];
}

function amountIn(form: PayerRequest['typed']): string {
  return typedAmount((form['amount'] ?? '').slice(0, LONGEST_TYPED));
}

type Asked = Pick<PayerRequest, 'params'>;

function tokenOf({ params }: Asked): string {
  const token = orderToken.safeParse(params['token']);
  if (!token.success) throw refuse('link_unknown');
  return token.data;
}

function pathOf({ params }: Asked): string {
  return `/collect/${encodeURIComponent(params['token'] ?? '')}`;
}
