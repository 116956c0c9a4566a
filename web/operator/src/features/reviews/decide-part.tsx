import { groupDigits } from '@purser/ui/money-text';
import { FormField } from '@purser/ui/form-field';
import { LONGEST_REVIEW_REMARK } from '@purser/contract/review';
import { Link } from '@tanstack/react-router';
import { Input } from 'antd';
import { useMemo, useState } from 'react';
import { useAllowed } from '../../shared/session.ts';
import type { ReviewDetail, ReviewRow } from './api.ts';
import { CallOffAct } from './call-off-act.tsx';
import { DecideButtons } from './decide-buttons.tsx';
import styles from './reviews.module.css';
import { useT, type T } from './texts.ts';

/** What the member may do about the order, and whether somebody else has to as well. */
export function DecidePart({ row, detail }: { readonly row: ReviewRow; readonly detail: ReviewDetail }) {
  const t = useT();
  const mayDecide = useAllowed()('review.decide');
  const [reason, setReason] = useState('');
  const rows = useMemo(() => [row], [row]);
  const waiting = detail.approvals.find(({ state }) => state === 'pending');
  const { waits_for } = detail;
  // What waits for a second person is approved where it was entered for them.
  const decisions = waiting ? detail.decisions.filter((decision) => decision !== 'approve') : detail.decisions;
  if (waits_for === null) return isToPay(detail) && mayDecide ? <CallOffAct key={row.serial_number} row={row} /> : null;
  if (waits_for === 'merchant' && decisions.length === 0) return <p className={styles.note}>{t('reviews.ofMerchant')}</p>;
  return (
    <>
      {waits_for === 'merchant' && <p className={styles.note}>{t('reviews.ofSuspended')}</p>}
      {row.kind === 'adjustment' && <p className={styles.note}>{t('reviews.ofAppeal')}</p>}
      {waiting ? (
        <p className={styles.note}>{t('reviews.waitsForSecond', { name: waiting.entered_by.name })}</p>
      ) : (
        detail.needs_two && <p className={styles.note}>{whyTwo(detail, t)}</p>
      )}
      {mayDecide && detail.needs_two && !waiting && (
        <FormField label={t('reviews.secondReason')} hint={t('reviews.secondReasonHint')}>
          {(control) => (
            <Input.TextArea
              {...control}
              autoSize={{ minRows: 1, maxRows: 4 }}
              maxLength={LONGEST_REVIEW_REMARK}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </FormField>
      )}
      {(waiting || mayDecide) && (
        <div className={styles.acts}>
          {waiting && (
            <Link className={styles.link ?? ''} to="/approvals" search={{ open: waiting.approval_id } as never}>
              {t('reviews.openApproval')}
            </Link>
          )}
          <DecideButtons rows={rows} reason={reason.trim()} decisions={decisions} />
        </div>
      )}
      {!mayDecide && <p className={styles.note}>{t('reviews.notYours')}</p>}
    </>
  );
}

/** Approved, and in no file that a bank could have been given. */
function isToPay({ order, bank_file_no }: ReviewDetail): boolean {
  return order.kind === 'fiat_withdrawal' && order.status === 'approved' && bank_file_no === null;
}

function whyTwo({ order, bound, evidence }: ReviewDetail, t: T): string {
  if (evidence.some(({ agrees }) => agrees === false)) return t('reviews.twoEvidence');
  return bound === null ? t('reviews.twoAlways') : t('reviews.twoBound', { limit: `${groupDigits(bound)} ${order.coin_name}` });
}
