import { groupDigits } from '@purser/ui/money-text';
import { cameToNothing, type REVIEWED_STATES } from '@purser/contract/review';
import { CopyText } from '@purser/ui/copy-text';
import { DetailsHead } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { StatusTag, type Tone } from '@purser/ui/status-tag';
import { StillExpected } from '../../shared/still-expected.tsx';
import type { RechargeRecord } from './api.ts';
import { useT } from './texts.ts';
import styles from './usdt-recharge.module.css';

export const TONES: Readonly<Record<(typeof REVIEWED_STATES)[number], Tone>> = {
  pending_review: 'warning',
  approved: 'success',
  rejected: 'danger',
  cancelled: 'neutral',
};

/** Everything about a recharge. */
export function RechargeFacts({ recharge }: { readonly recharge: RechargeRecord }) {
  const t = useT();
  const { abbreviation: coin } = recharge;
  const isWithout = cameToNothing(recharge.status);
  return (
    <>
      <DetailsHead>
        <Money amount={recharge.trade_count} coin={recharge.in_abbreviation} size="large" />
        <StatusTag tone={TONES[recharge.status]}>{t(`recharge.status.${recharge.status}`)}</StatusTag>
      </DetailsHead>
      <Facts>
        {recharge.remark !== '' && <Fact label={t('recharge.remark')}>{recharge.remark}</Fact>}
        <Fact label={t('recharge.rate')}>{t('recharge.rateOf', { rate: groupDigits(recharge.rate), coin })}</Fact>
        <Fact label={t('recharge.exchanged')}>
          <Money amount={isWithout ? null : recharge.exchange_count} coin={coin} />
        </Fact>
        <Fact label={t('recharge.feeOf', { rate: recharge.usdt_recharge_fee })}>
          <Money amount={isWithout ? null : recharge.fee} coin={coin} />
        </Fact>
        <Fact label={t('recharge.count')} strong>
          <Money amount={isWithout ? null : recharge.count} coin={coin} />
        </Fact>
        <Fact label={t('recharge.network')}>{recharge.network}</Fact>
        <Fact label={t('recharge.address')}>
          <span className={styles.mono}>
            <CopyText text={recharge.address} what={t('recharge.address')} />
          </span>
        </Fact>
        <Fact label={t('recharge.txid')}>
          <span className={styles.mono}>
            <CopyText text={recharge.txid} what={t('recharge.txid')} />
          </span>
        </Fact>
        <Fact label={t('recharge.orderNo')}>
          <CopyText text={recharge.order_no} what={t('recharge.orderNo')} />
        </Fact>
        <Fact label={t('field.createTime')}>{formatInstant(recharge.create_time)}</Fact>
        <Fact label={t('recharge.auditTime')}>{formatInstant(recharge.audit_time)}</Fact>
      </Facts>
      <StillExpected kind="usdt_recharge" status={recharge.status} />
    </>
  );
}
