import { CallField, CallForm } from '@purser/console-kit/call-form';
import { useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { refresh } from '@purser/console-kit/query';
import { chainReturnAdd } from '@purser/contract/features/chain-return';
import { LONGEST_ADDRESS } from '@purser/contract/limits';
import { LONGEST_REVIEW_REMARK } from '@purser/contract/review';
import { ConfirmWithCode, type ConfirmFact } from '@purser/ui/confirm-with-code';
import { CopyText } from '@purser/ui/copy-text';
import { toast } from '@purser/ui/toast';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import styles from './deposits.module.css';
import { useT } from './texts.ts';

interface ReturnActProps {
  readonly which: { readonly owner_id: number; readonly deposit_id: string };
  readonly facts: readonly ConfirmFact[];
}

const OVER: ReadonlySet<string> = new Set(['deposit_settled', 'deposit_unknown', 'review_waits_for_second', 'deposit_told_by_hand']);

/** Sending a deposit back: the address, typed twice and never filled in, why, what it comes to, and the code. */
export function ReturnAct({ which, facts }: ReturnActProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const fields = useForm({ defaultValues: { address: '', address_again: '', reason: '' } });
  const typed = useTyped(fields);
  const reviewed = { address: typed.address.trim(), address_again: typed.address_again.trim(), reason: typed.reason.trim() };
  const form = useConfirmedForm(chainReturnAdd, fields, {
    problems: {
      address: reviewed.address === '' ? t('deposits.returnAddressRequired') : undefined,
      // Whether the letters' case is the checksum's is for the server to say.
      address_again: reviewed.address_again.toLowerCase() === reviewed.address.toLowerCase() ? undefined : t('deposits.returnDiffers'),
      reason: reviewed.reason === '' ? t('deposits.reasonRequired') : undefined,
    },
    review: () => reviewed,
    contentsOf: (asked) => ({ ...which, ...asked }),
    onDone: () => {
      toast.success(t('deposits.entered'));
      close();
      refresh(['review', 'approval']);
    },
    onRefused: (outcome) => {
      if (!OVER.has(outcome)) return false;
      refresh(['review', 'approval']);
      return true;
    },
  });
  const close = (): void => {
    setOpen(false);
    form.reset();
  };
  const asked = form.reviewed;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('deposits.sendBack')}</Button>
      <FormDialog form={form} open={open} title={t('deposits.returnTitle')} onCancel={close}>
        <CallForm form={form} className={styles.form}>
          <CallField form={form} name="address" label={t('deposits.returnAddress')} hint={t('deposits.returnAddressHint')}>
            {(control) => <Input {...control} maxLength={LONGEST_ADDRESS} autoComplete="off" spellCheck={false} />}
          </CallField>
          <CallField form={form} name="address_again" label={t('deposits.returnAgain')}>
            {(control) => <Input {...control} maxLength={LONGEST_ADDRESS} autoComplete="off" spellCheck={false} />}
          </CallField>
          <CallField form={form} name="reason" label={t('deposits.remark')} hint={t('deposits.reasonHint')}>
            {(control) => <Input.TextArea {...control} maxLength={LONGEST_REVIEW_REMARK} autoSize={{ minRows: 2, maxRows: 6 }} />}
          </CallField>
          <Button type="primary" htmlType="submit" block>
            {t('deposits.continue')}
          </Button>
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('deposits.returnTitle')}
        facts={[
          ...facts,
          {
            label: t('deposits.returnAddress'),
            value: <CopyText text={asked?.address ?? ''} what={t('deposits.returnAddress')} />,
            strong: true,
          },
          { label: t('deposits.remark'), value: asked?.reason ?? '' },
        ]}
        warning={t('deposits.returnWarning')}
        confirmText={t('deposits.sendBack')}
      />
    </>
  );
}
