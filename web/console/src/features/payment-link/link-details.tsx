import { paymentLinkClose } from '@purser/contract/features/payment-link';
import { next } from '@purser/contract/machine';
import { paymentLinkMachine } from '@purser/contract/payment-link';
import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { QrCode } from '@purser/ui/qr-code';
import { StatusTag } from '@purser/ui/status-tag';
import { Link } from '@tanstack/react-router';
import { PATHS } from '../../shared/paths.ts';
import { type PaymentLink, scannedAddress } from './api.ts';
import { LINK_TONES } from './link-list.tsx';
import styles from './payment-link.module.css';
import { useT } from './texts.ts';
import { CallOff } from '../../shared/call-off.tsx';

/** One payment link: its code and address while it can be paid, what came of it, and closing it. */
export function LinkDetails({ row: link }: { readonly row: PaymentLink }) {
  const t = useT();
  const isOpen = next(paymentLinkMachine, link.link_status, 'close') !== undefined;
  return (
    <Details>
      <DetailsHead>
        <strong>
          <Money amount={link.amount} coin={link.coin_name} />
        </strong>
        <StatusTag tone={LINK_TONES[link.link_status]}>{t(`paymentLink.status.${link.link_status}`)}</StatusTag>
        <CallOff
          call={paymentLinkClose}
          input={{ serial_number: link.serial_number }}
          permission="order.change"
          isPossible={isOpen}
          title={t('paymentLink.closeTitle')}
          act={t('paymentLink.close')}
          keep={t('paymentLink.keep')}
          done={t('paymentLink.closed')}
          changes={['orders']}
        >
          {t('paymentLink.closeLead')}
        </CallOff>
      </DetailsHead>
      {isOpen && (
        <div className={styles.qr}>
          <QrCode text={scannedAddress(link)} size={232} margin={24} label={t('paymentLink.linkQr')} />
        </div>
      )}
      <Facts>
        {isOpen && (
          <Fact label={t('paymentLink.address')}>
            <span className={styles.address}>
              <CopyText text={link.payment_url} what={t('paymentLink.address')} />
            </span>
          </Fact>
        )}
        {link.description !== '' && <Fact label={t('paymentLink.text')}>{link.description}</Fact>}
        <Fact label={t('paymentLink.uses')}>{t(`paymentLink.uses.${link.link_uses}`)}</Fact>
        <Fact label={t('paymentLink.count')}>{link.payment_count}</Fact>
        <Fact label={t('paymentLink.sum')} strong>
          <Money amount={link.payment_sum} coin={link.coin_name} />
        </Fact>
        <Fact label={t('paymentLink.until')}>{formatInstant(link.expire_time)}</Fact>
        <Fact label={t('field.createTime')}>{formatInstant(link.create_time)}</Fact>
        <Fact label={t('field.serialNumber')}>
          <CopyText text={link.serial_number} what={t('field.serialNumber')} />
        </Fact>
      </Facts>
      <Link to={PATHS.orders} search={{ link_number: link.serial_number } as never} className={styles.more}>
        {t('paymentLink.orders')}
      </Link>
    </Details>
  );
}
