import type { PageOf, ReceivedAdjustment } from '@purser/contract/payer-pages';
import { LONGEST_REVIEW_REMARK } from '@purser/contract/review';
import { type adjustmentPage, adjustmentReceiptPath, STANDING } from '@purser/contract/wallet-pages';
import { useAlive } from '../../shared/alive.ts';
import button from '../../shared/button.module.css';
import { useCheckedForm } from '../../shared/checked-form.ts';
import { usePage } from '../../shared/context.tsx';
import { LocalTime, useLocalTime } from '../../shared/local-time.tsx';
import { LongField } from '../../shared/long-field.tsx';
import { Money } from '../../shared/money.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { PageView } from '../../shared/page.ts';
import { Card, Shell } from '../../shared/shell.tsx';
import { ShownPayer } from '../../shared/shown-payer.tsx';
import { zoneQuery } from '../../shared/zone.ts';
import { fieldsOf } from '../../shared/told-at-fields.ts';
import styles from './adjustment.module.css';

type AdjustmentPage = PageOf<typeof adjustmentPage>;

/** What a merchant has added to the balance: how it stands, and where one accepts it or objects. */
function Adjustment({ page }: { page: AdjustmentPage }) {
  const { t } = usePage();
  const { adjustment, problem } = page;
  return (
    <Shell>
      <Card>
        {adjustment ? (
          <Received adjustment={adjustment} problem={problem} reason={page.reason} />
        ) : (
          <>
            <h1 className={styles.title}>{t('adjustment_unknown_title')}</h1>
            <p>{t('adjustment_unknown_text')}</p>
          </>
        )}
        <p className={styles.back}>
          <a className={button.quiet} href="/wallet">
            {t('open_wallet')}
          </a>
        </p>
      </Card>
    </Shell>
  );
}

interface ReceivedProps extends Pick<AdjustmentPage, 'problem' | 'reason'> {
  readonly adjustment: ReceivedAdjustment;
}

/** Characters of an amount that a phone's width bears in its usual size. */
const LONG_AMOUNT = 10;

function Received({ adjustment, problem, reason }: ReceivedProps) {
  const { t } = usePage();
  const { merchant_name: merchant, ended, appeal, order_status, user_may_accept } = adjustment;
  return (
    <>
      <div className={styles.head}>
        <h1 className={styles.title}>{t('adjustment_title', { merchant })}</h1>
        <p className={styles.amount} data-long={adjustment.settlement_amount.length > LONG_AMOUNT}>
          <Money amount={adjustment.settlement_amount} coin={adjustment.coin_name} />
        </p>
      </div>
      {problem && fieldsOf(problem, OBJECTION).length === 0 && <Notice kind="problem">{problem.detail}</Notice>}
      <Standing adjustment={adjustment} />
      {order_status === 'paid' && user_may_accept && <Accepting adjustment={adjustment} />}
      <dl className={styles.facts}>
        <div>
          <dt>{t('adjustment_reason')}</dt>
          <dd>{adjustment.remark}</dd>
        </div>
        {appeal && (
          <div>
            <dt>{t('adjustment_your_reason')}</dt>
            <dd>{appeal.reason}</dd>
          </div>
        )}
        {ended && ended.remark !== '' && (
          <div>
            <dt>{t('adjustment_their_reason')}</dt>
            <dd>{ended.remark}</dd>
          </div>
        )}
        <div>
          <dt>{t('adjustment_time')}</dt>
          <dd>
            <LocalTime instant={adjustment.create_time} />
          </dd>
        </div>
        <div>
          <dt>{t('serial_number')}</dt>
          <dd>{adjustment.serial_number}</dd>
        </div>
      </dl>
      {order_status === 'completed' && <ReceiptFile serialNumber={adjustment.serial_number} />}
      {order_status === 'paid' && <Objecting adjustment={adjustment} problem={problem} reason={reason} />}
    </>
  );
}

function ReceiptFile({ serialNumber }: { serialNumber: string }) {
  const { t } = usePage();
  const alive = useAlive();
  return (
    <p className={styles.back}>
      <a className={button.link} href={adjustmentReceiptPath(serialNumber) + zoneQuery(alive)}>
        {t('receipt_pdf')}
      </a>
    </p>
  );
}

/** How it stands, in a sentence. */
function Standing({ adjustment }: { adjustment: ReceivedAdjustment }) {
  const { t } = usePage();
  const { merchant_name: merchant, order_status, user_may_accept, release_time, ended, create_time } = adjustment;
  const time = useLocalTime(release_time ?? create_time);
  const said = (): string => {
    if (order_status === 'completed') return t(ended?.by === 'user' ? 'adjustment_accepted' : 'adjustment_completed');
    if (order_status === 'appeal') return t('adjustment_appeal');
    if (order_status === 'cancelled') {
      return t(ended?.by === 'operator' ? 'adjustment_cancelled_by_provider' : 'adjustment_cancelled', { merchant });
    }
    return t(user_may_accept ? 'adjustment_offered' : 'adjustment_paid', { merchant, time });
  };
  return (
    <Notice kind={order_status === 'completed' ? 'success' : 'advice'} id={STANDING} tabIndex={-1}>
      {said()}
    </Notice>
  );
}

/** Taking it as it is: one press, as it only brings money in. */
function Accepting({ adjustment: { serial_number } }: Pick<ReceivedProps, 'adjustment'>) {
  const { t } = usePage();
  const { form, sent } = useCheckedForm(null, { fields: [] }, () => ({}));
  return (
    <form {...form} className={styles.form} action={`/wallet/adjustment/${serial_number}/accept`}>
      <ShownPayer />
      <button className={button.primary} aria-disabled={sent}>
        {t(sent ? 'accepting' : 'accept')}
      </button>
    </form>
  );
}

const OBJECTION = { fields: ['reason'] } as const;

function Objecting({ adjustment, problem, reason }: ReceivedProps) {
  const { t } = usePage();
  const { merchant_name: merchant, serial_number, user_may_accept } = adjustment;
  const hint = t('object_reason_hint', { merchant, limit: LONGEST_REVIEW_REMARK });
  // What is refused though something was written is too long, which browsers do not let one write.
  const told = problem?.outcome === 'invalid_input' && reason.trim() !== '' ? { ...problem, fields: { reason: hint } } : problem;
  const { form, errors, sent } = useCheckedForm<'reason'>(told, OBJECTION, (text) =>
    text('reason') === '' ? { reason: t('object_reason_required') } : {},
  );
  return (
    <section className={styles.objecting} aria-labelledby="object-title">
      <h2 id="object-title">{t(user_may_accept ? 'object_offered_title' : 'object_title')}</h2>
      <p>{t(user_may_accept ? 'object_offered_text' : 'object_text', { merchant })}</p>
      <form {...form} className={styles.form} action={`/wallet/adjustment/${serial_number}/object`}>
        <ShownPayer />
        <LongField
          label={t('object_reason')}
          hint={hint}
          name="reason"
          maxLength={LONGEST_REVIEW_REMARK}
          defaultValue={reason}
          required
          error={errors.reason}
        />
        <button className={button.plain} aria-disabled={sent}>
          {sent ? t('objecting') : t('object')}
        </button>
      </form>
    </section>
  );
}

export const adjustment: PageView<typeof adjustmentPage> = {
  Component: Adjustment,
  title: ({ adjustment: shown }, t) => (shown ? t('adjustment_title', { merchant: shown.merchant_name }) : t('adjustment_unknown_title')),
};
