import { ENDS_PAYER_SESSION } from '@purser/contract/payer-page';
import { orderToken } from '@purser/contract/features/checkout';
import { paymentPassword } from '@purser/contract/fields';
import { PAY_STEPS, payPage, receiptPage, type PayerRenderer } from '@purser/contract/payer-pages';
import { scannedPath } from '@purser/contract/scanned';
import { loginDraft, loginPath, type PayerLogin } from '../../domain/payer-login.ts';
import { unkeyed } from '../../platform/commands/write.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { payerPage, show, signedIn, suspendedTold, type Act, type PayerPageRoute } from '../../platform/http/payer-pages.ts';
import { inLanguage, type PayerRequest } from '../../platform/http/payer-request.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import type { Pages } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { MAILED_QUERY, mailReceipt, maskedMail, receiptMailOf, receiptPath } from './receipt.ts';
import type { Checkout } from './service.ts';

/** The hosted checkout as a page and plain forms: the same services as the calls, for payers whose browser runs no script too. */
export function checkoutPages(platform: Platform, checkout: Checkout, login: PayerLogin, renderer: PayerRenderer): PayerPageRoute[] {
  async function viewOf({ params, query, session }: PayerRequest) {
    const token = orderToken.safeParse(params['token']);
    if (!token.success) return undefined;
    try {
      return await checkout.page(token.data, session?.ownerId, query['via'] === 'qr');
    } catch (error) {
      if (error instanceof Refusal && error.outcome === 'order_unknown') return undefined;
      throw error;
    }
  }

  const toldHere: Pick<Act, 'toldAt'> = {
    toldAt: (asked, { outcome }) => (ENDS_PAYER_SESSION.has(outcome) ? loginStep(asked) : pathOf(asked)),
  };
  return [
    payerPage(payPage, {
      async show(request) {
        const view = await viewOf(request);
        const asked = inLanguage(request, view?.language ?? null);
        const { query, language } = asked;
        const isOpen = view?.order.order_status === 'created' || view?.order.order_status === 'scanned';
        // Whoever is signed in may go on to another account on the same page.
        const areaCodes = isOpen ? renderer.areaCodes(language) : [];
        const may_register = isOpen && (await login.mayRegister());
        const step = PAY_STEPS.find((known) => known === query['step']) ?? 'pay';
        const from_qr = query['via'] === 'qr';
        const logsIn = isOpen && !view.payer && step === 'login' && (from_qr || view.order.ways.includes('web'));
        const data = {
          order: view?.order ?? null,
          payer: view?.payer ?? null,
          step,
          login: loginDraft(asked, { challenge: logsIn ? login.challenge(asked) : null, areaCodes, may_register }),
          qr: view ? renderer.qrShape(scannedAddress(platform, view.order.token)) : null,
          from_qr,
          just_paid: query['done'] === '1' && view?.order.paid_by_me === true,
          stays: query['stay'] === '1',
          use_reward: query['use_reward'] === 'yes',
        };
        return show(payPage, data, { status: view ? 200 : 404, language: view?.language ?? null, ...(isOpen && suspendedTold(request)) });
      },
      acts: {
        login: {
          async act(asked) {
            const goTo = pathOf(asked);
            return { goTo, signedIn: await login.login(asked) };
          },
          toldAt: loginStep,
          typed: login.typed,
        },
        logout: {
          async act(asked) {
            const path = loginStep(asked);
            await login.logout(asked);
            return path;
          },
          toldAt: loginStep,
        },
        pay: {
          toldAt(asked, refusal) {
            const told = toldHere.toldAt(asked, refusal);
            // The choice of reward funds need not be made again.
            return told === pathOf(asked) && asked.form['use_reward'] === 'yes' ? pathOf(asked, 'use_reward=yes') : told;
          },
          async act(asked) {
            const token = tokenOf(asked);
            const session = signedIn(asked);
            const password = paymentPassword.safeParse(asked.form['payment_password']);
            // Nothing was guessed, so no attempt is used up.
            if (!password.success) throw refuse('invalid_input', { field: 'payment_password' });
            const { payment_grant } = await checkout.authorise({ token, payment_password: password.data }, session);
            await checkout.pay({ token, payment_grant, use_reward: asked.form['use_reward'] === 'yes' }, session);
            return pathOf(asked, 'done=1');
          },
        },
        abandon: {
          ...toldHere,
          async act(asked) {
            await checkout.abandon({ token: tokenOf(asked) }, unkeyed(signedIn(asked), clientAddress(asked.request)));
            return pathOf(asked);
          },
        },
      },
    }),

    payerPage(receiptPage, {
      async show(asked) {
        if (!asked.session) return { goTo: loginPath(asked.request.url) };
        const order = (await viewOf(asked))?.order;
        // Its own page says what the order is to anybody else.
        if (!order?.paid_by_me) return { goTo: `/pay/${encodeURIComponent(asked.params['token'] ?? '')}` };
        const { ownerId } = asked.session;
        const mail = await platform.db.scoped(ownerId, (tx) => receiptMailOf(tx, ownerId));
        return show(receiptPage, { order, mail: mail && maskedMail(mail), mailed: asked.query['mailed'] === '1' });
      },
      acts: {
        mail: {
          async act(asked) {
            const token = tokenOf(asked);
            await mailReceipt(platform, checkout, token, asked);
            return `${receiptPath(token)}?${MAILED_QUERY}`;
          },
          toldAt: (asked) => receiptPath(asked.params['token'] ?? ''),
        },
      },
    }),
  ];
}

/** The payment code as a picture to save. */
export function paymentCode(checkout: Checkout, renderer: PayerRenderer): Pages {
  return (fastify, platform) => {
    fastify.get(`${payPage.path}/qr.png`, async (request, reply) => {
      const token = orderToken.safeParse((request.params as { token?: string }).token);
      if (!token.success) return reply.code(404).type('text/plain').send('');
      const order = await checkout.order(token.data);
      return reply
        .type('image/png')
        .header('cache-control', 'private, max-age=3600')
        .header('content-disposition', `attachment; filename="${order.serial_number}.png"`)
        .send(Buffer.from(renderer.qrPng(scannedAddress(platform, order.token))));
    });
  };
}

/** What the payment code says: the page's full address, marked as opened by scanning. */
function scannedAddress({ settings }: Platform, token: string): string {
  return scannedPath(`${settings.publicUrl}/pay/${token}`, true);
}

type Asked = Pick<PayerRequest, 'params' | 'query'>;

function tokenOf({ params }: Pick<Asked, 'params'>): string {
  const token = orderToken.safeParse(params['token']);
  if (!token.success) throw refuse('order_unknown');
  return token.data;
}

/** Where the page was opened by its code, it goes on saying so. */
function pathOf(asked: Asked, ...more: readonly string[]): string {
  return scannedPath(`/pay/${tokenOf(asked)}`, asked.query['via'] === 'qr', ...more);
}

function loginStep(asked: Asked): string {
  return pathOf(asked, 'step=login');
}
