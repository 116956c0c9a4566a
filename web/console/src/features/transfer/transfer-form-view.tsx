import { transferAdd, LONGEST_REMARK } from '@purser/contract/features/transfer';
import { EmptyState, ErrorState } from '@purser/ui/states';
import { focusFirstProblem, FormField } from '@purser/ui/form-field';
import { toast } from '@purser/ui/toast';
import { Button, Input, Skeleton } from 'antd';
import { useRef, useState } from 'react';
import { useConfirmedWrite } from '../../shared/confirmed-write.ts';
import { useT } from '../../shared/i18n.tsx';
import { AmountField } from './amount-field.tsx';
import { CoinChoice } from './coin-choice.tsx';
import { Cost } from './cost.tsx';
import { RecipientField } from './recipient-field.tsx';
import { TransferConfirmation } from './transfer-confirmation.tsx';
import type { Made } from './transfer-drawer.tsx';
import { fieldOfRefusal } from './transfer-form.ts';
import styles from './transfer.module.css';
import { useTransferDraft, type Reviewed } from './use-transfer-draft.ts';

interface TransferFormProps {
  readonly firstCoin: string | undefined;
  readonly onTyped: () => void;
  readonly onMade: (made: Made) => void;
}

/** Sending to another merchant, up to the confirmation and through it. */
export function TransferForm({ firstCoin, onTyped, onMade }: TransferFormProps) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const state = useTransferDraft(firstCoin);
  const [reviewing, setReviewing] = useState(false);
  // What is confirmed stays readable while its dialog closes.
  const [reviewed, setReviewed] = useState<Reviewed>();
  const [confirming, setConfirming] = useState(false);
  const write = useConfirmedWrite(transferAdd, (refusal) => {
    const field = fieldOfRefusal(refusal);
    if (!field) return false;
    setConfirming(false);
    state.refuse(field, refusal.message);
    return true;
  });
  const { coinQuery, choices } = state.look;

  const review = async (): Promise<void> => {
    if (reviewing) return;
    setReviewing(true);
    write.clear();
    const result = await state.review().finally(() => setReviewing(false));
    if (!result) return focusFirstProblem(form.current);
    setReviewed(result);
    setConfirming(true);
  };

  const confirm = async ({ contents }: Reviewed, code: string): Promise<void> => {
    const triedAgain = write.isOpen(contents);
    const record = await write.send(contents, code);
    toast.success(t('transfer.done'));
    setConfirming(false);
    onMade({ record, triedAgain });
  };

  if (coinQuery.isError && !coinQuery.data) return <ErrorState onRetry={() => void coinQuery.refetch()} busy={coinQuery.isFetching} />;
  if (!coinQuery.data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  if (choices.length === 0) return <EmptyState title={t('assets.emptyTitle')} hint={t('assets.emptyHint')} />;
  return (
    <>
      <form
        ref={form}
        className={styles['form']}
        noValidate
        onInput={onTyped}
        onSubmit={(event) => {
          event.preventDefault();
          void review();
        }}
      >
        <CoinChoice state={state} />
        <RecipientField state={state} />
        <AmountField state={state} />
        <FormField label={t('field.remark')} hint={t('transfer.remarkHint', { limit: LONGEST_REMARK })} problem={state.problemOf('remark')}>
          {(control) => (
            <Input.TextArea
              {...control}
              name="remark"
              autoSize={{ minRows: 2, maxRows: 5 }}
              value={state.draft.remark}
              status={control['aria-invalid'] && 'error'}
              onChange={(event) => state.change('remark', event.target.value)}
              onBlur={() => state.touch('remark')}
            />
          )}
        </FormField>
        <Cost look={state.look} />
        <Button type="primary" htmlType="submit" size="large" block loading={reviewing}>
          {reviewing ? t('transfer.reviewing') : t('transfer.review')}
        </Button>
      </form>
      <TransferConfirmation
        open={confirming}
        reviewed={reviewed}
        codeProblem={write.codeProblem}
        triedBefore={reviewed !== undefined && write.isOpen(reviewed.contents)}
        onConfirm={confirm}
        onCancel={() => setConfirming(false)}
        onClosed={() => focusFirstProblem(form.current)}
      />
    </>
  );
}
