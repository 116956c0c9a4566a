import { client } from '@purser/console-kit/client';
import { useConfirmedAct } from '@purser/console-kit/confirmed-act';
import { refresh } from '@purser/console-kit/query';
import type { OutputOf } from '@purser/contract/call';
import { paymentMethodDelete, type paymentMethodQuery, paymentMethodSetDefault } from '@purser/contract/features/payment-method';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { Details, DetailsHead, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { StatusTag } from '@purser/ui/status-tag';
import { toast } from '@purser/ui/toast';
import { Button } from 'antd';
import { useState } from 'react';
import { ChangeMethod } from './change-method.tsx';
import styles from './payment-method.module.css';
import { useT } from './texts.ts';
import { METHOD_TONES } from './tones.ts';
import { May } from '../../shared/may.tsx';

export type Method = OutputOf<typeof paymentMethodQuery>['list'][number];

/** One bank account, and what its owner may do with it. */
export function MethodDetails({ row: method }: { readonly row: Method }) {
  const t = useT();
  return (
    <Details>
      <DetailsHead>
        <strong>{`${method.bank_name} ${method.account_number}`}</strong>
        <StatusTag tone={METHOD_TONES[method.status]}>{t(`method.status.${method.status}`)}</StatusTag>
      </DetailsHead>
      {method.reason !== '' && <p className={styles.reason}>{method.reason}</p>}
      <DetailsPart title={t('method.detailTitle')}>
        <Facts>
          <Fact label={t('method.holder')}>{method.holder_name}</Fact>
          <Fact label={t('method.bank')}>{method.bank_name}</Fact>
          <Fact label={t('method.bankCode')}>{method.bank_code || '–'}</Fact>
          <Fact label={t('method.number')}>{method.account_number}</Fact>
          <Fact label={t('method.currency')}>{method.market}</Fact>
          <Fact label={t('method.binding')}>{t(`method.binding.${method.binding}`)}</Fact>
          <Fact label={t('method.listing')}>{t(`method.listing.${method.listing}`)}</Fact>
          {method.is_default && <Fact label={t('method.default')}>{t('method.isDefault')}</Fact>}
          <Fact label={t('field.createTime')}>{formatInstant(method.create_time)}</Fact>
          <Fact label={t('field.updateTime')}>{formatInstant(method.update_time)}</Fact>
        </Facts>
      </DetailsPart>
      {method.binding === 'bound' && <Acts method={method} />}
    </Details>
  );
}

function Acts({ method }: { readonly method: Method }) {
  const t = useT();
  const { payment_method_id, is_default } = method;
  const [changing, setChanging] = useState(false);
  const unlinking = useConfirmedAct(paymentMethodDelete, {
    contentsOf: () => ({ payment_method_id }),
    onDone: () => {
      toast.success(t('method.unlinked'));
      refresh(['payment_methods']);
    },
    onRefused: (outcome) => outcome === 'payment_method_unknown',
  });
  const prefer = async (): Promise<void> => {
    await client
      .request(paymentMethodSetDefault, { payment_method_id })
      .then(() => toast.success(t('method.defaultSet')))
      // The user has been told; the list shows how things are.
      .catch(() => undefined);
    refresh(['payment_methods']);
  };
  return (
    <div className={styles.acts}>
      <May permission="payee.change">
        <Button onClick={() => setChanging(true)}>{t('method.change')}</Button>
        {!is_default && <Button onClick={() => void prefer()}>{t('method.setDefault')}</Button>}
        <Button danger onClick={() => unlinking.begin(method)}>
          {t('method.unlink')}
        </Button>
      </May>
      <ChangeMethod method={method} open={changing} onClose={() => setChanging(false)} />
      <ConfirmWithCode
        {...unlinking.confirmation}
        title={t('method.unlinkTitle')}
        facts={[
          { label: t('method.bank'), value: method.bank_name },
          { label: t('method.number'), value: method.account_number, strong: true },
        ]}
        warning={t('method.unlinkWarning')}
        confirmText={t('method.unlink')}
        danger
      />
    </div>
  );
}
