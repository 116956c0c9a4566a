import { CopyText } from '@purser/ui/copy-text';
import { Fact, Facts } from '@purser/ui/facts';
import { Money } from '@purser/ui/money';
import { QrCode } from '@purser/ui/qr-code';
import { ErrorState } from '@purser/ui/states';
import { PHONE, useMedia } from '@purser/ui/use-media';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { Drawer } from '@purser/ui/drawer';
import { useState } from 'react';
import { coins } from '../../shared/coins.ts';
import { type PaymentLink, scannedAddress } from './api.ts';
import { LinkForm } from './link-form.tsx';
import styles from './payment-link.module.css';
import { useT } from './texts.ts';

interface CreateLinkProps {
  readonly open: boolean;
  /** The coin to begin with. */
  readonly firstCoin: string | undefined;
  readonly onClose: () => void;
}

/** Making a payment link, then the link to pass on. */
export function CreateLink({ open, firstCoin, onClose }: CreateLinkProps) {
  const t = useT();
  const phone = useMedia(PHONE);
  const [made, setMade] = useState<PaymentLink>();
  return (
    <Drawer
      open={open}
      onClose={onClose}
      afterOpenChange={(isOpen) => {
        if (!isOpen) setMade(undefined);
      }}
      title={t(made ? 'paymentLink.made' : 'paymentLink.create')}
      size={phone ? '100%' : 520}
      mask={{ closable: made !== undefined }}
      destroyOnHidden
    >
      {made ? <Made link={made} onAnother={() => setMade(undefined)} onClose={onClose} /> : <Form firstCoin={firstCoin} onMade={setMade} />}
    </Drawer>
  );
}

function Form({ firstCoin, onMade }: { readonly firstCoin: string | undefined; readonly onMade: (made: PaymentLink) => void }) {
  const query = useQuery(coins);
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />;
  if (!query.data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  return <LinkForm coins={query.data.list.filter(({ market }) => market !== null)} firstCoin={firstCoin} onMade={onMade} />;
}

interface MadeProps {
  readonly link: PaymentLink;
  readonly onAnother: () => void;
  readonly onClose: () => void;
}

function Made({ link, onAnother, onClose }: MadeProps) {
  const t = useT();
  return (
    <div className={styles.form}>
      <p aria-live="polite">{t('paymentLink.madeLead')}</p>
      <div className={styles.qr}>
        <QrCode text={scannedAddress(link)} size={232} margin={24} label={t('paymentLink.linkQr')} />
      </div>
      <Facts>
        <Fact label={t('paymentLink.address')}>
          <span className={styles.address}>
            <CopyText text={link.payment_url} what={t('paymentLink.address')} />
          </span>
        </Fact>
        <Fact label={t('field.amount')} strong>
          <Money amount={link.amount} coin={link.coin_name} />
        </Fact>
      </Facts>
      <div className={styles.buttons}>
        <Button size="large" onClick={onAnother}>
          {t('paymentLink.another')}
        </Button>
        <Button type="primary" size="large" onClick={onClose}>
          {t('paymentLink.done')}
        </Button>
      </div>
    </div>
  );
}
