import { parseAmount } from '@purser/contract/money';
import type { collectPage, PageOf } from '@purser/contract/payer-pages';
import type { CollectShown } from '@purser/contract/payment-link';
import { typedAmount } from '@purser/contract/typed-amount';
import { amountProblem } from '../../shared/amount-problem.ts';
import button from '../../shared/button.module.css';
import { useCheckedForm } from '../../shared/checked-form.ts';
import { usePage } from '../../shared/context.tsx';
import { Field } from '../../shared/field.tsx';
import { LocalTime, useLocalTime } from '../../shared/local-time.tsx';
import { Money, moneyText } from '../../shared/money.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { StatusLink } from '../../shared/problem-notice.tsx';
import { Card, Shell } from '../../shared/shell.tsx';
import { fieldsOf } from '../../shared/told-at-fields.ts';
import styles from './collect.module.css';

type CollectPage = PageOf<typeof collectPage>;

/** The form's id. */
const ASK = 'ask';
const FORM = { fields: ['amount'], at: { order_amount_out_of_range: 'amount', fee_exceeds_amount: 'amount' } } as const;

/** Where a payment link or a merchant's standing code leads: whom one pays, what, and the way to the checkout. */
function Collect({ page }: { page: CollectPage }) {
  const { t } = usePage();
  const { shown } = page;
  return (
    <Shell keeps={shown?.state === 'open' && shown.amount === null ? ASK : undefined}>
      <Card>
        {shown ? (
          <>
            <Merchant shown={shown} />
            {shown.state === 'open' ? <Paying page={page} shown={shown} /> : <Closed shown={shown} />}
          </>
        ) : (
          <>
            <h1 className={styles.title}>{t('collect_unknown_title')}</h1>
            <p className={styles.text}>{t('collect_unknown_text')}</p>
            <a className={button.primary} href="/wallet">
              {t('open_wallet')}
            </a>
          </>
        )}
      </Card>
    </Shell>
  );
}

function Merchant({ shown }: { shown: CollectShown }) {
  const { t } = usePage();
  return (
    <div className={styles.merchant}>
      {shown.merchant_logo !== null && <img className={styles.logo} src={shown.merchant_logo} alt="" width="56" height="56" />}
      <span className={styles.label}>{t('pay_to')}</span>
      {shown.state === 'open' ? (
        <h1 className={styles.name}>{shown.merchant_name}</h1>
      ) : (
        <p className={styles.name}>{shown.merchant_name}</p>
      )}
    </div>
  );
}

function Paying({ page, shown }: { page: CollectPage; shown: CollectShown }) {
  const { t } = usePage();
  const { problem } = page;
  const isTold = shown.amount === null && fieldsOf(problem, FORM).length > 0;
  return (
    <>
      {shown.amount !== null && (
        <p className={styles.amount}>
          <Money amount={shown.amount} coin={shown.coin_name} />
        </p>
      )}
      {shown.description !== '' && <p className={styles.description}>{shown.description}</p>}
      {shown.expire_time !== null && (
        <p className={styles.text}>
          {`${t('collect_until')} `}
          <LocalTime instant={shown.expire_time} />
        </p>
      )}
      {problem && !isTold && <Notice kind="problem">{problem.detail}</Notice>}
      <Ask page={page} shown={shown} />
    </>
  );
}

/** The form that opens the payer's order, with the amount where the payer says it. */
function Ask({ page, shown }: { page: CollectPage; shown: CollectShown }) {
  const reader = usePage();
  const { t } = reader;
  const { coin_name: coin, minimum, maximum } = shown;
  const money = (amount: string): string => moneyText(amount, coin, reader);
  const limits = t('collect_limits', { minimum: money(minimum), maximum: money(maximum) });
  const problemOf = (typed: string): string | undefined => {
    const minor = (text: string) => parseAmount(text, shown.decimals);
    const [amount, least, most] = [minor(typedAmount(typed, coin)), minor(minimum), minor(maximum)];
    if (amount === 'too_large') return limits;
    const problem = amountProblem(typed, coin, minimum, reader);
    if (problem !== undefined || typeof amount !== 'bigint') return problem;
    return amount < (least as bigint) || amount > (most as bigint) ? limits : undefined;
  };
  const { form, errors, sent } = useCheckedForm<'amount'>(page.problem, FORM, (text) => {
    const wrong = shown.amount === null ? problemOf(text('amount')) : undefined;
    return wrong === undefined ? {} : { amount: wrong };
  });
  return (
    <form {...form} id={ASK} className={styles.form} action={`/collect/${shown.token}/open`}>
      {shown.amount === null && (
        <Field
          label={`${t('collect_amount')} (${coin})`}
          hint={limits}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          maxLength={32}
          required
          defaultValue={page.amount}
          error={errors.amount}
        />
      )}
      <button className={button.primary} aria-disabled={sent}>
        {t(page.signed_in ? 'collect_continue' : 'collect_log_in')}
      </button>
      <p className={styles.text}>{t('collect_next')}</p>
    </form>
  );
}

/** Why nothing can be paid here now, each way in words of its own. */
function Closed({ shown }: { shown: CollectShown }) {
  const { t } = usePage();
  const { merchant_name: merchant, coin_name: coin } = shown;
  const time = useLocalTime(shown.expire_time ?? '1970-01-01T00:00:00.000Z');
  const [title, text] = ((): [string, string] => {
    switch (shown.state) {
      case 'closed':
        return [t('collect_closed_title'), t('collect_closed_text', { merchant })];
      case 'expired':
        return [t('collect_expired_title'), t('collect_expired_text', { time, merchant })];
      case 'suspended':
        return [t('merchant_suspended_title'), t('merchant_suspended_text', { merchant })];
      case 'maintenance':
        return [t('collect_maintenance_title'), shown.maintenance_text ?? t('collect_maintenance_text')];
      case 'unlisted':
        return [t('collect_off_title', { coin }), t('collect_unlisted_text', { merchant })];
      default:
        return [t('collect_off_title', { coin }), t('collect_off_text', { merchant })];
    }
  })();
  return (
    <>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {shown.state === 'maintenance' && <StatusLink />}
    </>
  );
}

export const collect: PageView<typeof collectPage> = {
  Component: Collect,
  title: ({ shown }, t) => (shown ? t('pay_title', { merchant: shown.merchant_name }) : t('collect_unknown_title')),
};
