import type { OutputOf } from '@purser/contract/call';
import { type checkoutView, orderToken } from '@purser/contract/features/checkout';
import { paymentPassword } from '@purser/contract/fields';
import { facePage, facePayPage } from '@purser/contract/payer-pages';
import { scannedPath } from '@purser/contract/scanned';
import { loginPath } from '../../domain/payer-login.ts';
import { unkeyed } from '../../platform/commands/write.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { type Act, payerPage, type PayerPageRoute, show, signedIn } from '../../platform/http/payer-pages.ts';
import type { PayerForm } from '../../platform/http/payer-request.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import type { FaceConsent } from './consent.ts';

type View = OutputOf<typeof checkoutView>;

const HERE = facePage.path ?? '';

/**
 * What needs a camera needs scripts: enrolling and confirming are calls of these pages' own. Agreeing and withdrawing are plain forms, and whoever has no
 * camera pays with the payment password.
 */
export function facePages(consent: FaceConsent, viewOf: (token: string, userId: number) => Promise<View>): PayerPageRoute[] {
  const context = (asked: PayerForm) => unkeyed(signedIn(asked), clientAddress(asked.request));
  const toldAt: Act['toldAt'] = (_asked, { outcome }) => (outcome === 'unauthenticated' ? loginPath(HERE) : HERE);
  return [
    payerPage(facePage, {
      async show({ session, query, typed }) {
        if (!session) return { goTo: loginPath(HERE) };
        const done = (['enrolled', 'withdrawn'] as const).find((one) => one === query['done']) ?? null;
        return show(facePage, { face: await consent.view(session.ownerId), done, ticked: typed['consent'] === 'yes' });
      },
      acts: {
        consent: {
          async act(asked) {
            const password = paymentPassword.safeParse(asked.form['payment_password']);
            // Nothing was guessed, so no attempt is used up.
            if (!password.success) throw refuse('invalid_input', { field: 'payment_password' });
            if (asked.form['consent'] !== 'yes') throw refuse('face_not_consented');
            await consent.consent({ consent: true, payment_password: password.data }, context(asked));
            return HERE;
          },
          toldAt,
          typed: (form) => ({ consent: form['consent'] === 'yes' ? 'yes' : '' }),
        },
        withdraw: {
          async act(asked) {
            await consent.withdraw(context(asked));
            return `${HERE}?done=withdrawn`;
          },
          toldAt,
        },
      },
    }),

    payerPage(facePayPage, {
      async show({ params, query, session }) {
        const token = orderToken.safeParse(params['token']);
        const from_qr = query['via'] === 'qr';
        const orderPath = (...said: string[]) => scannedPath(`/pay/${encodeURIComponent(params['token'] ?? '')}`, from_qr, ...said);
        if (!token.success) return { goTo: orderPath() };
        if (!session) return { goTo: orderPath('step=login') };
        const view = await viewOf(token.data, session.ownerId).catch((error: unknown) => {
          if (error instanceof Refusal) return undefined;
          throw error;
        });
        const isOpen = view?.order.order_status === 'created' || view?.order.order_status === 'scanned';
        // The order's own page says what stands in the way.
        if (!isOpen || !view.payer?.may_confirm_by_face) return { goTo: orderPath() };
        return show(facePayPage, { order: view.order, payer: view.payer, use_reward: query['use_reward'] === 'yes', from_qr });
      },
      acts: {},
    }),
  ];
}
