import { CallField, CallForm } from '@purser/console-kit/call-form';
import { useConfirmedForm, useTyped } from '@purser/console-kit/confirmed-form';
import type { OutcomeName } from '@purser/contract/errors';
import { FormDialog } from '@purser/console-kit/form-dialog';
import type { Contents } from '@purser/console-kit/confirmed-write';
import { refresh } from '@purser/console-kit/query';
import type {
  partyDecideIdentity,
  partyResetAuthenticator,
  partyRestore,
  partySuspend,
  partyUnlock,
  partyWhiteListClear,
} from '@purser/contract/features/party';
import type {
  partyAccessKeyRevoke,
  partyKindSet,
  partyRechargeConfigurationSet,
  partySessionEnd,
} from '@purser/contract/features/party-detail';
import { ConfirmWithCode } from '@purser/ui/confirm-with-code';
import { toast } from '@purser/ui/toast';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import styles from './parties.module.css';
import { useT } from './texts.ts';

type PartyCall =
  | typeof partySuspend
  | typeof partyRestore
  | typeof partyUnlock
  | typeof partyWhiteListClear
  | typeof partyDecideIdentity
  | typeof partyResetAuthenticator
  | typeof partyKindSet
  | typeof partyRechargeConfigurationSet
  | typeof partySessionEnd
  | typeof partyAccessKeyRevoke;

/** After these it is not what it was when the page was read. */
const OVER: ReadonlySet<string> = new Set(['party_status_same', 'identity_decided', 'account_closed', 'not_found'] satisfies OutcomeName[]);

interface ActWithReasonProps<C extends PartyCall> {
  readonly call: C;
  /** What is asked for, of whom, for this reason. */
  readonly contentsOf: (reason: string) => Contents<C>;
  readonly title: string;
  /** What the button says, where the title says more than fits on it. */
  readonly word?: string;
  readonly name: string;
  readonly warning: string;
  readonly danger?: boolean;
}

/** A button for an act about a party: first the reason, then what it does, then the code. */
export function ActWithReason<C extends PartyCall>({
  call,
  contentsOf,
  title,
  word,
  name,
  warning,
  danger = false,
}: ActWithReasonProps<C>) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const fields = useForm<{ reason: string }>({ defaultValues: { reason: '' } });
  const reason = useTyped(fields).reason.trim();
  const form = useConfirmedForm(call, fields, {
    problems: { reason: reason === '' ? t('party.reasonRequired') : undefined },
    review: () => reason,
    contentsOf,
    onDone: () => {
      toast.success(t('party.done'));
      close();
      refresh(['party', 'approval']);
    },
    // The page shows who has done it, and when.
    onRefused: (outcome) => {
      const isOver = OVER.has(outcome);
      if (isOver) {
        close();
        refresh(['party']);
      }
      return isOver;
    },
  });
  const close = (): void => {
    setOpen(false);
    form.reset();
  };
  return (
    <>
      <Button danger={danger} aria-label={word && title} onClick={() => setOpen(true)}>
        {word ?? title}
      </Button>
      <FormDialog form={form} open={open} title={title} onCancel={close}>
        <CallForm form={form} className={styles.form}>
          <CallField form={form} name="reason" label={t('party.reason')} hint={t('party.reasonHint')}>
            {(control) => <Input.TextArea {...control} maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />}
          </CallField>
          <Button type="primary" htmlType="submit" block>
            {t('party.continue')}
          </Button>
        </CallForm>
      </FormDialog>
      <ConfirmWithCode
        {...form.confirmation}
        title={title}
        facts={[
          { label: t('party.name'), value: name, strong: true },
          { label: t('party.reason'), value: form.reviewed },
        ]}
        warning={warning}
        confirmText={title}
        danger={danger}
      />
    </>
  );
}
