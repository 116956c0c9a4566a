import { groupDigits } from '@purser/ui/money-text';
import { CopyText } from '@purser/ui/copy-text';
import { DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { Money } from '@purser/ui/money';
import { StatusTag } from '@purser/ui/status-tag';
import type { ReviewDetail } from './api.ts';
import { evidenceValue } from './evidence-words.ts';
import styles from './reviews.module.css';
import { useT } from './texts.ts';

/** What is asked for, and beside it what is known of it from elsewhere. */
export function ClaimAndEvidence({ detail: { order, evidence } }: { readonly detail: ReviewDetail }) {
  const t = useT();
  return (
    <div className={styles.sides}>
      <DetailsPart title={t('reviews.claim')}>
        <Claim order={order} />
      </DetailsPart>
      <DetailsPart title={t('reviews.evidence')}>
        {evidence.length === 0 ? (
          <p className={styles.beside}>{t('reviews.noEvidence')}</p>
        ) : (
          <Facts>
            {evidence.map(({ name, value, agrees }) => (
              <Fact key={name} label={t(`evidence.${name}`)}>
                <span className={styles.found}>
                  {evidenceValue({ name, value }, t)}
                  {agrees !== null && (
                    <StatusTag tone={agrees ? 'success' : 'danger'}>{t(agrees ? 'reviews.agrees' : 'reviews.disagrees')}</StatusTag>
                  )}
                </span>
              </Fact>
            ))}
          </Facts>
        )}
      </DetailsPart>
    </div>
  );
}

function Claim({ order }: { readonly order: ReviewDetail['order'] }) {
  const t = useT();
  const coin = order.coin_name;
  return (
    <Facts>
      <Fact label={t('field.amount')} strong>
        <Money amount={order.amount} coin={coin} />
      </Fact>
      <Fact label={`${t('field.handlingFee')} (${order.fee_rate}%)`}>
        <Money amount={order.handling_fee} coin={coin} />
      </Fact>
      {/[1-9]/.test(order.network_fee) && (
        <Fact label={t('reviews.networkFee')}>
          <Money amount={order.network_fee} coin={coin} />
        </Fact>
      )}
      <Fact label={t('field.settlementAmount')}>
        <Money amount={order.settlement_amount} coin={coin} />
      </Fact>
      {order.other_coin !== null && order.other_amount !== null && (
        <Fact label={t('reviews.exchanged')}>
          <Money amount={order.other_amount} coin={order.other_coin} />
        </Fact>
      )}
      {order.rate !== null && <Fact label={t('reviews.rate')}>{groupDigits(order.rate)}</Fact>}
      {order.network !== null && <Fact label={t('reviews.network')}>{order.network}</Fact>}
      {order.address !== '' && (
        <Fact label={t('reviews.address')}>
          <CopyText text={order.address} what={t('reviews.address')} shorten />
        </Fact>
      )}
      {order.txid !== '' && (
        <Fact label={t('reviews.txid')}>
          <CopyText text={order.txid} what={t('reviews.txid')} shorten />
        </Fact>
      )}
      {order.note !== '' && <Fact label={t('reviews.note')}>{order.note}</Fact>}
    </Facts>
  );
}
