import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { formatAmount } from '@purser/contract/money';
import { PAYMENT_PASSWORD_DIGITS } from '@purser/contract/payment-password';
import { scannedPath } from '@purser/contract/scanned';
import { useKnowsPasskeys } from '../../shared/alive.ts';
import button from '../../shared/button.module.css';
import { usePage } from '../../shared/context.tsx';
import { CodeField } from '../../shared/code-field.tsx';
import { Money, moneyText } from '../../shared/money.tsx';
import { Notice } from '../../shared/notice.tsx';
import { isPaymentPassword } from '../../shared/payment-password.ts';
import styles from './checkout.module.css';
import { useKeptChoice } from './kept-choice.ts';
import { passwordAddress, Payer, type PayerProps } from './payer.tsx';
import { splitPayment } from './screen.ts';
import { ShownPayer } from '../../shared/shown-payer.tsx';
import { StepLink } from './step-link.tsx';
import { actAddress } from './use-checkout.ts';

/** Refusals that concern the payment password, and are told at its field. */
export const AT_PAYMENT_PASSWORD: ReadonlySet<string> = new Set(['payment_password_wrong', 'payment_password_locked', 'invalid_input']);

/** Outcomes after which the payment password is typed anew: it was judged, or another account's page asks for it now. */
const TYPED_ANEW: ReadonlySet<string> = new Set([...AT_PAYMENT_PASSWORD, 'ok', 'another_signed_in']);

/** The form's id. */
export const PAY_FORM = 'pay';

interface ConfirmProps extends PayerProps {
  /** Reward funds were chosen before the page was made anew. */
  readonly choseReward: boolean;
}

/** The last step: what the payment takes from where, in numbers, and the payment password. */
export function Confirm({ order, payer, checkout, choseReward }: ConfirmProps) {
  const page = usePage();
  const { t, actions } = page;
  const [fromBalance, fromReward] = [order.ways.includes('balance'), order.ways.includes('reward')];
  const hasReward = fromReward && /[1-9]/.test(payer.reward_asset);
  const withoutReward = splitPayment(order, payer, false);
  // Where the balance alone falls short, or is not taken, reward funds are no longer a choice.
  const needsReward = withoutReward.missing > 0n;
  const [useReward, setUseReward] = useKeptChoice(order.token, needsReward || (choseReward && fromReward));
  const rewardBox = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    // It may have been ticked before the page came to life, which nothing has heard.
    const box = rewardBox.current;
    if (box && box.checked !== box.defaultChecked) setUseReward(box.checked);
    // Only what the page found counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const busy = checkout.busy !== null;
  const mayUsePasskey = useKnowsPasskeys() && payer.has_passkey;
  const { problem } = checkout;
  const refusal = problem && AT_PAYMENT_PASSWORD.has(problem.outcome) ? problem : undefined;
  useKeyboardInset();
  useEffect(() => {
    const password = refusal && passwordField(form.current);
    password?.focus();
    password?.scrollIntoView({ block: 'nearest' });
  }, [refusal]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const typed = String(new FormData(event.currentTarget).get('payment_password') ?? '');
    if (!isPaymentPassword(typed)) {
      event.preventDefault();
      setError(t('payment_password_required'));
      return;
    }
    setError(undefined);
    if (!actions) return;
    event.preventDefault();
    if (busy) return;
    const became = await checkout.pay(typed, useReward || needsReward);
    const password = passwordField(form.current);
    if (!password || became === undefined || !TYPED_ANEW.has(became)) return;
    password.value = '';
    password.dispatchEvent(new Event('input', { bubbles: true }));
    password.focus();
  };

  return (
    <>
      <Payer order={order} payer={payer} checkout={checkout} />
      <form
        ref={form}
        id={PAY_FORM}
        className={styles.form}
        method="post"
        action={actAddress(order.token, 'pay', checkout.scanned)}
        noValidate
        onSubmit={submit}
      >
        <ShownPayer userId={payer.user_id} />
        {hasReward && !needsReward && (
          <label className={styles.reward}>
            <input
              ref={rewardBox}
              id="use_reward"
              type="checkbox"
              name="use_reward"
              value="yes"
              checked={useReward}
              onChange={(event) => setUseReward(event.target.checked)}
            />
            <span>
              {t('use_reward')}
              <small>{t('reward_available', { amount: moneyText(payer.reward_asset, order.coin_name, page) })}</small>
            </span>
          </label>
        )}
        {needsReward && (
          <>
            <input type="hidden" name="use_reward" value="yes" />
            <Notice kind="advice">{t(fromBalance ? 'reward_needed' : 'reward_only')}</Notice>
          </>
        )}
        {needsReward ? (
          <Split order={order} payer={payer} useReward />
        ) : (
          <>
            <div className={styles.plainSplit}>
              <Split order={order} payer={payer} useReward={false} />
            </div>
            {hasReward && (
              <div className={styles.rewardSplit}>
                <Split order={order} payer={payer} useReward />
              </div>
            )}
          </>
        )}
        <CodeField
          label={t('payment_password')}
          aside={<a href={passwordAddress(order, checkout)}>{t('forgot_payment_password')}</a>}
          hint={t('six_digits')}
          name="payment_password"
          digits={PAYMENT_PASSWORD_DIGITS}
          focused
          error={error ?? (refusal?.outcome === 'invalid_input' ? t('payment_password_required') : refusal?.detail)}
        />
        <div className={styles.pay}>
          <button className={button.primary} aria-disabled={busy}>
            {checkout.busy === 'paying' ? t('paying') : t('pay_amount', { amount: moneyText(order.amount, order.coin_name, page) })}
          </button>
        </div>
        {mayUsePasskey && (
          <button type="button" className={button.plain} aria-disabled={busy} onClick={() => checkout.pay(null, useReward || needsReward)}>
            {t('passkey_pay')}
          </button>
        )}
      </form>
      {(order.may_cancel || payer.may_confirm_by_face) && (
        <div className={styles.links}>
          {payer.may_confirm_by_face && (
            <a
              className={button.quiet}
              href={scannedPath(`/pay/${order.token}/face`, checkout.scanned, ...(useReward || needsReward ? ['use_reward=yes'] : []))}
            >
              {t('face_instead')}
            </a>
          )}
          {order.may_cancel && (
            <StepLink to="abandon" token={order.token} scanned={checkout.scanned} go={checkout.go}>
              {t('abandon')}
            </StepLink>
          )}
        </div>
      )}
    </>
  );
}

function Split({ order, payer, useReward }: Pick<PayerProps, 'order' | 'payer'> & { useReward: boolean }) {
  const { t } = usePage();
  const split = splitPayment(order, payer, useReward);
  const text = (minor: bigint) => formatAmount(minor, order.decimals);
  const takesBalance = order.ways.includes('balance');
  const rows: readonly [string, string][] = [
    takesBalance ? [t('wallet_balance'), payer.available_asset] : [t('reward_funds'), payer.reward_asset],
    ...(split.fromReward > 0n ? [[t('from_reward'), text(-split.fromReward)] as [string, string]] : []),
    ...(takesBalance ? [[t('from_balance'), text(-split.fromBalance)] as [string, string]] : []),
  ];
  return (
    <dl className={styles.split}>
      {rows.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Money amount={amount} coin={order.coin_name} />
          </dd>
        </div>
      ))}
      {takesBalance && (
        <div className={styles.after}>
          <dt>{t('balance_after')}</dt>
          <dd>
            <Money amount={text(split.balanceAfter)} coin={order.coin_name} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function passwordField(form: HTMLFormElement | null): HTMLInputElement | null | undefined {
  return form?.querySelector<HTMLInputElement>('[name="payment_password"]');
}

/** Where a keyboard covers the page instead of shrinking it, the stylesheet learns by how much. */
function useKeyboardInset(): void {
  useEffect(() => {
    const { visualViewport: visible } = window;
    if (!visible) return;
    const root = document.documentElement;
    const measure = () => {
      const covered = visible.scale > 1 ? 0 : Math.max(0, Math.round(innerHeight - visible.height));
      root.style.setProperty('--keyboard', `${covered}px`);
      if (document.activeElement instanceof HTMLInputElement) document.activeElement.scrollIntoView({ block: 'nearest' });
    };
    visible.addEventListener('resize', measure);
    return () => {
      visible.removeEventListener('resize', measure);
      root.style.removeProperty('--keyboard');
    };
  }, []);
}
