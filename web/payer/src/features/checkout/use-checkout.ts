import { ENDS_PAYER_SESSION } from '@purser/contract/payer-page';
import type { OutputOf } from '@purser/contract/call';
import type { checkoutPay } from '@purser/contract/features/checkout';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  PAY_STEPS,
  type CheckoutOrder,
  type CheckoutPayer,
  type OrderNews,
  type PageOf,
  type payPage,
  type PayStep,
} from '@purser/contract/payer-pages';
import { scannedPath } from '@purser/contract/scanned';
import { NO_ANSWER, type Answer, type Problem } from '../../shared/actions.ts';
import { useOnline } from '../../shared/alive.ts';
import { onComingBack } from '../../shared/coming-back.ts';
import { usePage } from '../../shared/context.tsx';
import { insist, TOLD_BY_ORDER } from '../../shared/paying.ts';
import { isClosed, REFRESH_S } from './screen.ts';

/** How long the answer to a payment is waited for once the order is known to be paid. */
const ANSWER_AFTER_NEWS_MS = 2_000;
const PAID_UNANSWERED = { ok: false, outcome: NO_ANSWER, detail: '' } as const;

interface State {
  readonly order: CheckoutOrder | null;
  readonly payer: CheckoutPayer | null;
  readonly step: PayStep;
  readonly fromQr: boolean;
  readonly problem: Problem | null;
  readonly justPaid: boolean;
  readonly witnessed: boolean;
  readonly busy: 'paying' | 'abandoning' | 'leaving' | null;
  readonly connected: boolean;
}

export type Checkout = ReturnType<typeof useCheckout>;

/** The order and the payer of a payment page, kept true by the order's events and by the payer's own acts. */
export function useCheckout(page: PageOf<typeof payPage>) {
  const { t, actions } = usePage();
  const [state, setState] = useState<State>({
    order: page.order,
    payer: page.payer,
    step: page.step,
    fromQr: page.from_qr,
    problem: page.problem,
    justPaid: page.just_paid,
    witnessed: false,
    busy: null,
    connected: true,
  });
  const patch = useCallback((change: Partial<State>) => setState((now) => ({ ...now, ...change })), []);
  const token = page.order?.token ?? '';
  const closed = !state.order || isClosed(state.order);
  const signedIn = state.payer !== null;
  /** Where one logs in only on a page that was opened by its code, its addresses go on saying so. */
  const scanned = page.from_qr && page.order?.ways.includes('web') === false;
  /** While this page's own payment is on its way, its answer says more than the event of it: that is heard here, and counts where no answer comes. */
  const paying = useRef<((news: OrderNews) => void) | null>(null);

  const refresh = useCallback(async () => {
    const answer = await actions?.view(token);
    if (answer?.ok) {
      const { order, payer } = answer.data;
      // Of an order that has ended there is nothing to try again.
      setState((now) => ({ ...now, order, payer, problem: isClosed(order) ? null : now.problem }));
    } else if (answer?.outcome === 'order_unknown') patch({ order: null });
    return answer?.ok ?? false;
  }, [actions, token, patch]);

  /** The server is there again: that it was not needs no telling any more. */
  const answered = useCallback(() => setState((now) => (now.problem?.outcome === NO_ANSWER ? { ...now, problem: null } : now)), []);
  useOnline(answered);

  /** Who is signed in now. Where nobody is any more, the page is made anew: it shows nothing of whoever was, and says why. */
  const lookAtPayer = useCallback(async () => {
    const answer = await actions?.view(token);
    if (!answer?.ok || paying.current) return;
    const { payer } = answer.data;
    if (payer === null) location.reload();
    else setState((now) => (now.order && isClosed(now.order) ? now : { ...now, payer }));
  }, [actions, token]);

  const take = useCallback(
    async (news: OrderNews) => {
      const witnessed = news.order_status === 'paid';
      if (!witnessed || !signedIn)
        setState((now) => {
          const order = now.order && { ...now.order, ...news };
          return order ? { ...now, witnessed, order, problem: isClosed(order) ? null : now.problem } : now;
        });
      else {
        // Only the server knows whether a signed-in payer is the one who paid.
        patch({ witnessed });
        await refresh();
      }
    },
    [signedIn, refresh, patch],
  );

  useEffect(() => {
    if (!actions || closed) return;
    let wasLost = false;
    return actions.watch(token, {
      connected(connected) {
        patch({ connected });
        if (connected) answered();
        // The stream of a payer ends with their session.
        if (connected && wasLost && signedIn) void lookAtPayer();
        wasLost = !connected;
      },
      news: (news: OrderNews) => {
        if (paying.current) paying.current(news);
        else void take(news);
      },
    });
  }, [actions, closed, token, signedIn, take, lookAtPayer, patch, answered]);

  useEffect(() => {
    // Money may have come in elsewhere, or a payment password been set.
    if (signedIn && !closed) return onComingBack(() => void lookAtPayer());
    return undefined;
  }, [signedIn, closed, lookAtPayer]);

  const isSuspended = state.order?.merchant_suspended ?? false;
  const isBehind = state.witnessed && !closed;
  useEffect(() => {
    // No event tells that a suspension was lifted; and that an order was paid is told once.
    if (!isSuspended && !isBehind) return;
    const timer = setInterval(() => void refresh(), REFRESH_S * 1_000);
    return () => clearInterval(timer);
  }, [isSuspended, isBehind, refresh]);

  useEffect(() => {
    const onPopState = () => patch({ step: stepOfAddress(), problem: null });
    addEventListener('popstate', onPopState);
    return () => removeEventListener('popstate', onPopState);
  }, [patch]);

  const go = (step: PayStep) => {
    history.pushState(null, '', stepAddress(token, step, scanned));
    patch({ step, problem: null });
  };

  const refuse = async (answer: Extract<Answer<unknown>, { ok: false }>) => {
    if (ENDS_PAYER_SESSION.has(answer.outcome)) return patch({ payer: null, step: 'login', problem: told(answer) });
    // Whose account it is, or which ways to confirm there are, has changed elsewhere.
    if (answer.outcome === 'another_signed_in' || answer.outcome === 'passkey_refused') await refresh();
    if (TOLD_BY_ORDER.has(answer.outcome) && (await refresh())) return patch({ problem: null });
    return patch({ problem: told(answer) });
  };

  /**
   * @param paymentPassword null to confirm with a passkey in its place
   * @returns the outcome of the authorisation; undefined where nothing was sent
   */
  const pay = async (paymentPassword: string | null, useReward: boolean): Promise<string | undefined> => {
    if (!actions || paying.current) return undefined;
    let heard: OrderNews | undefined;
    const paidUnanswered = new Promise<typeof PAID_UNANSWERED>((resolve) => {
      paying.current = (news) => {
        heard = news;
        if (news.order_status === 'paid') setTimeout(() => resolve(PAID_UNANSWERED), ANSWER_AFTER_NEWS_MS);
      };
    });
    patch({ busy: 'paying', problem: null });
    const user_id = state.payer?.user_id;
    const granted = await (paymentPassword === null
      ? actions.authoriseByPasskey({ token, user_id })
      : actions.authorise({ token, user_id, payment_password: paymentPassword }));
    const answer = granted.ok
      ? await Promise.race([
          insist(() => actions.pay({ token, payment_grant: granted.data.payment_grant, use_reward: useReward })),
          paidUnanswered,
        ])
      : granted;
    paying.current = null;
    if (answer.ok) {
      const { return_address, paid_time, from_reward } = answer.data as OutputOf<typeof checkoutPay>;
      const paid = { order_status: 'paid', paid_by_me: true, return_address, paid_time, from_reward } as const;
      setState((now) => (now.order ? { ...now, justPaid: true, busy: null, order: { ...now.order, ...paid } } : now));
      return granted.outcome;
    }
    if (!granted.ok || answer.outcome !== NO_ANSWER) await refuse(answer);
    else patch({ problem: { outcome: NO_ANSWER, detail: t('payment_unclear') } });
    if (heard) await take(heard);
    patch({ busy: null });
    return granted.outcome;
  };

  const abandon = async () => {
    if (!actions) return;
    patch({ busy: 'abandoning', problem: null });
    const answer = await actions.abandon({ token, user_id: state.payer?.user_id });
    if (answer.ok) patch({ order: answer.data.order, payer: answer.data.payer });
    else await refuse(answer);
    patch({ busy: null });
  };

  const signedInNow = async () => {
    // Who signed in is known to the server: the page made anew shows it.
    if (!(await refresh())) return location.replace(stepAddress(token, 'pay', scanned));
    history.replaceState(null, '', stepAddress(token, 'pay', scanned));
    patch({ step: 'pay', problem: null });
  };

  const leave = async () => {
    if (!actions) return;
    patch({ busy: 'leaving', problem: null });
    const answer = await actions.logout();
    // The session lives on: the page goes on naming whose it is.
    if (!answer.ok && !ENDS_PAYER_SESSION.has(answer.outcome)) return patch({ problem: told(answer), busy: null });
    history.replaceState(null, '', stepAddress(token, 'login', scanned));
    patch({ payer: null, step: 'login', problem: null, busy: null });
  };

  return { ...state, scanned, go, pay, abandon, leave, signedInNow, refresh };
}

function told({ outcome, detail }: Problem): Problem {
  return { outcome, detail };
}

/** @param scanned the address goes on saying that the page was opened by its code */
export function stepAddress(token: string, step: PayStep, scanned = false): string {
  return scannedPath(`/pay/${token}`, scanned, ...(step === 'pay' ? [] : [`step=${step}`]));
}

/** Where a plain form of the page is sent to; `scanned` as above. */
export function actAddress(token: string, act: 'pay' | 'abandon' | 'login' | 'logout', scanned: boolean): string {
  return scannedPath(`/pay/${token}/${act}`, scanned);
}

function stepOfAddress(): PayStep {
  const wanted = new URLSearchParams(location.search).get('step');
  return PAY_STEPS.find((step) => step === wanted) ?? 'pay';
}
