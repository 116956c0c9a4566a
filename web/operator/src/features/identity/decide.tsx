import { CallField, CallForm } from '@purser/console-kit/call-form';
import { useConfirmedAct } from '@purser/console-kit/confirmed-act';
import { useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import { FormDialog } from '@purser/console-kit/form-dialog';
import { refresh } from '@purser/console-kit/query';
import { staffIdentityDecide } from '@purser/contract/features/identity';
import { identityMachine, LONGEST_IDENTITY_REASON } from '@purser/contract/identity';
import { next } from '@purser/contract/machine';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Submission } from './identity-details.tsx';
import styles from './identity.module.css';
import { type T, useT } from './texts.ts';

interface DecideProps {
  readonly submission: Submission;
}

/** Approves or rejects a submission where its state allows that. */
export function Decide({ submission }: DecideProps) {
  return (
    <div className={styles.acts}>
      {next(identityMachine, submission.status, 'approve') !== undefined && <Approve submission={submission} />}
      {next(identityMachine, submission.status, 'reject') !== undefined && <Reject submission={submission} />}
    </div>
  );
}

function factsOf({ owner_name, owner_id, party, kind }: Submission, t: T) {
  return [
    { label: t(`identity.party.${party}`), value: `${owner_name} (${owner_id})`, strong: true },
    { label: t('identity.kind'), value: t(`identity.kind.${kind}`) },
  ];
}

/** Another look at it is needed where somebody else was quicker. */
function isOver(outcome: string): boolean {
  const over = outcome === 'identity_decided' || outcome === 'not_found';
  if (over) refresh(['identity']);
  return over;
}

function Approve({ submission }: DecideProps) {
  const t = useT();
  const act = useConfirmedAct(staffIdentityDecide, {
    contentsOf: ({ owner_id, submission_id }: Submission) => ({ owner_id, submission_id, decision: 'approve' as const }),
    onDone: () => {
      toast.success(t('identity.approved'));
      refresh(['identity']);
    },
    onRefused: isOver,
  });
  return (
    <>
      <Button type="primary" onClick={() => act.begin(submission)}>
        {t('identity.approve')}
      </Button>
      <ConfirmWithCode
        {...act.confirmation}
        title={t('identity.approveTitle')}
        facts={factsOf(act.reviewed ?? submission, t)}
        warning={act.triedBefore ? t('identity.triedBefore') : t('identity.approveWarning')}
        confirmText={t('identity.approve')}
      />
    </>
  );
}

function Reject({ submission }: DecideProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const fields = useForm({ defaultValues: { reason: '' } });
  const reason = useTyped(fields).reason.trim();
  const form = useConfirmedForm(staffIdentityDecide, fields, {
    problems: { reason: reason === '' ? t('identity.reasonRequired') : undefined },
    review: () => ({ submission, reason }),
    contentsOf: (reviewed) => ({
      owner_id: reviewed.submission.owner_id,
      submission_id: reviewed.submission.submission_id,
      decision: 'reject' as const,
      reason: reviewed.reason,
    }),
    onDone: () => {
      toast.success(t('identity.rejected'));
      close();
      refresh(['identity']);
    },
    onRefused: isOver,
  });
  const close = (): void => {
    setOpen(false);
    form.reset();
  };
  const reviewed = form.reviewed ?? { submission, reason };
  const withdraws = reviewed.submission.status === 'approved';
  return (
    <>
      <Button danger onClick={() => setOpen(true)}>
        {t('identity.reject')}
      </Button>
      <FormDialog form={form} open={open} title={t('identity.rejectTitle')} onCancel={close}>
        <CallForm form={form} className={styles.form}>
          <CallField form={form} name="reason" label={t('identity.reason')} hint={t('identity.reasonHint')}>
            {(control) => <Input.TextArea {...control} maxLength={LONGEST_IDENTITY_REASON} autoSize={{ minRows: 2, maxRows: 6 }} />}
          </CallField>
          <Button type="primary" htmlType="submit" block>
            {t('identity.continue')}
          </Button>
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={t('identity.rejectTitle')}
        facts={[...factsOf(reviewed.submission, t), { label: t('identity.reason'), value: reviewed.reason }]}
        warning={form.triedBefore ? t('identity.triedBefore') : t(withdraws ? 'identity.withdrawWarning' : 'identity.rejectWarning')}
        confirmText={t('identity.reject')}
        danger
      />
    </>
  );
}
