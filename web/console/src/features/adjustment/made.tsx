import { CopyText } from '@purser/ui/copy-text';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import type { Adjustment } from './api.ts';
import { AdjustmentStatus } from './status.tsx';
import { stepText, waitingOf } from './steps.ts';
import { useT } from './texts.ts';
import styles from './adjustment.module.css';

interface MadeProps {
  readonly adjustment: Adjustment;
  /** An earlier attempt had got no answer. */
  readonly triedAgain: boolean;
  readonly onAnother: () => void;
  readonly onClose: () => void;
}

/** What was done, and what it waits for. */
export function Made({ adjustment, triedAgain, onAnother, onClose }: MadeProps) {
  const t = useT();
  const { coin_name: coin, release_time } = adjustment;
  const close = useRef<HTMLButtonElement>(null);
  // The form and its focus are gone; whoever uses the keyboard continues here.
  useEffect(() => close.current?.focus(), []);
  return (
    <div className={styles.made}>
      <p className={styles.sum}>
        <Money amount={adjustment.pay_amount} coin={coin} size="large" />
        <AdjustmentStatus status={adjustment.order_status} />
      </p>
      {triedAgain && <p className={styles.note}>{t('adjustment.doneOnce')}</p>}
      {release_time !== null && <p className={styles.note}>{stepText(waitingOf(adjustment), adjustment, t)}</p>}
      <Facts>
        <Fact label={t('adjustment.user')}>
          {t('adjustment.userFound', { name: adjustment.receipt_nickname, id: adjustment.receipt_user_id })}
        </Fact>
        <Fact label={t('adjustment.balanceType')}>{t(`adjustment.balance.${adjustment.balance_type}`)}</Fact>
        <Fact label={t('adjustment.userGets')}>
          <Money amount={adjustment.settlement_amount} coin={coin} />
        </Fact>
        <Fact label={t('field.handlingFee')}>
          <Money amount={adjustment.handling_fee} coin={coin} />
        </Fact>
        <Fact label={t('field.serialNumber')}>
          <CopyText text={adjustment.serial_number} what={t('field.serialNumber')} />
        </Fact>
        <Fact label={t('field.time')}>{formatInstant(adjustment.create_time)}</Fact>
        <Fact label={t('adjustment.reason')}>{adjustment.remark}</Fact>
      </Facts>
      <div className={styles.buttons}>
        <Button onClick={onAnother}>{t('adjustment.another')}</Button>
        <Button ref={close} type="primary" onClick={onClose}>
          {t('adjustment.close')}
        </Button>
      </div>
    </div>
  );
}
