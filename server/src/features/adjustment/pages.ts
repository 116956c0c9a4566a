import { walletAdjustmentAccept, walletAdjustmentAppeal } from '@purser/contract/features/adjustment';
import type { ReceivedAdjustment } from '@purser/contract/payer-pages';
import { adjustmentPage, STANDING } from '@purser/contract/wallet-pages';
import { loginPath } from '../../domain/payer-login.ts';
import { unkeyed } from '../../platform/commands/write.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { payerPage, show, signedIn, type PayerPageRoute } from '../../platform/http/payer-pages.ts';
import type { PayerRequest } from '../../platform/http/payer-request.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import type { ReceivedAdjustments } from './received.ts';

/** What a user has received as a page, and accepting it or objecting to it as plain forms. */
export function adjustmentPages(received: ReceivedAdjustments): PayerPageRoute[] {
  return [
    payerPage(adjustmentPage, {
      async show(asked) {
        const { session, request, typed } = asked;
        if (!session) return { goTo: loginPath(request.url) };
        const adjustment = await found(received, numberOf(asked), session.ownerId);
        return show(adjustmentPage, { adjustment, reason: typed['reason'] ?? '' }, { status: adjustment ? 200 : 404 });
      },
      acts: {
        accept: {
          async act(asked) {
            const input = walletAdjustmentAccept.input.safeParse({ serial_number: numberOf(asked) });
            // The page says that there is none.
            if (input.success) await received.accept(input.data, unkeyed(signedIn(asked), clientAddress(asked.request)));
            return standingOf(asked);
          },
          toldAt,
        },
        object: {
          async act(asked) {
            const input = walletAdjustmentAppeal.input.safeParse({ serial_number: numberOf(asked), reason: asked.form['reason']?.trim() });
            if (!input.success) throw refuse('invalid_input', { field: 'reason' });
            await received.appeal(input.data, unkeyed(signedIn(asked), clientAddress(asked.request)));
            return standingOf(asked);
          },
          toldAt,
          typed: ({ reason = '' }) => ({ reason }),
        },
      },
    }),
  ];
}

async function found(received: ReceivedAdjustments, serialNumber: string, userId: number): Promise<ReceivedAdjustment | null> {
  try {
    return await received.detail(serialNumber, userId);
  } catch (error) {
    if (error instanceof Refusal && error.outcome === 'order_unknown') return null;
    throw error;
  }
}

function numberOf({ params }: Pick<PayerRequest, 'params'>): string {
  return params['number'] ?? '';
}

/** Where the page of the asked one is. */
export function pathOf(asked: Pick<PayerRequest, 'params'>): string {
  return adjustmentPage.path?.replace(':number', encodeURIComponent(numberOf(asked))) ?? '';
}

/** Where the page says how it stands: there who has acted goes on. */
function standingOf(asked: Pick<PayerRequest, 'params'>): string {
  return `${pathOf(asked)}#${STANDING}`;
}

/** The refusal is told beside what it is about. */
function toldAt(asked: Pick<PayerRequest, 'params'>, { outcome }: Pick<Refusal, 'outcome'>): string {
  return outcome === 'unauthenticated' ? loginPath(pathOf(asked)) : pathOf(asked);
}
