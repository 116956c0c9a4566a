import { CallField, CallForm } from '@purser/console-kit/call-form';
import { useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import type { Contents } from '@purser/console-kit/confirmed-write';
import { askAnew, refresh, toldQuery } from '@purser/console-kit/query';
import { bankFileOrderQuery, bankFileOrderReturn } from '@purser/contract/features/bank-file';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { formatInstant } from '@purser/ui/instant-text';
import { Money } from '@purser/ui/money';
import { StatusTag } from '@purser/ui/status-tag';
import { toast } from '@purser/ui/toast';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAllowed } from '../../shared/session.ts';
import type { FiledOrder } from './api.ts';
import styles from './bank.module.css';
import { useT } from './texts.ts';
import { FILED_TONES } from './tones.ts';

/** One withdrawal of a bank file. Before the bank has paid it may fail, and after that come back. */
export function FiledOrderDetails({ row: order }: { readonly row: FiledOrder }) {
  const t = useT();
  const mayChange = useAllowed()('bank.change');
  const isOpen = order.status === 'included' || order.status === 'paid';
  return (
    <Details>
      <DetailsHead>
        <strong>
          <Money amount={order.amount} coin={order.market} />
        </strong>
        <StatusTag tone={FILED_TONES[order.status]}>{t(`bank.filedState.${order.status}`)}</StatusTag>
      </DetailsHead>
      {order.reason !== '' && <p className={styles.reason}>{order.reason}</p>}
      {order.owner_is_closed && (
        <p className={styles.note}>{t(order.status === 'returned' ? 'bank.ownerClosedReturned' : 'bank.ownerClosed')}</p>
      )}
      <DetailsPart title={t('bank.filedOrder')}>
        <Facts>
          <Fact label={t('bank.orderNo')}>
            <CopyText text={order.order_no} what={t('bank.orderNo')} />
          </Fact>
          <Fact label={t('bank.fileNo')}>
            <CopyText text={order.file_no} what={t('bank.fileNo')} />
          </Fact>
          <Fact label={t('bank.ownerId')}>{order.owner_id}</Fact>
          <Fact label={t('bank.holder')}>{order.holder_name}</Fact>
          <Fact label={t('bank.bank')}>{order.bank_name}</Fact>
          <Fact label={t('bank.number')}>{order.account_number}</Fact>
          <Fact label={t('field.createTime')}>{formatInstant(order.create_time)}</Fact>
          {order.decided_by !== null && <Fact label={t('bank.markedBy')}>{order.decided_by}</Fact>}
          <Fact label={t('field.updateTime')}>{formatInstant(order.update_time)}</Fact>
        </Facts>
      </DetailsPart>
      {mayChange && isOpen && <GiveBack key={order.status} order={order} />}
    </Details>
  );
}

/** What is confirmed, and whether its owner can use what comes back. */
interface Reviewed {
  readonly contents: Contents<typeof bankFileOrderReturn>;
  readonly ownerIsClosed: boolean;
}

/** Gives the money back to its owner, with the bank's reason. */
function GiveBack({ order }: { readonly order: FiledOrder }) {
  const t = useT();
  const outcome = order.status === 'paid' ? 'returned' : 'failed';
  const [open, setOpen] = useState(false);
  const fields = useForm({ defaultValues: { reason: '' } });
  const reason = useTyped(fields).reason.trim();
  const form = useConfirmedForm(bankFileOrderReturn, fields, {
    problems: { reason: reason === '' ? t('bank.reasonRequired') : undefined },
    // As it is now: its owner may have closed the account since the list was read.
    review: async (): Promise<Reviewed | undefined> => {
      const answer = await askAnew(toldQuery(bankFileOrderQuery, { file_no: order.file_no, order_no: order.order_no }, []));
      const [current] = answer?.list ?? [];
      if (!current) return undefined;
      return {
        contents: { file_no: order.file_no, order_no: order.order_no, outcome, reason },
        ownerIsClosed: current.owner_is_closed,
      };
    },
    contentsOf: ({ contents }) => contents,
    onDone: () => {
      toast.success(t('bank.givenBack'));
      close();
      refresh(['bank']);
    },
    onRefused: (refusal) => {
      const isOver = refusal.startsWith('bank_file_order');
      if (isOver) refresh(['bank']);
      return isOver;
    },
  });
  const close = (): void => {
    setOpen(false);
    form.reset();
  };
  const title = t(`bank.mark.${outcome}`);
  return (
    <div className={styles.acts}>
      <Button danger onClick={() => setOpen(true)}>
        {title}
      </Button>
      <FormDialog form={form} open={open} title={title} onCancel={close}>
        <CallForm form={form} className={styles.form}>
          <CallField form={form} name="reason" label={t('bank.reason')} hint={t('bank.reasonHint')}>
            {(control) => <Input.TextArea {...control} maxLength={200} autoSize={{ minRows: 2, maxRows: 6 }} />}
          </CallField>
          <Button type="primary" htmlType="submit" block>
            {t('bank.continue')}
          </Button>
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={title}
        facts={[
          { label: t('bank.orderNo'), value: order.order_no },
          { label: t('field.amount'), value: <Money amount={order.amount} coin={order.market} />, strong: true },
          { label: t('bank.reason'), value: form.reviewed?.contents.reason },
        ]}
        warning={t(form.reviewed?.ownerIsClosed ? 'bank.giveBackToClosed' : 'bank.giveBackWarning')}
        confirmText={title}
        danger
      />
    </div>
  );
}
