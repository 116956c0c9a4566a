import { CopyText } from '@purser/ui/copy-text';
import { Fact, Facts } from '@purser/ui/facts';
import { QrCode } from '@purser/ui/qr-code';
import { Segmented } from '@purser/ui/segmented';
import { EmptyState, ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { Modal } from '@purser/ui/modal';
import { ownAccount } from '../../shared/account.ts';
import { useT } from './texts.ts';
import { addresses } from './api.ts';
import styles from './assets.module.css';

interface ReceiveDialogProps {
  /** The coin to receive; undefined keeps the dialog closed. */
  readonly coin: string | undefined;
  readonly onChoose: (coin: string) => void;
  readonly onClose: () => void;
}

/** Where other merchants send to. */
export function ReceiveDialog({ coin, onChoose, onClose }: ReceiveDialogProps) {
  const t = useT();
  return (
    <Modal open={coin !== undefined} title={t('assets.receive')} onCancel={onClose} footer={null} width={440} destroyOnHidden>
      <Address coin={coin} onChoose={onChoose} />
    </Modal>
  );
}

function Address({ coin, onChoose }: Pick<ReceiveDialogProps, 'coin' | 'onChoose'>) {
  const t = useT();
  const query = useQuery(addresses);
  const account = useQuery(ownAccount).data;
  const list = query.data?.list;
  if (query.isError && !list) return <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />;
  if (!list) return <Skeleton active title={false} paragraph={{ rows: 5 }} />;
  const chosen = list.find((address) => address.coin_name === coin) ?? list[0];
  if (!chosen) return <EmptyState title={t('assets.emptyTitle')} hint={t('assets.emptyHint')} />;
  return (
    <div className={styles.receive}>
      <Segmented<string>
        block
        label={t('field.coin')}
        value={chosen.coin_name}
        options={list.map(({ coin_name }) => ({ value: coin_name, label: coin_name }))}
        onChange={onChoose}
      />
      <p>{t('assets.receiveLead')}</p>
      <div className={styles.qr}>
        <QrCode text={chosen.address} size={220} margin={16} label={t('assets.addressQr')} />
      </div>
      <Facts>
        <Fact label={t('assets.address')}>
          <span className={styles.address}>
            <CopyText text={chosen.address} what={t('assets.address')} />
          </span>
        </Fact>
        {account && <Fact label={t('field.merchantName')}>{account.name}</Fact>}
        {account && (
          <Fact label={t('field.merchantId')}>
            <CopyText text={account.merchant_id} what={t('field.merchantId')} />
          </Fact>
        )}
      </Facts>
      <p className={styles.warning}>{t('assets.receiveWarning')}</p>
    </div>
  );
}
