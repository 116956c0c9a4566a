import { orderToken } from '@purser/contract/features/checkout';
import { paymentPassword } from '@purser/contract/fields';
import { PAY_STEPS, SCANNED_QUERY, type PayPage } from '@purser/contract/payer-pages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { draftOf, flashOf, usualAreaCode, type PayerPages, type PayerRequest, type PayerSignIn } from '../../platform/http/payer-pages.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import type { Pages } from '../../platform/http/server.ts';
import type { Checkout } from './service.ts';

type FormHandler = (asked: {
  readonly token: string;
  readonly read: PayerRequest;
  readonly form: Readonly<Record<string, string | undefined>>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}) => Promise<FastifyReply>;

/** The hosted checkout as pages and plain forms: the same services as the calls, for payers whose browser runs no script too. */
export function checkoutPages(checkout: Checkout, signIn: PayerSignIn, pages: PayerPages): Pages {
  return (fastify: FastifyInstance, platform: Platform) => {
    const addressOf = (token: string) => `${platform.settings.publicUrl}/pay/${token}?${SCANNED_QUERY}`;

    fastify.get('/pay/:token', async (request, reply) => {
      try {
        return await showOrder(request, reply);
      } catch (error) {
        return pages.sendFailure(request, reply, error);
      }
    });

    async function showOrder(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const read = await pages.read(request);
      const token = orderToken.safeParse((request.params as { token?: string }).token);
      const fromQr = read.query['via'] === 'qr';
      const userId = read.session?.ownerId;
      const view = token.success ? await viewOf(token.data, fromQr, userId) : undefined;
      const isOpen = view?.order.order_status === 'created' || view?.order.order_status === 'scanned';
      const step = PAY_STEPS.find((known) => known === read.query['step']) ?? 'pay';
      const justPaid = read.query['done'] === '1' && view?.order.paid_by_me === true;
      const page: PayPage = {
        page: 'pay',
        path: request.url,
        problem: read.problem,
        area_codes: isOpen && !view.payer ? pages.areaCodes(read.language) : [],
        order: view?.order ?? null,
        payer: view?.payer ?? null,
        step,
        login: draftOf(read, isOpen && step === 'login' && !view.payer ? signIn.challenge() : null, usualAreaCode(read.language)),
        payment_address: view ? addressOf(view.order.token) : '',
        from_qr: fromQr,
        just_paid: justPaid,
        stays: read.query['stay'] === '1',
      };
      return pages.send(request, reply, page, read, view ? 200 : 404);
    }

    async function viewOf(token: string, scanned: boolean, userId: number | undefined) {
      try {
        return scanned ? await checkout.scan(token, userId) : await checkout.view(token, userId);
      } catch (error) {
        if (error instanceof Refusal && error.outcome === 'order_unknown') return undefined;
        throw error;
      }
    }

    fastify.get('/pay/:token/qr.png', async (request, reply) => {
      const token = orderToken.safeParse((request.params as { token?: string }).token);
      if (!token.success) return reply.code(404).type('text/plain').send('');
      const order = await checkout.order(token.data);
      return reply
        .type('image/png')
        .header('cache-control', 'private, max-age=3600')
        .header('content-disposition', `attachment; filename="${order.serial_number}.png"`)
        .send(Buffer.from(pages.renderer.qrPng(addressOf(order.token))));
    });

    const onForm = (name: string, handler: FormHandler) => {
      fastify.post(`/pay/:token/${name}`, async (request, reply) => {
        const token = orderToken.safeParse((request.params as { token?: string }).token);
        try {
          if (!token.success) throw refuse('order_unknown');
          const { form, ...read } = await pages.readForm(request);
          return await handler({ token: token.data, read, form, request, reply });
        } catch (error) {
          return pages.sendFailure(request, reply, error);
        }
      });
    };

    onForm('login', async ({ token, form, request, reply }) => {
      try {
        await signIn.login(form, request, reply);
        return pages.redirect(reply, `/pay/${token}`);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return pages.redirect(reply, `/pay/${token}?step=login`, flashOf(error, signIn.typed(form)));
      }
    });

    onForm('logout', async ({ token, read, reply }) => {
      await signIn.logout(read.session, reply);
      return pages.redirect(reply, `/pay/${token}?step=login`);
    });

    onForm('pay', async ({ token, read, form, reply }) => {
      const { session } = read;
      if (!session) return pages.redirect(reply, `/pay/${token}?step=login`, flashOf(refuse('unauthenticated')));
      try {
        const password = paymentPassword.safeParse(form['payment_password']);
        // Nothing was guessed, so no attempt is used up.
        if (!password.success) throw refuse('invalid_input', { field: 'payment_password' });
        const { payment_grant } = await checkout.authorise({ token, payment_password: password.data }, session);
        await checkout.pay({ token, payment_grant, use_reward: form['use_reward'] === 'yes' }, session);
        return pages.redirect(reply, `/pay/${token}?done=1`);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return pages.redirect(reply, `/pay/${token}`, flashOf(error));
      }
    });

    onForm('abandon', async ({ token, read, reply }) => {
      const { session } = read;
      if (!session) return pages.redirect(reply, `/pay/${token}?step=login`, flashOf(refuse('unauthenticated')));
      try {
        await checkout.abandon(token, session.ownerId);
        return pages.redirect(reply, `/pay/${token}`);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return pages.redirect(reply, `/pay/${token}`, flashOf(error));
      }
    });
  };
}
