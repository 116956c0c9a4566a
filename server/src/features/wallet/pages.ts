import { isCoinCode } from '@purser/contract/coin';
import { walletPaymentPasswordSet } from '@purser/contract/features/wallet';
import { LANGUAGES } from '@purser/contract/language';
import { LANGUAGE_COOKIE, PREFERENCES_PATH, THEME_COOKIE, type LoginDraft, type PayerPage } from '@purser/contract/payer-pages';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fileURLToPath } from 'node:url';
import {
  draftOf,
  flashOf,
  PAYER_ASSETS,
  safePath,
  usualAreaCode,
  type PayerPages,
  type PayerRequest,
  type PayerSignIn,
} from '../../platform/http/payer-pages.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Pages } from '../../platform/http/server.ts';
import type { Wallet } from './service.ts';

const PAGE_SIZE = 20;
const YEAR_S = 31_536_000;
const PASSWORD_PATH = '/wallet/payment-password';

type PageHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** The wallet as pages and plain forms, and what all payer pages share: their files and the payer's preferences. */
export function walletPages(wallet: Wallet, signIn: PayerSignIn, pages: PayerPages): Pages {
  return async (fastify: FastifyInstance, _platform: Platform) => {
    await fastify.register(fastifyStatic, {
      root: fileURLToPath(PAYER_ASSETS.folder),
      prefix: PAYER_ASSETS.prefix,
      decorateReply: false,
      preCompressed: true,
      // A file's name changes with its content.
      immutable: true,
      maxAge: '1y',
      index: false,
    });
    const guarded =
      (handler: PageHandler): PageHandler =>
      (request, reply) =>
        handler(request, reply).catch((error: unknown) => pages.sendFailure(request, reply, error));

    const showLogin = (request: FastifyRequest, reply: FastifyReply, read: PayerRequest, next: string) =>
      pages.send(request, reply, { ...common(pages, request, read), page: 'wallet-login', login: loginDraft(read, signIn), next }, read);

    fastify.get(
      '/wallet',
      guarded(async (request, reply) => {
        const read = await pages.read(request);
        if (!read.session) return showLogin(request, reply, read, safePath(read.query['next']));
        const wished = read.query['coin'] ?? '';
        const coin = isCoinCode(wished) ? wished : null;
        const page = Math.min(Math.max(1, Math.floor(Number(read.query['page'] ?? 1)) || 1), 500);
        const userId = read.session.ownerId;
        const [overview, records] = await Promise.all([
          wallet.overview(userId),
          wallet.records({ page, page_size: PAGE_SIZE, sort_order: 'desc', coin_name: coin ?? undefined }, userId),
        ]);
        const shown = {
          page: 'wallet' as const,
          overview,
          records,
          filter: { coin_name: coin, page, page_size: PAGE_SIZE },
          password_saved: read.query['saved'] === '1',
        };
        return pages.send(request, reply, { ...common(pages, request, read), ...shown }, read);
      }),
    );

    fastify.post(
      '/wallet/login',
      guarded(async (request, reply) => {
        const { form } = await pages.readForm(request);
        const next = safePath(form['next']);
        try {
          await signIn.login(form, request, reply);
          return pages.redirect(reply, next);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          const back = next === '/wallet' ? '/wallet' : `/wallet?next=${encodeURIComponent(next)}`;
          return pages.redirect(reply, back, flashOf(error, signIn.typed(form)));
        }
      }),
    );

    fastify.post(
      '/wallet/logout',
      guarded(async (request, reply) => {
        const { session } = await pages.readForm(request);
        await signIn.logout(session, reply);
        return pages.redirect(reply, '/wallet');
      }),
    );

    fastify.get(
      PASSWORD_PATH,
      guarded(async (request, reply) => {
        const read = await pages.read(request);
        if (!read.session) return pages.redirect(reply, `/wallet?next=${encodeURIComponent(request.url)}`);
        const { nick, has_payment_password } = await wallet.overview(read.session.ownerId);
        const shown = { page: 'payment-password' as const, nick, has_payment_password, next: safePath(read.query['next']) };
        return pages.send(request, reply, { ...common(pages, request, read), ...shown }, read);
      }),
    );

    fastify.post(
      PASSWORD_PATH,
      guarded(async (request, reply) => {
        const { form, session } = await pages.readForm(request);
        const next = safePath(form['next']);
        const here = `${PASSWORD_PATH}?next=${encodeURIComponent(next)}`;
        if (!session) return pages.redirect(reply, `/wallet?next=${encodeURIComponent(here)}`);
        const { login_password = '', payment_password, payment_password_again } = form;
        try {
          const input = walletPaymentPasswordSet.input.safeParse({ login_password, payment_password, payment_password_again });
          if (!input.success) throw new Refusal('invalid_input', { field: input.error.issues[0]?.path.join('.') ?? '' }, null);
          await wallet.setPaymentPassword(input.data, session.ownerId, clientAddress(request));
          return pages.redirect(reply, next === '/wallet' ? '/wallet?saved=1' : next);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          return pages.redirect(reply, here, flashOf(error));
        }
      }),
    );

    fastify.post(
      PREFERENCES_PATH,
      guarded(async (request, reply) => {
        const { form } = await pages.readForm(request);
        const language = LANGUAGES.find((known) => known === form['language']);
        const theme = form['theme'];
        // Not HttpOnly: the page's own switch sets them too. They hold a preference and nothing else.
        const options = { path: '/', sameSite: 'lax', maxAge: YEAR_S } as const;
        if (language) reply.setCookie(LANGUAGE_COOKIE, language, options);
        if (theme === 'day' || theme === 'night') reply.setCookie(THEME_COOKIE, theme, options);
        return pages.redirect(reply, safePath(form['back']));
      }),
    );
  };
}

function loginDraft(read: PayerRequest, signIn: PayerSignIn): LoginDraft {
  return draftOf(read, signIn.challenge(), usualAreaCode(read.language));
}

function common(pages: PayerPages, request: FastifyRequest, read: PayerRequest): Pick<PayerPage, 'path' | 'problem' | 'area_codes'> {
  return { path: request.url, problem: read.problem, area_codes: read.session ? [] : pages.areaCodes(read.language) };
}
