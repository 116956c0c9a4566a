import type { Confirmation } from '@purser/contract/passkey';
import { LONGEST_REVIEW_REMARK } from '@purser/contract/review';
import { ConfirmWithCode, type ConfirmFact } from '@purser/ui/confirm-with-code';
import { FormField } from '@purser/ui/form-field';
import { Money } from '@purser/ui/money';
import { toast } from '@purser/ui/toast';
import { Link } from '@tanstack/react-router';
import { Button, Input } from 'antd';
import { Modal } from '@purser/ui/modal';
import { useState } from 'react';
import { useConfirmedWrite } from '../confirmed-write.ts';
import { refusedField } from '../refused-field.ts';
import { isDecided, type Review, type ReviewDialogProps, type ReviewedOrder, type ReviewWords } from '../review-dialog.tsx';
import styles from './review.module.css';
import { useT } from './texts.ts';
import { totalsOf } from './totals.ts';

/** What calls name the reason of a rejection. */
const REASON_FIELDS: ReadonlySet<string> = new Set(['remark', 'reason']);

interface ReviewStepsProps extends Omit<ReviewDialogProps, 'review'> {
  readonly open: boolean;
  readonly review: Review;
}

/** What became of the orders, where there is more to say of it than that all were decided. */
interface Outcome {
  readonly done: number;
  /** Those that were not decided. */
  readonly left: readonly Told[];
  /** Those that wait for somebody else now. */
  readonly noted: readonly Told[];
}

interface Told {
  readonly order: ReviewedOrder;
  readonly text: string;
  /** Nothing can be done about it any more. */
  readonly isOver: boolean;
}

const NO_REASONS: readonly string[] = [];

/** First what will happen and the code, then what did not. */
export default function ReviewSteps(props: ReviewStepsProps) {
  const { open, review, calls, reasons = NO_REASONS, longestReason = LONGEST_REVIEW_REMARK, onDecided, onClose } = props;
  const t = useT();
  const { decision } = review;
  const { call, contentsOf, resultsOf } = calls[decision];
  const [orders, setOrders] = useState(review.orders);
  const [outcome, setOutcome] = useState<Outcome>();
  const words: ReviewWords = {
    title: t(`review.${decision}.title`, { count: orders.length }),
    act: t(`review.${decision}.act`),
    done: t(`review.${decision}.done`),
    several: t('review.orders'),
    doneMany: (count) => t(`review.${decision}.doneMany`, { count }),
    partly: (done, left) => t(`review.${decision}.partly`, { done, left }),
    warning: t(`review.${decision}.warning`),
    ...props.words?.[decision],
  };
  const reason = useReason();
  const contents = contentsOf(
    orders.map(({ key }) => key),
    decision === 'reject' ? reason.text.trim() : '',
  );
  const write = useConfirmedWrite(call, (refusal) => {
    const refused = refusedField(call, refusal);
    const [only, ...others] = orders;
    if (refused !== undefined && REASON_FIELDS.has(refused.field)) reason.refuse(refused.text);
    // One alone is refused as a whole.
    else if (only && others.length === 0) {
      const isOver = isDecided(refusal.outcome);
      setOutcome({ done: 0, left: [{ order: only, text: refusal.message, isOver }], noted: [] });
      // What is on show is not how it stands.
      if (isOver) onDecided([]);
    } else return false;
    return true;
  });

  // What is over is left alone when the others are tried again.
  const again = outcome?.left.filter(({ isOver }) => !isOver).map(({ order }) => order) ?? [];

  const decide = async (confirmation: Confirmation): Promise<void> => {
    const results = new Map(resultsOf(await write.send(contents, confirmation)).map((result) => [result.key, result]));
    const told = (what: 'problem' | 'note'): Told[] =>
      orders.flatMap((order) => {
        const { [what]: text, isOver = false } = results.get(order.key) ?? {};
        return text === undefined ? [] : [{ order, text, isOver }];
      });
    const [left, noted] = [told('problem'), told('note')];
    const done = orders.length - left.length - noted.length;
    const unsettled = new Set([...left, ...noted].map(({ order }) => order.key));
    onDecided(orders.flatMap(({ key }) => (unsettled.has(key) ? [] : [key])));
    if (left.length > 0 || noted.length > 0) return setOutcome({ done, left, noted });
    toast.success(done === 1 ? words.done : words.doneMany(done));
    onClose();
  };

  return (
    <>
      <ConfirmWithCode
        open={open && outcome === undefined}
        title={words.title}
        facts={factsOf(orders, words.several)}
        unanswered={write.unanswered(contents)}
        warning={words.warning}
        confirmText={words.act}
        danger={decision === 'reject'}
        codeProblem={write.codeProblem}
        mayConfirm={() => decision === 'approve' || reason.check()}
        onConfirm={decide}
        onCancel={onClose}
      >
        {decision === 'reject' && <ReasonField reason={reason} usual={reasons} longest={longestReason} />}
      </ConfirmWithCode>
      <Modal
        open={open && outcome !== undefined}
        title={outcome && titleOf(outcome, words, t('review.waiting', { count: outcome.noted.length }))}
        onCancel={onClose}
        footer={
          <>
            <Button onClick={onClose}>{t('kit.close')}</Button>
            {again.length > 0 && (
              <Button
                type="primary"
                onClick={() => {
                  setOrders(again);
                  setOutcome(undefined);
                  write.clear();
                }}
              >
                {t('review.again')}
              </Button>
            )}
          </>
        }
        destroyOnHidden
      >
        <ToldList told={outcome?.left ?? []} className={styles.problem} onLeave={onClose} />
        <ToldList told={outcome?.noted ?? []} className={styles.note} onLeave={onClose} />
      </Modal>
    </>
  );
}

/** What waits for somebody else is not decided, and is counted by itself. */
function titleOf({ done, left, noted }: Outcome, { doneMany, partly }: ReviewWords, waiting: string): string {
  const decided = left.length > 0 ? partly(done, left.length) : doneMany(done);
  if (noted.length === 0) return decided;
  return done === 0 && left.length === 0 ? waiting : `${decided} · ${waiting}`;
}

interface ToldListProps {
  readonly told: readonly Told[];
  readonly className: string | undefined;
  /** One goes to where an order is shown. */
  readonly onLeave: () => void;
}

function ToldList({ told, className, onLeave }: ToldListProps) {
  const t = useT();
  if (told.length === 0) return null;
  return (
    <div role="alert">
      <ul className={styles.told}>
        {told.map(({ order, text, isOver }) => (
          <li key={order.key}>
            <strong>{order.name}</strong>
            <span className={className}>{text}</span>
            {isOver && order.list !== undefined && (
              <Link className={styles.how} to={order.list} search={{ open: order.key } as never} onClick={onLeave}>
                {t('review.seeHow')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** One order by what is known of it, several by their number; then the figures. */
function factsOf(orders: readonly ReviewedOrder[], countLabel: string): ConfirmFact[] {
  const [first] = orders;
  const about = orders.length === 1 && first ? (first.facts ?? []) : [{ label: countLabel, value: orders.length }];
  const figures = totalsOf(orders).map(({ label, strong, amounts }) => ({
    label,
    strong,
    value: (
      <span className={styles.amounts}>
        {amounts.map(({ coin, amount }) => (
          <Money key={coin} amount={amount} coin={coin} />
        ))}
      </span>
    ),
  }));
  return [...about, ...figures];
}

/** Why orders are rejected, as it is typed. */
function useReason() {
  const t = useT();
  const [text, setText] = useState('');
  const [told, setTold] = useState(false);
  const [refused, setRefused] = useState<string>();
  const missing = text.trim() === '' ? t('review.reasonRequired') : undefined;
  return {
    text,
    problem: refused ?? (told ? missing : undefined),
    type: (next: string): void => {
      setText(next);
      setRefused(undefined);
    },
    refuse: setRefused,
    /** Answers whether there is one, and says so where there is none. */
    check: (): boolean => {
      setTold(true);
      return missing === undefined;
    },
  };
}

interface ReasonFieldProps {
  readonly reason: ReturnType<typeof useReason>;
  readonly usual: readonly string[];
  readonly longest: number;
}

function ReasonField({ reason, usual, longest }: ReasonFieldProps) {
  const t = useT();
  const field = (
    <FormField label={t('review.reason')} hint={t('review.reasonHint', { most: longest })} problem={reason.problem}>
      {(control) => (
        <Input.TextArea
          {...control}
          autoSize={{ minRows: 2, maxRows: 5 }}
          maxLength={longest}
          status={reason.problem === undefined ? '' : 'error'}
          value={reason.text}
          onChange={(event) => reason.type(event.target.value)}
        />
      )}
    </FormField>
  );
  if (usual.length === 0) return field;
  return (
    <div>
      {field}
      <ul className={styles.usual} aria-label={t('review.usualReasons')}>
        {usual.map((text) => (
          <li key={text}>
            <Button size="small" onClick={() => reason.type(text)}>
              {text}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
