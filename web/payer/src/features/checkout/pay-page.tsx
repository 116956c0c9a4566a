import { useEffect, useRef } from 'react';
import { REDIRECT_AFTER_S } from '@purser/contract/payment-order';
import type { PageOf, payPage } from '@purser/contract/payer-pages';
import { usePage } from '../../shared/context.tsx';
import { LoginForm } from '../../shared/login-form.tsx';
import { moneyText } from '../../shared/money.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { TOLD_BY_ORDER } from '../../shared/paying.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import { Abandon } from './abandon.tsx';
import styles from './checkout.module.css';
import { AT_PAYMENT_PASSWORD, Confirm, PAY_FORM } from './confirm.tsx';
import { Ending, endingTitle } from './ending.tsx';
import { Obstacle } from './obstacle.tsx';
import { Scan } from './scan.tsx';
import { hasReceipt, isClosed, REFRESH_S, screenOf, type Screen } from './screen.ts';
import { StepLink } from './step-link.tsx';
import { Summary } from './summary.tsx';
import { actAddress, stepAddress, useCheckout } from './use-checkout.ts';

type PayPage = PageOf<typeof payPage>;

function CheckoutPage({ page }: { page: PayPage }) {
  const checkout = useCheckout(page);
  const screen = screenOf(checkout);
  const content = useFocusOnChange(screen);
  const reader = usePage();
  const { t } = reader;
  useEffect(() => {
    // The title told of what was refused.
    if (page.problem && !checkout.problem && checkout.order && !isClosed(checkout.order)) document.title = pay.title(page, t, reader);
  }, [page, checkout.problem, checkout.order, t, reader]);
  const beside = checkout.order !== null && !hasReceipt(screen);
  return (
    <Shell width={beside ? 'twoColumns' : undefined} keeps={screen === 'confirm' ? PAY_FORM : undefined}>
      <Card columns={beside}>
        {checkout.order && beside && <Summary order={checkout.order} onTimeUp={checkout.refresh} brief={screen !== 'scan'} />}
        <div ref={content} tabIndex={-1} className={styles.content}>
          {checkout.problem && !isToldThere(checkout.problem.outcome, screen) && <Notice kind="problem">{checkout.problem.detail}</Notice>}
          {screen === 'scan' && !checkout.problem && page.login.session_ended && <Notice kind="advice">{t('session_is_over')}</Notice>}
          <Notice kind="advice" hidden={checkout.connected} data-reconnecting>
            {t('reconnecting')}
          </Notice>
          <Body page={page} screen={screen} checkout={checkout} />
        </div>
      </Card>
    </Shell>
  );
}

interface BodyProps {
  readonly page: PayPage;
  readonly screen: Screen;
  readonly checkout: ReturnType<typeof useCheckout>;
}

function Body({ page, screen, checkout }: BodyProps) {
  const { t } = usePage();
  const { order, payer } = checkout;
  if (!order) return <Ending screen="unknown" order={null} page={page} payer={payer} />;
  switch (screen) {
    case 'scan':
      return <Scan order={order} qr={page.qr} fromQr={page.from_qr} checkout={checkout} />;
    case 'login':
      return (
        <>
          <h2 className={styles.title}>{t('login_title')}</h2>
          <LoginForm
            action={actAddress(order.token, 'login', checkout.scanned)}
            kindHref={(kind) => `${stepAddress(order.token, 'login', checkout.scanned)}&kind=${kind}`}
            draft={page.login}
            refusal={checkout.problem}
            onSignedIn={checkout.signedInNow}
          />
          <div className={styles.links}>
            <StepLink to="pay" token={order.token} scanned={checkout.scanned} go={checkout.go}>
              {t('go_back')}
            </StepLink>
          </div>
        </>
      );
    case 'abandon':
      return payer && <Abandon order={order} payer={payer} checkout={checkout} />;
    case 'confirm':
      return payer && <Confirm order={order} payer={payer} checkout={checkout} choseReward={page.use_reward} />;
    case 'insufficient':
    case 'market_not_enabled':
    case 'verification_incomplete':
    case 'no_payment_password':
    case 'payment_password_locked':
      return payer && <Obstacle screen={screen} order={order} payer={payer} checkout={checkout} />;
    default:
      return <Ending screen={screen} order={order} page={page} payer={payer} />;
  }
}

/** What the login form, the payment password's field or the screen itself says, where the payer is looking. */
function isToldThere(outcome: string, screen: Screen): boolean {
  if (screen === 'login' || screen === outcome) return true;
  if (screen === 'confirm') return AT_PAYMENT_PASSWORD.has(outcome);
  // The others say how the order ended, or what keeps it from being paid.
  return screen !== 'scan' && screen !== 'abandon' && TOLD_BY_ORDER.has(outcome);
}

/** When the screen changes under the payer, keyboard and screen reader follow it: to a field that asked for them, else to its start. */
function useFocusOnChange(screen: Screen) {
  const content = useRef<HTMLDivElement>(null);
  const last = useRef(screen);
  useEffect(() => {
    if (last.current === screen) return;
    last.current = screen;
    if (content.current?.contains(document.activeElement) && document.activeElement !== content.current) return;
    content.current?.focus();
  }, [screen]);
  return content;
}

function screenAtFirst({ order, payer, step, from_qr: fromQr, just_paid: justPaid }: PayPage): Screen {
  return screenOf({ order, payer, step, fromQr, justPaid, witnessed: false });
}

export const pay: PageView<typeof payPage> = {
  Component: CheckoutPage,
  // Who is signed in has begun; that a suspension is lifted, a page that rests would not notice.
  rests: ({ order, payer }) => payer === null && order?.merchant_suspended !== true,
  title(page, t, reader) {
    const { order } = page;
    const ended = endingTitle(screenAtFirst(page), t);
    if (!order || ended !== undefined) return ended ?? t('unknown_title');
    return `${moneyText(order.amount, order.coin_name, reader)} · ${t('pay_title', { merchant: order.merchant_name })}`;
  },
  refresh(page) {
    const { order, stays } = page;
    if (!order) return null;
    const screen = screenAtFirst(page);
    if (screen === 'scan' || screen === 'merchant_suspended') return String(REFRESH_S);
    if (screen === 'success' && !stays && order.return_address) return `${REDIRECT_AFTER_S};url=${order.return_address}`;
    return null;
  },
};
